//! Every colour of the screen by its role, in two palettes (`look.md` sections 2 to 6).
//!
//! Roles say what is painted; only this file knows colours. Classic is the VGA attribute that `look.md` names.
//! Accessible exchanges the attributes whose contrast is below 4.5, as section 2 lists them.

use serde::{Deserialize, Serialize};

use crate::base::Rgb;
use crate::grid::{Attr, Style};

/// Which set of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Palette {
    /// Borland's.
    #[default]
    Classic,
    /// The same surfaces, every readable text at a contrast of 4.5 or more, mnemonics underlined.
    Accessible,
}

/// The three kinds of window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WindowColor {
    /// Editors.
    #[default]
    Blue,
    /// Panels and help.
    Cyan,
    /// Dialogs.
    Gray,
}

/// How a frame is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FrameState {
    #[default]
    Inactive,
    Active,
    /// Being moved or resized.
    Dragging,
}

/// What is painted. Sections of `look.md` in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The stipple between the windows [3].
    Desktop,
    /// The upper row of a frame, with the title [3].
    Title(WindowColor, FrameState),
    /// The other rows of a frame [3].
    Frame(WindowColor, FrameState),
    /// The icons in the upper row: `■`, `↑`, `↕` [3].
    Icon(WindowColor),
    /// The resize corner in the lower row [3].
    Grip(WindowColor),
    /// What a shadow falls on [3].
    Shadow,
    /// A window's scroll bar [3].
    ScrollBar(WindowColor),
    /// Text in a window [3].
    Text(WindowColor),
    /// Selected text in a window [3].
    Selection(WindowColor),
    /// Help [3].
    HelpText,
    HelpLink,
    HelpLinkSelected,
    /// Files, Messages and other docks [8].
    PanelText,
    PanelFocused,
    /// Names that Git leaves alone.
    PanelDimmed,
    /// Menus and the status line [4].
    Menu,
    MenuMnemonic,
    MenuDisabled,
    MenuSelected,
    MenuSelectedMnemonic,
    MenuSelectedDisabled,
    /// Dialogs [5].
    Static,
    Label,
    LabelFocused,
    LabelMnemonic,
    LabelFocusedMnemonic,
    Button,
    ButtonDefault,
    ButtonFocused,
    ButtonDisabled,
    ButtonMnemonic,
    /// The mnemonic of a default or focused button.
    ButtonMarkedMnemonic,
    ButtonShadow,
    Cluster,
    ClusterFocused,
    ClusterDisabled,
    ClusterMnemonic,
    ClusterFocusedMnemonic,
    Input,
    InputArrow,
    InputSelection,
    InputDisabled,
    HistoryArrow,
    HistorySides,
    HistoryList,
    List,
    ListDivider,
    ListFocused,
    ListMarked,
    Info,
    /// A tree on blue [5].
    Tree,
    TreeFocused,
    TreeSelected,
    TreeCollapsed,
    /// An editor's text, by category [6].
    Identifier,
    Keyword,
    Type,
    StringLiteral,
    Comment,
    Number,
    Operator,
    Pragma,
    HighlightedRow,
    Breakpoint,
    ErrorRow,
    /// The text cursor as an inverse cell [6].
    Cursor,
    MarkError,
    MarkWarning,
    MarkInformation,
    MarkHint,
    AddedMark,
    AddedBand,
    RemovedMark,
    RemovedBand,
}

