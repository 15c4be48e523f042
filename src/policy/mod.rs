//! Who acts, and what each may do. Pure functions.
//!
//! Owns no state. Must not know widgets, transports, or how an actor came to its tier: the host gives it when a caller
//! connects, never an argument of a call (`surface.md`, "Callers and tiers").

use serde::{Deserialize, Serialize};

use crate::base::ActorId;

/// How far an actor is let in, from the least to the most; the person stands above all callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// A client that comes over loopback HTTP with an API key.
    External,
    /// A read-only session within the editor.
    Workbench,
    /// A child agent, on its own workspace.
    Action,
    /// The primary conversation, or a bridge that the editor's own user started.
    System,
    /// The person at the frontend.
    Person,
}

/// Whoever does something to a desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Actor {
    pub id: ActorId,
    pub tier: Tier,
}

impl Actor {
    /// The person at the frontend.
    pub const PERSON: Actor = Actor { id: ActorId::PERSON, tier: Tier::Person };
}

/// Whether an actor may answer what is asked of the person: dialogs and approvals. No caller may, whatever its tier, and
/// neither may one that bears the person's tier without being the person.
pub fn may_answer_dialogs(actor: Actor) -> bool {
    actor.tier == Tier::Person && actor.id.is_person()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_person_answers_dialogs() {
        assert!(may_answer_dialogs(Actor::PERSON));
        for tier in [Tier::External, Tier::Workbench, Tier::Action, Tier::System, Tier::Person] {
            assert!(!may_answer_dialogs(Actor { id: ActorId(1), tier }), "{tier:?}");
        }
        assert!(!may_answer_dialogs(Actor { id: ActorId::PERSON, tier: Tier::System }));
    }
}
