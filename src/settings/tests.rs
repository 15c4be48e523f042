use std::fs;
use std::path::Path;

use super::*;

fn file(name: &str, text: &str) -> Option<FileText> {
    Some(FileText { file: name.to_owned(), text: Ok(text.to_owned()) })
}

fn global(text: &str) -> (Settings, Vec<String>) {
    said(resolve(&Layers { global: file("config.toml", text), ..Layers::default() }))
}

fn project(global: &str, project: &str, trusted: bool) -> (Settings, Vec<String>) {
    let layers = Layers {
        global: file("config.toml", global),
        project: file("thc.toml", project),
        project_trusted: trusted,
        ..Layers::default()
    };
    said(resolve(&layers))
}

fn said((settings, problems): (Settings, Vec<Problem>)) -> (Settings, Vec<String>) {
    (settings, problems.iter().map(ToString::to_string).collect())
}

#[test]
fn nothing_given_is_the_defaults() {
    assert_eq!(resolve(&Layers::default()), (Settings::default(), Vec::new()));
}

#[test]
fn the_defaults_of_the_table_are_those_of_the_type() {
    for table in keys::TABLES {
        let keys::Content::Keys(settings) = table.content else { continue };
        for setting in settings.iter().filter(|setting| !setting.default.contains(char::is_alphabetic)) {
            let text = format!("[{}]\n{} = {}\n", table.name, setting.key, setting.default);
            let (mut settings, problems) = global(&text);
            assert_eq!(problems, Vec::<String>::new());
            if setting.key == "columns" {
                assert_eq!(settings.screen_size(), Settings::default().screen_size());
                settings.columns = None;
            }
            assert_eq!(settings, Settings::default(), "{text}");
        }
        for (word, flag) in [("true", true), ("false", false)] {
            for setting in settings.iter().filter(|setting| setting.default == word) {
                let keys::Kind::Flag(field) = setting.kind else { panic!("{} is no flag", setting.key) };
                assert_eq!(*field(&mut Settings::default()), flag, "{}", setting.key);
            }
        }
    }
}

#[test]
fn every_key_of_the_defaults_arrives() {
    let (settings, problems) = global(
        r#"[editor.defaults]
backend = "terminal"
scale = 2.125
screenMode = 259
columns = 512
rows = 12
appearance = "dark"
palette = "accessible"
wordStar = true
blinkCursor = false
crtFilter = true
pixelateUnicode = true
materialIcons = true
chatSubmit = false
streamerMode = true
tabWidth = 16
"#,
    );
    assert_eq!(problems, Vec::<String>::new());
    let expected = Settings {
        backend: Some(Backend::Terminal),
        scale: Scale::from_eighths(17).unwrap(),
        screen_mode: ScreenMode::Mode259,
        columns: Some(512),
        rows: Some(12),
        appearance: Appearance::Dark,
        palette: Palette::Accessible,
        word_star: true,
        blink_cursor: false,
        crt_filter: true,
        pixelate_unicode: true,
        material_icons: true,
        chat_submit: false,
        streamer_mode: true,
        tab_width: 16,
        ..Settings::default()
    };
    assert_eq!(settings, expected);
}

#[test]
fn the_higher_layer_wins() {
    let scale = |eighths| Scale::from_eighths(eighths).unwrap();
    let mut layers = Layers { global: file("g", "editor.defaults.scale = 1.125\n"), ..Layers::default() };
    assert_eq!(resolve(&layers).0.scale, scale(9));
    layers.project = file("p", "[editor.defaults]\nscale = 2\n");
    assert_eq!(resolve(&layers).0.scale, scale(16));
    layers.environment = vec![("THC_EDIT_SCALE".into(), "3.5".into()), ("THC_EDIT_HLS".into(), "/opt/hls".into())];
    assert_eq!(resolve(&layers).0.scale, scale(28));
    assert_eq!(resolve(&layers).0.haskell_server.as_deref(), Some("/opt/hls"));
    layers.overrides.scale = Some(scale(64));
    assert_eq!(resolve(&layers).0.scale, scale(64));
    assert_eq!(resolve(&layers).1, Vec::new());
}

