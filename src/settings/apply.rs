//! From layers given as text to [`Settings`]: each layer is laid over the ones below it, lowest first.

use toml_edit::{Document, Item, Table as TomlTable, TableLike, Value};

use super::keys::{self, Content, HASKELL_SERVER_VARIABLE, Kind, Project, Setting, TABLES, Table};
use super::values::{Appearance, Backend, BadValue, Scale, ScreenMode, word};
use super::{Binding, Fields, Place, Problem, Settings};
use crate::base::Key;

/// The most problems that one file is reported for.
const MAX_PROBLEMS: usize = 100;
/// The most characters of a bad value that a message repeats.
const QUOTE_CHARS: usize = 40;

/// A settings file, read or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileText {
    /// How messages name it.
    pub file: String,
    /// Its text, or why there is none, as the end of "this file …".
    pub text: Result<String, String>,
}

/// Everything that settings come from, lowest precedence first.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    pub global: Option<FileText>,
    pub project: Option<FileText>,
    /// Whether the person trusts the project's file to name programs.
    pub project_trusted: bool,
    /// Environment variables, name and value; names that are no setting are passed over, and so are empty values.
    pub environment: Vec<(String, String)>,
    pub overrides: Overrides,
}

/// What the command line sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    pub backend: Option<Backend>,
    pub scale: Option<Scale>,
    pub screen_mode: Option<ScreenMode>,
    pub columns: Option<u16>,
    pub rows: Option<u16>,
    pub appearance: Option<Appearance>,
    pub word_star: Option<bool>,
    pub crt_filter: Option<bool>,
    pub streamer_mode: Option<bool>,
}

/// The settings that the layers make, and all that was wrong with them. Depends on nothing but its argument.
pub fn resolve(layers: &Layers) -> (Settings, Vec<Problem>) {
    let mut settings = Settings::default();
    let mut problems = Vec::new();
    let files =
        [(&layers.global, Scope::Global), (&layers.project, Scope::Project { trusted: layers.project_trusted })];
    for (file, scope) in files {
        if let Some(file) = file {
            problems.extend(apply_file(&mut settings, file, scope));
        }
    }
    for (name, value) in &layers.environment {
        if let Err(bad) = apply_variable(&mut settings, name, value) {
            let at = Place { file: name.clone(), line: None };
            problems.push(Problem { at, message: format!("{bad}; the variable is passed over") });
        }
    }
    layers.overrides.apply(&mut settings);
    (settings, problems)
}

impl Overrides {
    fn apply(&self, settings: &mut Settings) {
        fn put<T: Copy>(field: &mut T, value: Option<T>) {
            *field = value.unwrap_or(*field);
        }
        settings.backend = self.backend.or(settings.backend);
        settings.columns = self.columns.or(settings.columns);
        settings.rows = self.rows.or(settings.rows);
        put(&mut settings.scale, self.scale);
        put(&mut settings.screen_mode, self.screen_mode);
        put(&mut settings.appearance, self.appearance);
        put(&mut settings.word_star, self.word_star);
        put(&mut settings.crt_filter, self.crt_filter);
        put(&mut settings.streamer_mode, self.streamer_mode);
    }
}

fn apply_variable(settings: &mut Settings, name: &str, value: &str) -> Result<(), BadValue> {
    if value.is_empty() {
        return Ok(());
    }
    if name == HASKELL_SERVER_VARIABLE {
        settings.haskell_server = Some(value.to_owned());
        return Ok(());
    }
    let Some(setting) = keys::of_variable(name) else { return Ok(()) };
    let given = Given::of_variable(&setting.kind, value);
    put_value(settings, &setting.kind, given).map_err(|()| bad_value(&format!("\"{value}\""), &setting.kind.wanted()))
}

/// Whose file it is, and so what it may do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Global,
    Project { trusted: bool },
}

