//! [`Stack`]: a stack that can also lose its oldest entries, and that never moves what it holds.

use std::collections::VecDeque;

/// Entries that are allocated together.
const CHUNK: usize = 128;

/// A stack in chunks: growing costs the same at any size, since nothing is copied to a larger place.
#[derive(Clone, Debug)]
pub(super) struct Stack<T> {
    /// None is empty; all but the last are full, and all but the first have lost nothing.
    chunks: VecDeque<VecDeque<T>>,
    len: usize,
}

impl<T> Stack<T> {
    pub(super) fn new() -> Stack<T> {
        Stack { chunks: VecDeque::new(), len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn push(&mut self, entry: T) {
        self.len += 1;
        match self.chunks.back_mut() {
            Some(chunk) if chunk.len() < CHUNK => chunk.push_back(entry),
            _ => {
                let mut chunk = VecDeque::with_capacity(CHUNK);
                chunk.push_back(entry);
                self.chunks.push_back(chunk);
            }
        }
    }

    pub(super) fn pop(&mut self) -> Option<T> {
        let entry = self.chunks.back_mut()?.pop_back();
        self.took(entry.is_some());
        entry
    }

    /// Takes the oldest entry.
    pub(super) fn pop_oldest(&mut self) -> Option<T> {
        let entry = self.chunks.front_mut()?.pop_front();
        self.took(entry.is_some());
        entry
    }

    #[inline]
    pub(super) fn last_mut(&mut self) -> Option<&mut T> {
        self.chunks.back_mut()?.back_mut()
    }

    fn took(&mut self, any: bool) {
        self.len -= usize::from(any);
        while self.chunks.front().is_some_and(VecDeque::is_empty) {
            self.chunks.pop_front();
        }
        while self.chunks.back().is_some_and(VecDeque::is_empty) {
            self.chunks.pop_back();
        }
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
