//! Laying a dialog out for a screen: blocks below each other, from the title to the buttons.
//!
//! A form keeps blank rows between its blocks while the screen has the room, then gives them up, then shortens its
//! lists and texts; what still does not fit is reached by scrolling. Columns that are too narrow go below each other.

use super::{Button, Control, Dialog, Input, Kind, Label};
use crate::base::{Rect, Size};
use crate::ui::markup;

/// Cells to the left of the controls, frame included; there is one more at the right, since texts start in column 1.
const MARGIN: i32 = 3;
/// The width below which margins shrink to the frame.
const NARROW: i32 = 48;
/// Blanks between a label and its field.
const LABEL_GAP: i32 = 3;
/// Rows of a button, its shadow included.
const BUTTON_ROWS: i32 = 2;

/// A control with a label above it.
pub struct Group {
    label: String,
    name: String,
    kind: Kind,
    rows: i32,
    /// How low it may become on a small screen.
    least: i32,
}

/// Groups below each other, one of several columns.
pub struct Column {
    weight: i32,
    groups: Vec<Group>,
}

enum Block {
    Field { label: String, name: String, input: Input },
    Group(Group),
    Columns(Vec<Column>),
    Buttons(Vec<(String, Button)>),
}

/// A dialog being laid out.
pub struct Form {
    title: String,
    width: i32,
    available: Size,
    blocks: Vec<Block>,
}

impl Group {
    /// A cluster, with a label above it unless that is empty. The label's mnemonic letter is between tildes.
    pub fn cluster(label: &str, name: &str, cluster: super::Cluster) -> Self {
        let rows = cluster.captions().len() as i32;
        Self::new(label, name, Kind::Cluster(cluster), rows, rows)
    }

    /// A list of so many rows, fewer where the screen has no room.
    pub fn list(label: &str, name: &str, list: super::List, rows: i32) -> Self {
        Self::new(label, name, Kind::List(list), rows, rows.min(3))
    }

    fn new(label: &str, name: &str, kind: Kind, rows: i32, least: i32) -> Self {
        Self { label: label.to_owned(), name: name.to_owned(), kind, rows: rows.max(1), least: least.max(1) }
    }

    fn label_rows(&self) -> i32 {
        i32::from(!self.label.is_empty())
    }

    fn width(&self) -> i32 {
        let inside = match &self.kind {
            Kind::Cluster(cluster) => cluster.width(),
            _ => 0,
        };
        inside.max(markup::width(&self.label) + 2)
    }
}

impl Column {
    /// A column of that share of the width.
    pub fn new(weight: i32, groups: Vec<Group>) -> Self {
        Self { weight: weight.max(1), groups }
    }

    fn rows(&self) -> i32 {
        self.groups.iter().map(|group| group.rows + group.label_rows()).sum()
    }

    /// The room that its groups ask for.
    fn width(&self) -> i32 {
        self.groups.iter().map(Group::width).max().unwrap_or(1)
    }
}

impl Form {
    /// A dialog that is `width` cells wide, or as wide as the screen allows.
    pub fn new(title: &str, width: i32, available: Size) -> Self {
        Self { title: title.to_owned(), width: width.min(available.width).max(4), available, blocks: Vec::new() }
    }

    /// Text, wrapped.
    pub fn text(self, name: &str, text: &str) -> Self {
        let lines = markup::wrapped(text, self.usable().width - 2).len() as i32;
        self.block(Block::Group(Group::new("", name, Kind::Static(text.to_owned()), lines, 1)))
    }

    /// So many rows of information, as below a list of files.
    pub fn info(self, name: &str, text: &str, rows: i32) -> Self {
        self.block(Block::Group(Group::new("", name, Kind::Info(text.to_owned()), rows, 1)))
    }

    /// An input line with its label to the left; fields share the width of the widest label.
    pub fn field(self, label: &str, name: &str, input: Input) -> Self {
        self.block(Block::Field { label: label.to_owned(), name: name.to_owned(), input })
    }