fn apply_file(settings: &mut Settings, file: &FileText, scope: Scope) -> Vec<Problem> {
    let whole = |message: String| Problem { at: Place { file: file.file.clone(), line: None }, message };
    let raw = match &file.text {
        Ok(text) => text.as_str(),
        Err(why) => return vec![whole(format!("this file {why}; its settings are passed over"))],
    };
    let document = match Document::parse(raw) {
        Ok(document) => document,
        Err(error) => {
            let line = line_of(raw, error.span().map_or(raw.len(), |span| span.start));
            let message = format!("{}; the whole file is passed over", one_line(error.message()));
            return vec![Problem { at: Place { file: file.file.clone(), line: Some(line) }, message }];
        }
    };
    let mut reader = Reader { settings, name: &file.file, raw, scope, problems: Vec::new(), unsaid: 0 };
    reader.walk("", document.as_table());
    let (mut problems, unsaid) = (reader.problems, reader.unsaid);
    problems.sort_by_key(|problem| problem.at.line);
    if unsaid > 0 {
        problems.push(whole(format!("{unsaid} more problems in this file")));
    }
    problems
}

/// Lays one file over the settings.
struct Reader<'a> {
    settings: &'a mut Settings,
    name: &'a str,
    raw: &'a str,
    scope: Scope,
    problems: Vec<Problem>,
    /// How many problems there were past the most that are reported.
    unsaid: usize,
}

