//! `--recover` without a frontend: what the journal holds of sessions that ended badly.

use std::io::Write;
use std::path::Path;

use crate::service::files::LoadLimits;
use crate::service::journal;

/// Lists what can be recovered, or writes the text of one to standard output. Any unambiguous start of an id will do.
pub fn list_or_show(state: &Path, id: Option<&str>) -> Result<(), String> {
    let waiting = journal::scan(state).map_err(|error| format!("cannot look into {}: {error}", state.display()))?;
    let mut out = std::io::stdout().lock();
    let Some(id) = id else {
        for found in &waiting {
            writeln!(out, "{}  {found}", found.id()).map_err(|error| error.to_string())?;
        }
        return Ok(());
    };
    let mut fitting = waiting.iter().filter(|found| found.id().starts_with(id));
    let found = match (fitting.next(), fitting.next()) {
        (Some(found), None) => found,
        (Some(_), Some(_)) => return Err(format!("several texts have an id that starts with {id}")),
        (None, _) => return Err(format!("there is no text with the id {id}; --recover alone lists them")),
    };
    let restored = journal::restore(found, &LoadLimits::now()).map_err(|error| error.to_string())?;
    restored.form.write(&restored.text, &mut out).map_err(|error| format!("cannot write the text: {error}"))?;
    out.flush().map_err(|error| error.to_string())
}
