//! The frontend without a display: it plays a script, and writes frames as text and PNG (desktop.md "For scripts").
//!
//! Owns its end of the link, the script's clock and the newest frame. It must not know what the session does with input.

mod script;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::front::Recorder;
use crate::grid::{Image, Mode, Raster, Scale, Scene};
use crate::link::{Front, Gone, ToCore, ToFront};

pub use script::{Script, ScriptError, StepKind, WaitFor};

/// How long a script waits for rest where it does not say, and at the end.
const PATIENCE: Duration = Duration::from_secs(60);

/// What to do without a display.
pub struct Plan {
    pub script: Script,
    /// Where the input goes as a script.
    pub record: Option<PathBuf>,
    /// Where the last frame goes as text.
    pub snapshot: Option<PathBuf>,
    /// Where the last frame goes as PNG.
    pub capture: Option<PathBuf>,
    /// The folder that relative names of these, and of captures in the script, start from.
    pub folder: PathBuf,
    pub mode: Mode,
    pub scale: Scale,
}

/// What became of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What did not work, a line each.
    pub failures: Vec<String>,
    /// Unsaved texts that the journal has.
    pub unsaved: Vec<String>,
}

/// A frontend at work.
struct Player {
    front: Front,
    /// The script's own clock: it only goes on where the script waits for time, so that every run is the same.
    now_ms: u64,
    token: u64,
    scene: Option<Arc<Scene>>,
    report: Report,
    /// What went wrong and could still be put right, by answering the dialog that is open.
    open: Vec<String>,
    /// The session has said its last words.
    heard_end: bool,
    recorder: Option<Recorder>,
    folder: PathBuf,
    mode: Mode,
    scale: Scale,
}

/// Why playing stopped early.
enum Stop {
    /// The session ended, as the script asked or by itself.
    Ended,
    /// Something did not work.
    Failed(String),
}

impl From<Gone> for Stop {
    fn from(_: Gone) -> Self {
        Stop::Ended
    }
}

/// Plays the script, waits until everything has come to rest, writes what was asked for, and ends the session. Nothing is
/// played if a file on the command line could not be opened.
pub fn play(front: Front, plan: &Plan) -> Report {
    let mut player = Player {
        front,
        now_ms: 0,
        token: 0,
        scene: None,
        report: Report::default(),
        open: Vec::new(),
        heard_end: false,
        recorder: None,
        folder: plan.folder.clone(),
        mode: plan.mode,
        scale: plan.scale,
    };
    if let Err(Stop::Failed(why)) = player.play(plan) {
        player.report.failures.push(why);
    }
    player.finish()
}

impl Player {
    fn play(&mut self, plan: &Plan) -> Result<(), Stop> {
        if let Some(path) = &plan.record {
            let recorder = Recorder::create(&self.folder.join(path));
            self.recorder = Some(recorder.map_err(|error| Stop::Failed(error.to_string()))?);
        }
        self.settle(PATIENCE)?;
        if !self.report.failures.is_empty() {
            return Ok(());
        }
        let played = self.steps(&plan.script);
        if !matches!(played, Err(Stop::Failed(_))) {
            self.write_last(plan)?;
        }
        played
    }

    fn steps(&mut self, script: &Script) -> Result<(), Stop> {
        for step in script.steps() {
            match &step.kind {
                StepKind::Input(input) => {
                    if let Some(recorder) = &mut self.recorder {
                        recorder.input(input, self.now_ms);
                    }
                    let aimed_at = self.scene.as_ref().map_or(0, |scene| scene.sequence);
                    self.front.send(ToCore::Input { input: input.clone(), at_ms: self.now_ms, aimed_at })?;
                    self.settle(PATIENCE)?;
                }
                StepKind::Wait { what: WaitFor::Time, timeout } => self.wait(*timeout)?,
                // Language servers and jobs come to rest with everything else.
                StepKind::Wait { timeout, .. } => self.settle(timeout.unwrap_or(PATIENCE))?,
                StepKind::Capture { file } => {
                    if let Some(recorder) = &mut self.recorder {
                        recorder.capture(file);
                    }
                    self.settle(PATIENCE)?;
                    self.capture(file)?;
                }
            }
        }
        Ok(())
    }

