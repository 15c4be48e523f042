//! What the menus promise and this version cannot do yet: shown disabled, with the reason.

use super::menus::{COMPILE, DEBUG, EDIT, OPTIONS, RUN, SEARCH, TOOLS};
use super::{Command, Run};

const BUILD: Run = Run::Later("Building needs a toolchain runner, which this version does not have yet.");
const DEBUGGER: Run = Run::Later("Debugging needs a debug adapter client, which this version does not have yet.");
const LANGUAGE: Run = Run::Later("This needs a language server client, which this version does not have yet.");
const AGENTS: Run = Run::Later("This version does not talk to agents yet.");
const DIALOG: Run = Run::Later("This version reads its settings from config.toml; it has no dialog for them yet.");

pub const COMMANDS: &[Command] = &[
    Command::new("edit.complete", "Com~p~lete", "Offer what the word at the cursor may become.", LANGUAGE)
        .keys(&["Ctrl+Space"])
        .menu(EDIT, 4),
    Command::new("search.definition", "~D~efinition", "Go to where the word at the cursor is defined.", LANGUAGE)
        .keys(&["F12"])
        .menu(SEARCH, 3),
    Command::new("search.type", "~T~ype", "Show the type of the word at the cursor.", LANGUAGE)
        .keys(&["Shift+F1"])
        .menu(SEARCH, 3),
    Command::new("run.start", "~R~un", "Build the program and run it.", BUILD).keys(&["Ctrl+F9"]).menu(RUN, 0),
    Command::new("run.test", "~T~est suite", "Build the tests and run them.", BUILD).menu(RUN, 0),
    Command::new("run.stop", "~S~top", "Stop what runs.", BUILD).menu(RUN, 0),
    Command::new("compile.file", "~C~ompile", "Compile the file of the active window.", BUILD)
        .keys(&["Alt+F9"])
        .menu(COMPILE, 0),
    Command::new("compile.make", "~M~ake", "Build what has changed.", BUILD).keys(&["F9"]).menu(COMPILE, 0),
    Command::new("debug.continue", "~C~ontinue", "Run until the next breakpoint.", DEBUGGER)
        .keys(&["F4"])
        .menu(DEBUG, 0),
    Command::new("debug.trace_into", "~T~race into", "Run one step, into calls.", DEBUGGER)
        .keys(&["F7"])
        .menu(DEBUG, 0),
    Command::new("debug.step_over", "~S~tep over", "Run one step, over calls.", DEBUGGER).keys(&["F8"]).menu(DEBUG, 0),
    Command::new("debug.step_out", "Step ~o~ut", "Run until the function returns.", DEBUGGER)
        .keys(&["Ctrl+F7"])
        .menu(DEBUG, 0),
    Command::new("debug.breakpoint", "~B~reakpoint", "Set or clear a breakpoint at the cursor.", DEBUGGER)
        .keys(&["Ctrl+F8"])
        .menu(DEBUG, 1),
    Command::new("tools.conversation", "~C~onversation", "Talk with an agent.", AGENTS)
        .keys(&["Ctrl+Shift+C"])
        .menu(TOOLS, 0),
    Command::new("tools.agents", "~A~gents", "Show the agents at work.", AGENTS).menu(TOOLS, 0),
    Command::new(
        "tools.terminal",
        "~T~erminal",
        "Open a terminal window.",
        Run::Later("This version has no terminals yet."),
    )
    .menu(TOOLS, 1),
    Command::new(
        "tools.git",
        "~G~it review",
        "Look at what changed since the last commit.",
        Run::Later("This version does not work with Git yet."),
    )
    .menu(TOOLS, 1),
    Command::new("options.preferences", "~P~references...", "Change how the editor looks and behaves.", DIALOG)
        .menu(OPTIONS, 0),
    Command::new("options.keys", "~K~ey bindings", "Show which key runs what.", DIALOG).menu(OPTIONS, 0),
    Command::new("options.agent_permissions", "~A~gent permissions...", "Decide what agents may do.", AGENTS)
        .menu(OPTIONS, 1),
    Command::new("options.agents", "A~g~ents...", "Choose which agents there are.", AGENTS).menu(OPTIONS, 1),
];