    /// A control with its label above.
    pub fn group(self, group: Group) -> Self {
        self.block(Block::Group(group))
    }

    /// Groups side by side.
    pub fn columns(self, columns: Vec<Column>) -> Self {
        self.block(Block::Columns(columns))
    }

    /// A row of buttons: their names, and what they are.
    pub fn buttons(self, buttons: Vec<(&str, Button)>) -> Self {
        self.block(Block::Buttons(buttons.into_iter().map(|(name, button)| (name.to_owned(), button)).collect()))
    }

    fn block(mut self, block: Block) -> Self {
        self.blocks.push(block);
        self
    }

    /// The columns that controls may use.
    fn usable(&self) -> Rect {
        match self.width < NARROW {
            true => Rect::new(1, 0, self.width - 2, 0),
            false => Rect::new(MARGIN, 0, self.width - 2 * MARGIN - 1, 0),
        }
    }

    /// Lays it out.
    pub fn build(mut self) -> Dialog {
        self.stack_narrow_columns();
        let room = self.available.height - 2;
        let rows = |form: &Form| form.blocks.iter().map(|block| block.rows(form.width)).sum::<i32>();
        let gaps = self.blocks.len() as i32 + 1;
        let gap = i32::from(rows(&self) + gaps <= room);
        let missing = rows(&self) - room;
        shorten(&mut self.blocks, missing);
        let content = rows(&self) + gap * gaps;
        let size = Size::new(self.width, (content + 2).min(self.available.height).max(3));
        let label_width = self.label_width();
        let mut placing =
            Placing { usable: self.usable(), label_width, y: 1 + gap, full: self.width, controls: Vec::new() };
        for block in self.blocks {
            placing.block(block);
            placing.y += gap;
        }
        Dialog::new(&self.title, size, placing.controls)
    }

    fn label_width(&self) -> i32 {
        let labels = self.blocks.iter().filter_map(|block| match block {
            Block::Field { label, .. } => Some(markup::width(label)),
            _ => None,
        });
        let gap = if self.width < NARROW { 1 } else { LABEL_GAP };
        labels.max().unwrap_or(0) + 1 + gap
    }

    fn stack_narrow_columns(&mut self) {
        let width = self.usable().width;
        let mut blocks = Vec::new();
        for block in std::mem::take(&mut self.blocks) {
            match block {
                Block::Columns(columns) if spans(&columns, 0, width).is_none() => {
                    blocks.extend(columns.into_iter().flat_map(|column| column.groups).map(Block::Group));
                }
                other => blocks.push(other),
            }
        }
        self.blocks = blocks;
    }
}

/// Start and width of each column: by its share, or where that is too little for one of them, what each asks for and
/// its share of the rest. `None` where they do not fit side by side.
fn spans(columns: &[Column], x: i32, width: i32) -> Option<Vec<(i32, i32)>> {
    let gap = |i: usize| if i + 1 < columns.len() { 2 } else { 1 };
    let needs: Vec<i32> = columns.iter().enumerate().map(|(i, column)| column.width() + gap(i)).collect();
    let by_share = shares(columns, width);
    let widths = if by_share.iter().zip(&needs).all(|(share, need)| share >= need) {
        by_share
    } else {
        let rest = width - needs.iter().sum::<i32>();
        if rest < 0 {
            return None;
        }
        needs.iter().zip(shares(columns, rest)).map(|(need, share)| need + share).collect()
    };
    let mut start = x;
    let span = |(i, width): (usize, i32)| {
        start += width;
        (start - width, width - gap(i))
    };
    Some(widths.into_iter().enumerate().map(span).collect())
}

/// So many cells dealt out by weight, all of them.
fn shares(columns: &[Column], width: i32) -> Vec<i32> {
    let total: i32 = columns.iter().map(|column| column.weight).sum::<i32>().max(1);
    let mut before = 0;
    let share = |column: &Column| {
        let start = width * before / total;
        before += column.weight;
        width * before / total - start
    };
    columns.iter().map(share).collect()
}