    /// Lets time pass, for the script's clock too.
    fn wait(&mut self, time: Option<Duration>) -> Result<(), Stop> {
        let time = time.unwrap_or_default();
        self.now_ms += time.as_millis() as u64;
        let until = Instant::now() + time;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            if let Some(news) = self.front.news(left)? {
                self.hear(news)?;
            }
        }
    }

    /// Waits until everything asked for so far has come to rest.
    fn settle(&mut self, patience: Duration) -> Result<(), Stop> {
        self.token += 1;
        let wanted = self.token;
        self.front.send(ToCore::Settle { token: wanted })?;
        let until = Instant::now() + patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.front.news(left)? {
                Some(ToFront::Settled { token, failures, open }) => {
                    self.report.failures.extend(failures);
                    self.open = open;
                    if token == wanted {
                        break;
                    }
                }
                Some(news) => self.hear(news)?,
                None => return Err(Stop::Failed(format!("nothing came to rest within {} ms", patience.as_millis()))),
            }
        }
        if let Some(scene) = self.front.frame(Duration::ZERO)? {
            self.scene = Some(scene);
        }
        Ok(())
    }

    fn hear(&mut self, news: ToFront) -> Result<(), Stop> {
        match news {
            ToFront::Ended { unsaved, because } => {
                self.heard_end = true;
                self.report.unsaved = unsaved;
                self.report.failures.extend(because);
                Err(Stop::Ended)
            }
            // A script's clipboard is the session's own.
            ToFront::Clipboard(_) | ToFront::Settled { .. } => Ok(()),
        }
    }

    fn write_last(&self, plan: &Plan) -> Result<(), Stop> {
        if let Some(path) = &plan.snapshot {
            let scene = self.scene()?;
            write(&self.folder.join(path), scene.to_text().as_bytes())?;
        }
        match &plan.capture {
            Some(path) => self.capture(path),
            None => Ok(()),
        }
    }

    fn scene(&self) -> Result<&Scene, Stop> {
        self.scene.as_deref().ok_or_else(|| Stop::Failed("the session painted nothing".to_owned()))
    }

    fn capture(&self, path: &Path) -> Result<(), Stop> {
        let image = picture(self.scene()?, self.mode, self.scale).map_err(Stop::Failed)?;
        let mut png = Vec::new();
        let encoded: io::Result<()> = image.write_png(&mut png);
        encoded.map_err(|error| Stop::Failed(format!("cannot make a PNG: {error}")))?;
        write(&self.folder.join(path), &png)
    }

    /// Ends the session and hears its last words.
    fn finish(mut self) -> Report {
        if let Some(Err(error)) = self.recorder.take().map(Recorder::finish) {
            self.report.failures.push(error.to_string());
        }
        // The session may have ended by itself; its last words may still be waiting.
        let _ = self.front.send(ToCore::End);
        if !self.heard_end {
            while let Ok(Some(news)) = self.front.news(PATIENCE) {
                if let ToFront::Settled { failures, .. } = &news {
                    self.report.failures.extend(failures.iter().cloned());
                }
                if self.hear(news).is_err() {
                    break;
                }
            }
        }
        if !self.heard_end {
            self.report.failures.push("the session broke off; --recover lists what it left unsaved".to_owned());
        }
        self.report.failures.append(&mut self.open);
        self.report
    }
}

fn picture(scene: &Scene, mode: Mode, scale: Scale) -> Result<Image, String> {
    Raster::new(mode, scale).render(scene).map_err(|error| error.to_string())
}

fn write(path: &Path, content: &[u8]) -> Result<(), Stop> {
    fs::write(path, content).map_err(|error| Stop::Failed(format!("cannot write {}: {error}", path.display())))
}
