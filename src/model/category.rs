//! What a piece of source text is, for its colour (look.md section 6).

use serde::{Deserialize, Serialize};

/// What a piece of source text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// An identifier, or nothing in particular.
    Plain,
    Keyword,
    /// A type, a class, a constructor or a module.
    Type,
    /// A string or a character.
    String,
    Comment,
    Number,
    Operator,
    /// What the compiler is told: a pragma, an attribute, the preprocessor.
    Pragma,
}

impl Category {
    /// All of them, in their order.
    pub const ALL: [Category; 8] = [
        Category::Plain,
        Category::Keyword,
        Category::Type,
        Category::String,
        Category::Comment,
        Category::Number,
        Category::Operator,
        Category::Pragma,
    ];
}