impl Role {
    /// The attribute of `look.md`, and on what it stands.
    fn look(self) -> (u8, Ground) {
        use FrameState::*;
        use Ground::*;
        use Role::*;
        match self {
            Desktop => (0x71, Rest),
            Title(color, state) => (framed(color, state), if state == Inactive { Rest } else { Strip }),
            Frame(color, Dragging) => (framed(color, Dragging), Strip),
            Frame(color, state) => (framed(color, state), Edge),
            Icon(color) => (framed(color, Dragging), Strip),
            Grip(color) => (framed(color, Dragging), Edge),
            Shadow => (0x08, Rest),
            ScrollBar(WindowColor::Blue) => (0x31, Rest),
            ScrollBar(_) => (0x13, Rest),
            Text(WindowColor::Blue) | Tree | Identifier | MarkWarning => (0x1E, Rest),
            Text(WindowColor::Cyan) => (0x3E, Rest),
            Text(WindowColor::Gray) | Static | Label | Menu | ButtonShadow => (0x70, Rest),
            Selection(WindowColor::Blue) | TreeFocused => (0x71, Rest),
            Selection(WindowColor::Cyan) => (0x21, Rest),
            Selection(WindowColor::Gray) | LabelFocused => (0x7F, Strip),
            HelpText | PanelText | Cluster | List | HighlightedRow => (0x30, Rest),
            HelpLink | ClusterMnemonic => (0x3E, Mnemonic),
            HelpLinkSelected => (0x1E, Strip),
            PanelFocused | ListFocused | InputSelection | ButtonFocused => (0x2F, Strip),
            MenuMnemonic => (0x74, Mnemonic),
            MenuDisabled | ButtonDisabled => (0x78, Rest),
            MenuSelected | Button | AddedBand => (0x20, Rest),
            MenuSelectedMnemonic => (0x24, Mnemonic),
            MenuSelectedDisabled => (0x28, Rest),
            LabelMnemonic => (0x7E, Mnemonic),
            LabelFocusedMnemonic => (0x7E, Strip),
            ButtonDefault => (0x2B, Strip),
            ButtonMnemonic => (0x2E, Mnemonic),
            ButtonMarkedMnemonic => (0x2E, Strip),
            ClusterFocused => (0x3F, Strip),
            ClusterDisabled | PanelDimmed => (0x38, Rest),
            ClusterFocusedMnemonic => (0x3E, Strip),
            Input | HistoryList | TreeCollapsed | Keyword => (0x1F, Rest),
            InputArrow | TreeSelected | Type | AddedMark => (0x1A, Rest),
            InputDisabled | Comment | MarkHint => (0x17, Rest),
            HistoryArrow => (0x20, Rest),
            HistorySides => (0x72, Rest),
            ListDivider => (0x31, Rest),
            ListMarked => (0x3E, Rest),
            Info | Operator => (0x13, Rest),
            StringLiteral | MarkInformation => (0x1B, Rest),
            Number => (0x1D, Rest),
            Pragma | RemovedMark => (0x1C, Rest),
            Breakpoint | ErrorRow | MarkError | RemovedBand => (0x4F, Rest),
            Cursor => (0xF1, Rest),
        }
    }
}

fn framed(color: WindowColor, state: FrameState) -> u8 {
    match (color, state) {
        (WindowColor::Blue, FrameState::Inactive) => 0x17,
        (WindowColor::Blue, FrameState::Active) => 0x1F,
        (WindowColor::Blue, FrameState::Dragging) => 0x1A,
        (WindowColor::Cyan, FrameState::Inactive) => 0x37,
        (WindowColor::Cyan, FrameState::Active) => 0x3F,
        (WindowColor::Cyan, FrameState::Dragging) => 0x3A,
        (WindowColor::Gray, FrameState::Inactive) => 0x70,
        (WindowColor::Gray, FrameState::Active) => 0x7F,
        (WindowColor::Gray, FrameState::Dragging) => 0x7A,
    }
}

/// What an attribute stands on: decides between the two values that some have in the accessible palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    /// A surface at rest.
    Rest,
    /// A strip that carries the focus, and is darkened for it.
    Strip,
    /// A letter marked on a surface at rest: underlined.
    Mnemonic,
    /// A frame below its title row: the surface stays, so the line darkens.
    Edge,
}