/// Takes rows from what can be shorter, the longest first, until nothing is missing or nothing more can go.
fn shorten(blocks: &mut [Block], mut missing: i32) {
    while missing > 0 {
        let groups = blocks.iter_mut().filter_map(|block| match block {
            Block::Group(group) if group.rows > group.least => Some(group),
            _ => None,
        });
        let Some(longest) = groups.max_by_key(|group| group.rows) else { return };
        longest.rows -= 1;
        missing -= 1;
    }
}

/// The widths of the buttons, row by row, as they fit into a dialog of that width.
fn button_rows(buttons: &[(String, Button)], full: i32) -> Vec<Vec<i32>> {
    let width = full - 4;
    let mut rows: Vec<Vec<i32>> = vec![Vec::new()];
    let mut used = 0;
    for (_, button) in buttons {
        if used > 0 && used + button.width() > width {
            rows.push(Vec::new());
            used = 0;
        }
        if let Some(row) = rows.last_mut() {
            row.push(button.width());
        }
        used += button.width() + 1;
    }
    rows
}

impl Block {
    /// How many rows it takes in a dialog of that width.
    fn rows(&self, full: i32) -> i32 {
        match self {
            Block::Field { .. } => 1,
            Block::Group(group) => group.rows + group.label_rows(),
            Block::Columns(columns) => columns.iter().map(Column::rows).max().unwrap_or(0),
            Block::Buttons(buttons) => button_rows(buttons, full).len() as i32 * BUTTON_ROWS,
        }
    }
}

struct Placing {
    usable: Rect,
    label_width: i32,
    y: i32,
    /// The width of the dialog.
    full: i32,
    controls: Vec<Control>,
}

impl Placing {
    fn put(&mut self, name: String, rect: Rect, kind: Kind) {
        self.controls.push(Control { name, rect, enabled: true, kind });
    }

    fn block(&mut self, block: Block) {
        let (x, width) = (self.usable.x, self.usable.width);
        match block {
            Block::Field { label, name, input } => self.field(label, name, input),
            Block::Group(group) => self.group(group, x, width - 1),
            Block::Columns(columns) => {
                let (top, mut bottom) = (self.y, self.y);
                let spans = spans(&columns, x, width).unwrap_or_default();
                for (column, (x, width)) in columns.into_iter().zip(spans) {
                    self.y = top;
                    for group in column.groups {
                        self.group(group, x, width);
                    }
                    bottom = bottom.max(self.y);
                }
                self.y = bottom;
            }
            Block::Buttons(buttons) => self.buttons(buttons),
        }
    }

    fn label(&mut self, caption: String, target: &str, x: i32, most: i32) {
        let rect = Rect::new(x, self.y, (markup::width(&caption) + 2).min(most), 1);
        self.put(String::new(), rect, Kind::Label(Label { caption, target: target.to_owned() }));
    }

    fn field(&mut self, label: String, name: String, input: Input) {
        let (x, right) = (self.usable.x + self.label_width, self.usable.right() - 1);
        self.label(label, &name, self.usable.x, self.label_width);
        self.put(name, Rect::new(x, self.y, right - x, 1), Kind::Input(input));
        self.y += 1;
    }

    fn group(&mut self, group: Group, x: i32, width: i32) {
        if !group.label.is_empty() {
            self.label(group.label, &group.name, x, width);
            self.y += 1;
        }
        self.put(group.name, Rect::new(x, self.y, width, group.rows), group.kind);
        self.y += group.rows;
    }

    fn buttons(&mut self, buttons: Vec<(String, Button)>) {
        let rows = button_rows(&buttons, self.full);
        let mut buttons = buttons.into_iter();
        for widths in rows {
            let taken = widths.iter().sum::<i32>() + widths.len() as i32 - 1;
            let mut x = ((self.full - taken) / 2).max(1);
            for (width, (name, button)) in widths.into_iter().zip(buttons.by_ref()) {
                self.put(name, Rect::new(x, self.y, width, BUTTON_ROWS), Kind::Button(button));
                x += width + 1;
            }
            self.y += BUTTON_ROWS;
        }
    }
}
