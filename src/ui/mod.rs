//! The text-mode widget kit: what a Turbo-Vision-like screen is made of, on a grid of cells.
//!
//! - [`theme`]: every colour by its role. Nothing else here knows a colour.
//! - [`frame`], [`scrollbar`], [`geometry`]: windows: their edges, their bars, and where they may be.
//! - [`menu`], [`menu_paint`], [`status`]: the rows above and below the desktop, and open menu boxes.
//! - [`dialog`]: controls with the focus among them, message boxes, and a form that lays dialogs out for a screen.
//! - [`part`]: what each painted cell is part of. Painting writes it, the mouse reads it back from the same cell.
//! - [`markup`]: captions with a mnemonic letter, texts cut or wrapped to a width.
//!
//! Who owns what: widgets are plain values. Whoever holds one gives it keys and the mouse, reads what came of it, and
//! paints it; which window is on top, what a button does, the clipboard and the clock are the owner's.
//!
//! Must not know: what a buffer means, files, git, languages, agents, or that other rooms exist beside `base` and `grid`.

pub mod dialog;
pub mod frame;
pub mod geometry;
pub mod markup;
pub mod menu;
pub mod menu_paint;
pub mod part;
pub mod scrollbar;
pub mod status;
pub mod theme;