/// Attributes below 4.5 and what stands for them; where section 2 has two values, the one on a darkened strip.
const ON_STRIP: [(u8, u32, u32); 19] = [
    (0x08, 0xAAAAAA, 0x000000),
    (0x74, 0x800000, 0xAAAAAA),
    (0x78, 0x3C3C3C, 0xAAAAAA),
    (0x7A, 0x55FF55, 0x3C3C3C),
    (0x7E, 0xFFFF55, 0x3C3C3C),
    (0x7F, 0xFFFFFF, 0x3C3C3C),
    (0x72, 0x004400, 0xAAAAAA),
    (0x21, 0x000060, 0x00AA00),
    (0x24, 0x5A0000, 0x00AA00),
    (0x28, 0x003000, 0x00AA00),
    (0x2B, 0x55FFFF, 0x006400),
    (0x2E, 0xFFFF55, 0x006400),
    (0x2F, 0xFFFFFF, 0x006400),
    (0x37, 0x003333, 0x00AAAA),
    (0x38, 0x303030, 0x00AAAA),
    (0x3A, 0x55FF55, 0x00555F),
    (0x3E, 0xFFFF55, 0x00555F),
    (0x3F, 0xFFFFFF, 0x00555F),
    (0x1C, 0xFF7F7F, 0x0000AA),
];

/// Their values on a surface at rest, where those differ.
const AT_REST: [(u8, u32, u32); 3] =
    [(0x7E, 0x800000, 0xAAAAAA), (0x2E, 0x5A0000, 0x00AA00), (0x3E, 0x640000, 0x00AAAA)];

/// Bright lines on a surface at rest become the dark ones of that surface.
const AT_EDGE: [(u8, u32, u32); 4] =
    [(0x7F, 0x000000, 0xAAAAAA), (0x3F, 0x000000, 0x00AAAA), (0x7A, 0x004400, 0xAAAAAA), (0x3A, 0x003333, 0x00AAAA)];

fn accessible(code: u8, ground: Ground) -> Attr {
    let first: &[_] = match ground {
        Ground::Strip => &[],
        Ground::Rest | Ground::Mnemonic => &AT_REST,
        Ground::Edge => &AT_EDGE,
    };
    let found = first.iter().chain(&ON_STRIP).find(|(of, ..)| *of == code);
    let attr = found.map_or(Attr::vga(code), |(_, fg, bg)| Attr::new(Rgb::hex(*fg), Rgb::hex(*bg)));
    if ground == Ground::Mnemonic { attr.with(Style::UNDERLINE) } else { attr }
}

/// The colours in use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    palette: Palette,
}

impl Theme {
    /// The colours of a palette.
    pub fn new(palette: Palette) -> Self {
        Self { palette }
    }

    /// The palette that it was made of.
    pub fn palette(&self) -> Palette {
        self.palette
    }