#[test]
fn variables_are_checked_and_empty_ones_are_none() {
    let set = |name: &str, value: &str| {
        let environment = vec![(name.to_owned(), value.to_owned())];
        said(resolve(&Layers { environment, ..Layers::default() }))
    };
    assert_eq!(set("THC_EDIT_APPEARANCE", "light").0.appearance, Appearance::Light);
    assert_eq!(set("THC_EDIT_APPEARANCE", ""), (Settings::default(), Vec::new()));
    assert_eq!(set("THC_EDIT_COLOUR", "red"), (Settings::default(), Vec::new()));
    for (name, value) in [("THC_EDIT_APPEARANCE", "dim"), ("THC_EDIT_SCALE", "1.1"), ("THC_EDIT_SCALE", "NaN")] {
        let (settings, problems) = set(name, value);
        assert_eq!(settings, Settings::default());
        assert!(problems[0].starts_with(&format!("{name}: \"{value}\" is not ")), "{problems:?}");
    }
}

#[test]
fn problems_name_file_and_line_and_the_rest_counts() {
    let (settings, problems) = global(
        "[editor.defaults]\nscal = 2\nscale = 9\ntabWidth = \"4\"\nscreenMode = 4\nbackend = \"metl\"\nwordStar = true\n\n\
         [editor.colours]\nred = 1\n[misc]\n[editor.mcp]\nhttp = 3\n",
    );
    assert!(settings.word_star);
    assert_eq!(settings, Settings { word_star: true, ..Settings::default() });
    assert_eq!(
        problems,
        [
            "config.toml:2: unknown key editor.defaults.scal",
            "config.toml:3: editor.defaults.scale: 9 is not a scale from 1 to 8 in steps of 0.125",
            "config.toml:4: editor.defaults.tabWidth: \"4\" is not a whole number from 1 to 16",
            "config.toml:5: editor.defaults.screenMode: 4 is not 3 or 259",
            "config.toml:6: editor.defaults.backend: \"metl\" is not \"window\", \"metal\", \"vulkan\", \"terminal\", \
             \"web\" or \"headless\"",
            "config.toml:9: unknown key editor.colours",
            "config.toml:11: unknown key misc",
            "config.toml:13: editor.mcp.http is integer, not a table",
        ]
    );
}

#[test]
fn a_broken_file_is_one_problem_and_an_empty_layer() {
    let (settings, problems) = global("[editor.defaults]\nwordStar = true\nscale = = 2\n");
    assert_eq!(settings, Settings::default());
    assert_eq!(problems.len(), 1);
    assert!(problems[0].starts_with("config.toml:3: "), "{problems:?}");
    assert!(problems[0].ends_with("the whole file is passed over"), "{problems:?}");
}

#[test]
fn a_flood_of_problems_is_cut_and_counted() {
    let keys: String = (0..5000).map(|n| format!("k{n} = {n}\n")).collect();
    let (_, problems) = global(&format!("[editor.defaults]\n{keys}"));
    assert_eq!(problems.len(), 101);
    assert_eq!(problems[100], "config.toml: 4900 more problems in this file");
    let deep = format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(global(&deep).1.len(), 1);
}

#[test]
fn a_project_cannot_touch_what_is_not_its_own() {
    let theirs = "[editor.defaults]\nstreamerMode = true\ntabWidth = 4\n[editor.mcp.permissions]\nx = \"enable\"\n\
                  [editor.mcp.servers.evil]\ncommand = \"evil\"\n[editor.mcp.http]\nenabled = true\n";
    let (settings, problems) = project("", theirs, true);
    assert_eq!(settings, Settings { tab_width: 4, ..Settings::default() });
    let lines: Vec<&str> = problems.iter().map(|problem| problem.split(": ").next().unwrap()).collect();
    assert_eq!(lines, ["thc.toml:2", "thc.toml:4", "thc.toml:6", "thc.toml:8"]);
}