impl Reader<'_> {
    /// Walks the tables above the known ones: the document itself, `editor`, `editor.mcp`.
    fn walk(&mut self, prefix: &str, table: &TomlTable) {
        for (key, item) in table.iter() {
            let name = if prefix.is_empty() { key.to_owned() } else { format!("{prefix}.{key}") };
            let known = TABLES.iter().find(|table| table.name == name);
            let above =
                TABLES.iter().any(|table| table.name.strip_prefix(&name).is_some_and(|end| end.starts_with('.')));
            match (known, item.as_table_like()) {
                (Some(known), Some(inner)) => self.table(known, table, key, inner),
                (None, Some(_)) if above => match item.as_table() {
                    Some(inner) => self.walk(&name, inner),
                    None => self.problem(table, key, format!("{name} is written inline; write [{name}] sections")),
                },
                (Some(_), None) => self.problem(table, key, format!("{name} is {}, not a table", item.type_name())),
                (None, None) if above => {
                    self.problem(table, key, format!("{name} is {}, not a table", item.type_name()));
                }
                (None, _) => self.problem(table, key, format!("unknown key {name}")),
            }
        }
    }

    fn table(&mut self, known: &Table, parent: &TomlTable, key: &str, inner: &dyn TableLike) {
        if let Scope::Project { trusted } = self.scope {
            if known.project == Project::Not {
                let message = format!("a project's file may not set [{}]; write it into your own", known.name);
                return self.problem(parent, key, message);
            }
            if known.names_programs && !trusted {
                return self.settings.withheld.push(known.name);
            }
        }
        match &known.content {
            Content::Keys(settings) => self.keys(known, settings, inner),
            Content::Sections(target) => {
                for (name, fields) in self.sections(known, inner) {
                    let fields: Fields = fields.iter().map(|(key, item)| (key.to_owned(), plain(item))).collect();
                    target(self.settings).entry(name).or_default().extend(fields);
                }
            }
            Content::Permissions(target) => {
                for (tool, item) in inner.iter() {
                    match item.as_str().ok_or(()).and_then(|text| word(text).map_err(drop)) {
                        Ok(permission) => drop(target(self.settings).insert(tool.to_owned(), permission)),
                        Err(()) => self.wrong(known, inner, tool, item, "\"enable\", \"prompt\" or \"disable\""),
                    }
                }
            }
            Content::Variables(target) => {
                for (variable, item) in inner.iter() {
                    let value = match (item.as_str(), item.as_bool()) {
                        (Some(text), _) => Some(text.to_owned()),
                        (_, Some(false)) => None,
                        _ => {
                            self.wrong(known, inner, variable, item, "a text, or false to unset the variable");
                            continue;
                        }
                    };
                    target(self.settings).insert(variable.to_owned(), value);
                }
            }
            Content::Bindings(target) => {
                for (context, commands) in self.sections(known, inner) {
                    for (command, item) in commands.iter() {
                        if let Some(binding) = self.binding(known, commands, command, item) {
                            let context = target(self.settings).entry(context.clone()).or_default();
                            context.insert(command.to_owned(), binding);
                        }
                    }
                }
            }
        }
    }

    fn keys(&mut self, known: &Table, settings: &[Setting], inner: &dyn TableLike) {
        for (key, item) in inner.iter() {
            let Some(setting) = settings.iter().find(|setting| setting.key == key) else {
                self.problem(inner, key, format!("unknown key {}.{key}", known.name));
                continue;
            };
            if self.scope != Scope::Global && setting.project == Some(Project::Not) {
                let message = format!("a project's file may not set {}.{key}; write it into your own", known.name);
                self.problem(inner, key, message);
                continue;
            }
            let given = Given::of_item(item);
            if self.scope != Scope::Global
                && let (Kind::Limit { field, .. }, Given::Number(wanted)) = (&setting.kind, &given)
            {
                let most = *field(self.settings);
                if *wanted > i64::from(most) {
                    let message = format!(
                        "a project's file may only lower {}.{key}: {wanted} is more than {most}, which stays",
                        known.name
                    );
                    self.problem(inner, key, message);
                    continue;
                }
            }
            if put_value(self.settings, &setting.kind, given).is_err() {
                self.wrong(known, inner, key, item, &setting.kind.wanted());
            }
        }
    }

    /// The sub-tables of a table that holds nothing else.
    fn sections<'t>(&mut self, known: &Table, inner: &'t dyn TableLike) -> Vec<(String, &'t dyn TableLike)> {
        let mut sections = Vec::new();
        for (name, item) in inner.iter() {
            match item.as_table_like() {
                Some(fields) => sections.push((name.to_owned(), fields)),
                None => self.wrong(known, inner, name, item, "a table"),
            }
        }
        sections
    }

    fn binding(&mut self, known: &Table, table: &dyn TableLike, command: &str, item: &Item) -> Option<Binding> {
        let wanted = "a list of chords such as [\"F2\", \"Ctrl+S\"]";
        let Some(texts) = item.as_array().and_then(texts) else {
            self.wrong(known, table, command, item, wanted);
            return None;
        };
        let mut keys = Vec::new();
        for text in &texts {
            match text.parse::<Key>() {
                Ok(key) => keys.push(key.normalized()),
                Err(bad) => {
                    self.problem(table, command, format!("{bad}; the command keeps its keys"));
                    return None;
                }
            }
        }
        Some(Binding { keys, at: self.place(table, command) })
    }

    /// Reports a value of the wrong type or out of range.
    fn wrong(&mut self, known: &Table, table: &dyn TableLike, key: &str, item: &Item, wanted: &str) {
        let written = item.span().and_then(|span| self.raw.get(span)).unwrap_or_else(|| item.type_name());
        let bad = bad_value(written, wanted);
        self.problem(table, key, format!("{}.{key}: {bad}", known.name));
    }

    fn problem(&mut self, table: &dyn TableLike, key: &str, message: String) {
        if self.problems.len() >= MAX_PROBLEMS {
            self.unsaid += 1;
            return;
        }
        let at = self.place(table, key);
        self.problems.push(Problem { at, message });
    }

    fn place(&self, table: &dyn TableLike, key: &str) -> Place {
        let start = table.key(key).and_then(|key| key.span()).map(|span| span.start);
        Place { file: self.name.to_owned(), line: start.map(|start| line_of(self.raw, start)) }
    }
}

/// A value, as far as settings tell values apart.
enum Given<'a> {
    Flag(bool),
    Number(i64),
    Real(f64),
    Text(&'a str),
    Texts(Vec<String>),
    Other,
}