    /// How that is painted.
    pub fn attr(&self, role: Role) -> Attr {
        let (code, ground) = role.look();
        let attr = match self.palette {
            Palette::Classic => Attr::vga(code),
            Palette::Accessible => accessible(code, ground),
        };
        if role == Role::Comment { attr.with(Style::ITALIC) } else { attr }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every role once.
    #[rustfmt::skip]
    fn all_roles() -> Vec<Role> {
        use FrameState::*;
        use Role::*;
        use WindowColor::*;
        let mut roles = vec![
            Desktop, Shadow, HelpText, HelpLink, HelpLinkSelected, PanelText, PanelFocused, PanelDimmed, Menu, MenuMnemonic,
            MenuDisabled, MenuSelected, MenuSelectedMnemonic, MenuSelectedDisabled, Static, Label, LabelFocused,
            LabelMnemonic, LabelFocusedMnemonic, Button, ButtonDefault, ButtonFocused, ButtonDisabled, ButtonMnemonic,
            ButtonMarkedMnemonic, ButtonShadow, Cluster, ClusterFocused, ClusterDisabled, ClusterMnemonic,
            ClusterFocusedMnemonic, Input, InputArrow, InputSelection, InputDisabled, HistoryArrow, HistorySides,
            HistoryList, List, ListDivider, ListFocused, ListMarked, Info, Tree, TreeFocused, TreeSelected,
            TreeCollapsed, Identifier, Keyword, Type, StringLiteral, Comment, Number, Operator, Pragma,
            HighlightedRow, Breakpoint, ErrorRow, Cursor, MarkError, MarkWarning, MarkInformation, MarkHint,
            AddedMark, AddedBand, RemovedMark, RemovedBand,
        ];
        for color in [Blue, Cyan, Gray] {
            for state in [Inactive, Active, Dragging] {
                roles.extend([Title(color, state), Frame(color, state)]);
            }
            roles.extend([Icon(color), Grip(color), ScrollBar(color), Text(color), Selection(color)]);
        }
        roles
    }

    /// Whether contrast does not matter: disabled, or shape without text (`look.md` section 2).
    fn is_exempt(role: Role) -> bool {
        use Role::*;
        let disabled =
            matches!(role, MenuDisabled | MenuSelectedDisabled | ButtonDisabled | ClusterDisabled | InputDisabled);
        disabled || matches!(role, Desktop | ButtonShadow | HistorySides | ListDivider)
    }

    #[test]
    fn accessible_text_has_a_contrast_of_at_least_four_and_a_half() {
        let theme = Theme::new(Palette::Accessible);
        for role in all_roles().into_iter().filter(|role| !is_exempt(*role)) {
            let attr = theme.attr(role);
            let ratio = attr.fg.contrast(attr.bg);
            assert!(ratio >= 4.5, "{role:?}: {} on {} is {ratio:.2}", attr.fg, attr.bg);
        }
    }

    #[test]
    fn classic_is_the_vga_attribute_of_each_element() {
        use FrameState::*;
        let theme = Theme::new(Palette::Classic);
        let code = |role| theme.attr(role).vga_code().unwrap();
        assert_eq!(code(Role::Desktop), 0x71);
        assert_eq!([Inactive, Active, Dragging].map(|s| code(Role::Frame(WindowColor::Blue, s))), [0x17, 0x1F, 0x1A]);
        assert_eq!([Inactive, Active, Dragging].map(|s| code(Role::Title(WindowColor::Cyan, s))), [0x37, 0x3F, 0x3A]);
        assert_eq!([Inactive, Active, Dragging].map(|s| code(Role::Frame(WindowColor::Gray, s))), [0x70, 0x7F, 0x7A]);
        assert_eq!((code(Role::Shadow), code(Role::Comment), code(Role::Cursor)), (0x08, 0x17, 0xF1));
        for role in all_roles() {
            assert!(theme.attr(role).vga_code().is_some(), "{role:?}");
        }
    }

    #[test]
    fn the_accessible_palette_underlines_mnemonics_and_keeps_good_colours() {
        let (classic, accessible) = (Theme::new(Palette::Classic), Theme::new(Palette::Accessible));
        for role in [Role::MenuMnemonic, Role::MenuSelectedMnemonic, Role::LabelMnemonic, Role::ButtonMnemonic] {
            assert!(accessible.attr(role).style.contains(Style::UNDERLINE), "{role:?}");
            assert!(!classic.attr(role).style.contains(Style::UNDERLINE), "{role:?}");
        }
        for role in [Role::Menu, Role::Identifier, Role::StringLiteral, Role::ErrorRow] {
            assert_eq!(accessible.attr(role), classic.attr(role), "{role:?}");
        }
        assert!(accessible.attr(Role::Comment).style.contains(Style::ITALIC));
    }

    #[test]
    fn every_alternative_is_good_enough() {
        for (code, fg, bg) in ON_STRIP.into_iter().chain(AT_REST).chain(AT_EDGE) {
            let ratio = Rgb::hex(fg).contrast(Rgb::hex(bg));
            assert!(ratio >= 4.5, "{code:02X}: {ratio:.2}");
        }
    }
}