#[test]
fn a_project_may_only_lower_the_limits_and_adds_to_the_context() {
    let ours = "[editor.agents]\nmax_agents = 6\n[editor.agent]\ncontext = \"first\"\n";
    let theirs = "[editor.agents]\nmax_agents = 7\nmax_subagents = 0\n[editor.agent]\ncontext = \"second\"\n";
    let (settings, problems) = project(ours, theirs, false);
    assert_eq!((settings.max_agents, settings.max_subagents), (6, 0));
    assert_eq!(settings.agent_context, ["first", "second"]);
    assert_eq!(problems.len(), 1);
    assert!(problems[0].starts_with("thc.toml:2: "), "{problems:?}");
    let long = format!("[editor.agent]\ncontext = \"{}\"\n", "x".repeat(16_385));
    let (settings, problems) = global(&long);
    assert!(settings.agent_context.is_empty());
    assert!(problems[0].len() < 200, "{problems:?}");
}

#[test]
fn an_untrusted_project_names_no_programs() {
    let ours = "[editor.languages.haskell]\ncommand = \"hls\"\nargs = [\"--lsp\"]\n";
    let theirs = "[editor.languages.haskell]\ncommand = \"theirs\"\n[editor.environment]\nA = \"1\"\nB = false\n\
                  [editor.toolchains.ghc]\nbuild = [\"cabal\", \"build\"]\n";
    let (settings, problems) = project(ours, theirs, false);
    assert_eq!(problems, Vec::<String>::new());
    assert_eq!(settings.languages["haskell"]["command"], "hls");
    assert!(settings.environment.is_empty() && settings.toolchains.is_empty());
    assert_eq!(settings.withheld, ["editor.languages", "editor.environment", "editor.toolchains"]);

    let (settings, _) = project(ours, theirs, true);
    assert_eq!(settings.languages["haskell"]["command"], "theirs");
    assert_eq!(settings.languages["haskell"]["args"][0], "--lsp");
    assert_eq!(settings.environment["A"].as_deref(), Some("1"));
    assert_eq!(settings.environment["B"], None);
    assert!(settings.withheld.is_empty());
}

#[test]
fn keys_are_bound_by_context() {
    let (settings, problems) = global(
        "[editor.keybindings.editor]\n\"file.save\" = [\"F2\", \"Ctrl+S\"]\n\"edit.undo\" = []\n\
         \"edit.redo\" = [\"Hyper+Z\"]\n\"edit.cut\" = \"Ctrl+X\"\n",
    );
    let editor = &settings.keybindings["editor"];
    assert_eq!(editor["file.save"].keys, ["F2".parse().unwrap(), "Ctrl+S".parse().unwrap()]);
    assert_eq!(editor["file.save"].at.to_string(), "config.toml:2");
    assert!(editor["edit.undo"].keys.is_empty());
    assert_eq!(editor.len(), 2);
    assert!(problems[0].starts_with("config.toml:4: \"Hyper+Z\" is not a key"), "{problems:?}");
    assert!(
        problems[1].starts_with("config.toml:5: editor.keybindings.edit.cut: \"Ctrl+X\" is not a list"),
        "{problems:?}"
    );
}

#[test]
fn permissions_take_three_words() {
    let (settings, problems) =
        global("[editor.mcp.permissions]\nfile_read = \"enable\"\n\"mcp__git__*\" = \"disable\"\nshell = \"maybe\"\n");
    assert_eq!(settings.permissions["file_read"], Permission::Enable);
    assert_eq!(settings.permissions["mcp__git__*"], Permission::Disable);
    assert_eq!(settings.permissions.len(), 2);
    assert_eq!(problems.len(), 1);
}

#[test]
fn scales_are_eighths() {
    assert_eq!("1.125".parse::<Scale>().unwrap().eighths(), 9);
    assert_eq!("8".parse::<Scale>().unwrap().to_string(), "8");
    for eighths in 8..=64 {
        let scale = Scale::from_eighths(eighths).unwrap();
        assert_eq!(scale.to_string().parse(), Ok(scale));
    }
    for bad in ["", "0", "0.875", "8.125", "1.1", "-1", "1e0", "inf", "NaN", "two", "1,5"] {
        assert!(bad.parse::<Scale>().is_err(), "{bad}");
    }
}