impl<'a> Given<'a> {
    fn of_item(item: &'a Item) -> Given<'a> {
        match item.as_value() {
            Some(Value::Boolean(flag)) => Given::Flag(*flag.value()),
            Some(Value::Integer(number)) => Given::Number(*number.value()),
            Some(Value::Float(number)) => Given::Real(*number.value()),
            Some(Value::String(text)) => Given::Text(text.value()),
            Some(Value::Array(array)) => texts(array).map_or(Given::Other, Given::Texts),
            _ => Given::Other,
        }
    }

    /// The value of an environment variable, which has no types of its own.
    fn of_variable(kind: &Kind, text: &'a str) -> Given<'a> {
        match kind {
            Kind::Flag(_) => text.parse().map_or(Given::Other, Given::Flag),
            Kind::Number { .. } | Kind::Limit { .. } => text.parse().map_or(Given::Other, Given::Number),
            Kind::Scale(_) => text.parse().map_or(Given::Other, Given::Real),
            Kind::Word { quoted: false, .. } => text.parse().map_or(Given::Other, Given::Number),
            Kind::Word { quoted: true, .. } | Kind::Text { .. } => Given::Text(text),
            Kind::Texts(_) => Given::Other,
        }
    }
}

/// Puts a value where its kind says; changes nothing if it is not one of that kind.
fn put_value(settings: &mut Settings, kind: &Kind, given: Given) -> Result<(), ()> {
    match (kind, given) {
        (Kind::Flag(field), Given::Flag(flag)) => *field(settings) = flag,
        (Kind::Number { least, most, set }, Given::Number(n)) if (*least..=*most).contains(&n) => set(settings, n),
        (Kind::Limit { least, most, field }, Given::Number(number)) => {
            let number = u8::try_from(number).ok().filter(|number| (*least..=*most).contains(number));
            *field(settings) = number.ok_or(())?;
        }
        (Kind::Word { set, quoted: true, .. }, Given::Text(text)) => set(settings, text).map_err(drop)?,
        (Kind::Word { set, quoted: false, .. }, Given::Number(number)) => {
            set(settings, &number.to_string()).map_err(drop)?;
        }
        (Kind::Scale(field), Given::Real(number)) => *field(settings) = Scale::from_number(number).ok_or(())?,
        (Kind::Scale(field), Given::Number(number)) => {
            *field(settings) = Scale::from_number(number as f64).ok_or(())?;
        }
        (Kind::Text { most, set }, Given::Text(text)) if text.chars().count() <= *most => {
            set(settings, text.to_owned())
        }
        (Kind::Texts(field), Given::Texts(texts)) => *field(settings) = texts,
        _ => return Err(()),
    }
    Ok(())
}

fn texts(array: &toml_edit::Array) -> Option<Vec<String>> {
    array.iter().map(|value| value.as_str().map(str::to_owned)).collect()
}

/// A value as plain data; dates become texts.
fn plain(item: &Item) -> serde_json::Value {
    match item {
        Item::None => serde_json::Value::Null,
        Item::Value(value) => plain_value(value),
        Item::Table(table) => table.iter().map(|(key, item)| (key.to_owned(), plain(item))).collect(),
        Item::ArrayOfTables(tables) => tables.iter().map(|table| plain(&Item::Table(table.clone()))).collect(),
    }
}

fn plain_value(value: &Value) -> serde_json::Value {
    match value {
        Value::String(text) => text.value().as_str().into(),
        Value::Integer(number) => (*number.value()).into(),
        Value::Float(number) => (*number.value()).into(),
        Value::Boolean(flag) => (*flag.value()).into(),
        Value::Datetime(date) => date.value().to_string().into(),
        Value::Array(array) => array.iter().map(plain_value).collect(),
        Value::InlineTable(table) => table.iter().map(|(key, value)| (key.to_owned(), plain_value(value))).collect(),
    }
}

fn bad_value(found: &str, wanted: &str) -> BadValue {
    let mut found = one_line(found);
    if let Some((cut, _)) = found.char_indices().nth(QUOTE_CHARS) {
        found.truncate(cut);
        found.push('…');
    }
    BadValue { found, wanted: wanted.to_owned() }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn line_of(raw: &str, offset: usize) -> usize {
    let before = &raw.as_bytes()[..offset.min(raw.len())];
    before.iter().filter(|byte| **byte == b'\n').count() + 1
}
