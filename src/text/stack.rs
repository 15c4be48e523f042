//! [`Stack`]: a stack that can also lose its oldest entries, and that never moves what it holds.

use std::collections::VecDeque;
use std::mem;

/// Entries that are allocated together.
const CHUNK: usize = 128;

/// A stack in chunks: growing costs the same at any size, since nothing is copied to a larger place.
#[derive(Clone, Debug)]
pub(super) struct Stack<T> {
    /// The newest entries, at most a chunk; empty only when there are none at all.
    top: Vec<T>,
    /// The others, oldest first. None is empty; all but the first are full.
    below: VecDeque<VecDeque<T>>,
}

impl<T> Stack<T> {
    pub(super) fn new() -> Stack<T> {
        Stack { top: Vec::new(), below: VecDeque::new() }
    }

    pub(super) fn len(&self) -> usize {
        let first = self.below.front().map_or(0, VecDeque::len);
        self.top.len() + first + self.below.len().saturating_sub(1) * CHUNK
    }

    #[inline]
    pub(super) fn push(&mut self, entry: T) {
        if self.top.len().is_multiple_of(CHUNK) {
            self.new_top();
        }
        self.top.push(entry);
    }

    /// Makes room for a chunk of entries above those that are there.
    #[cold]
    fn new_top(&mut self) {
        let full = mem::replace(&mut self.top, Vec::with_capacity(CHUNK));
        if !full.is_empty() {
            self.below.push_back(full.into());
        }
    }

    pub(super) fn pop(&mut self) -> Option<T> {
        let entry = self.top.pop();
        if self.top.is_empty() {
            self.top = self.below.pop_back().map(Vec::from).unwrap_or_default();
        }
        entry
    }

    /// Takes the oldest entry.
    pub(super) fn pop_oldest(&mut self) -> Option<T> {
        let Some(first) = self.below.front_mut() else {
            return (!self.top.is_empty()).then(|| self.top.remove(0));
        };
        let entry = first.pop_front();
        if first.is_empty() {
            self.below.pop_front();
        }
        entry
    }

    #[inline]
    pub(super) fn last_mut(&mut self) -> Option<&mut T> {
        self.top.last_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_against_a_deque() {
        let (mut stack, mut plain) = (Stack::new(), VecDeque::new());
        let mut random = 1u64;
        for n in 0..20_000u64 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(n);
            match (random >> 40) % 16 {
                0..9 => {
                    stack.push(n);
                    plain.push_back(n);
                }
                9..13 => assert_eq!(stack.pop(), plain.pop_back()),
                13..15 => assert_eq!(stack.pop_oldest(), plain.pop_front()),
                _ => assert_eq!(stack.last_mut(), plain.back_mut()),
            }
            assert_eq!(stack.len(), plain.len());
        }
    }
}