#[test]
fn every_variable_of_the_specification_is_known() {
    for name in ["THC_EDIT_BACKEND", "THC_EDIT_APPEARANCE", "THC_EDIT_SCALE"] {
        assert!(keys::of_variable(name).is_some(), "{name}");
    }
}

#[test]
fn the_manual_names_every_table_and_key() {
    let page = manual();
    for table in keys::TABLES {
        assert!(page.contains(&format!("## `[{}", table.name)), "{}", table.name);
        if let keys::Content::Keys(settings) = table.content {
            for setting in settings {
                assert!(page.contains(&format!("\n| `{}` |", setting.key)), "{}", setting.key);
            }
        }
    }
}

#[test]
fn the_global_file_is_where_xdg_says() {
    let environment = |config: Option<&str>, home: Option<&str>| Environment {
        config_home: config.map(Into::into),
        home: home.map(Into::into),
        variables: Vec::new(),
    };
    let path = |config, home| global_path(&environment(config, home)).map(|path| path.display().to_string());
    assert_eq!(path(Some("/etc/me"), Some("/home/me")).as_deref(), Some("/etc/me/thc/config.toml"));
    assert_eq!(path(Some("me"), Some("/home/me")).as_deref(), Some("/home/me/.config/thc/config.toml"));
    assert_eq!(path(Some(""), None), None);
}

#[test]
fn the_project_file_is_sought_up_to_the_root() {
    let root = tempfile::tempdir().unwrap();
    let make = |path: &str| fs::write(root.path().join(path), "").unwrap();
    let deep = root.path().join("repo/pkg/src");
    fs::create_dir_all(&deep).unwrap();
    make("thc.toml");
    assert_eq!(project_path(&deep), None);
    make("repo/pkg/p.cabal");
    make("repo/thc.toml");
    assert_eq!(project_path(&deep), None, "a lone package is the root");
    make("repo/cabal.project");
    assert_eq!(project_path(&deep), Some(root.path().join("repo/thc.toml")));
    make("repo/pkg/thc.toml");
    assert_eq!(project_path(&deep), Some(root.path().join("repo/pkg/thc.toml")));
    fs::create_dir(root.path().join("repo/pkg/src/.git")).unwrap();
    assert_eq!(project_path(&deep), None, "the Git root ends the search");
}

#[test]
fn files_that_cannot_be_read_are_reported() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join(".config/thc");
    let path = folder.join("config.toml");
    let environment = Environment { home: Some(home.path().into()), ..Environment::default() };
    let loaded = |start: Option<&Path>| said(load(&environment, start, false, &Overrides::default()));
    let complaint = || {
        let (settings, problems) = loaded(None);
        assert_eq!(settings, Settings::default());
        assert_eq!(problems.len(), 1, "{problems:?}");
        problems[0].strip_prefix(&path.display().to_string()).unwrap().to_owned()
    };
    assert_eq!(loaded(None), (Settings::default(), Vec::new()));
    fs::create_dir_all(&path).unwrap();
    assert!(complaint().contains("no regular file"));
    fs::remove_dir(&path).unwrap();
    std::os::unix::fs::symlink(&path, &path).unwrap();
    assert!(complaint().contains("cannot be used"));
    fs::remove_file(&path).unwrap();
    fs::write(&path, b"a = 1\n\xff\n").unwrap();
    assert!(complaint().contains("line 2 is not UTF-8"));
    fs::write(&path, " ".repeat(FILE_MAX_BYTES as usize + 1)).unwrap();
    assert!(complaint().contains("larger than 1 MiB"));
    fs::write(&path, "[editor.defaults]\ntabWidth = 2\n").unwrap();
    fs::write(home.path().join("thc.toml"), "[editor.defaults]\nwordStar = true\n").unwrap();
    let (settings, problems) = loaded(Some(home.path()));
    assert_eq!((settings.tab_width, settings.word_star, problems.len()), (2, true, 0));
}
