//! How much memory a text may take: what is left of every limit that this process lives under.

use std::fmt;
use std::fs;
use std::path::Path;

use rustix::process::{Resource, getrlimit};

/// Left free for everything else that the process does, bytes; of address space more, since threads reserve it freely.
const RESERVE: u64 = 16 << 20;
const ADDRESS_RESERVE: u64 = 96 << 20;

/// The limit that is reached first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    AddressSpace,
    DataSize,
    ControlGroup,
    System,
    Caller,
}

/// What is left of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    bytes: u64,
    bound: Bound,
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = self.bytes / 1_000_000;
        match self.bound {
            Bound::AddressSpace => write!(f, "the address-space limit of this process leaves {left} MB"),
            Bound::DataSize => write!(f, "the data-size limit of this process leaves {left} MB"),
            Bound::ControlGroup => write!(f, "the memory limit of its control group leaves {left} MB"),
            Bound::System => write!(f, "this machine has {left} MB available"),
            Bound::Caller => write!(f, "only {left} MB are allowed"),
        }
    }
}

/// How much memory loading may take.
#[derive(Clone, Copy, Debug)]
pub struct LoadLimits {
    left: Shortage,
}

impl LoadLimits {
    /// What is left at this moment of the limits on address space and data (setrlimit(2)), of the control group's memory,
    /// and of the machine's. A limit that cannot be read does not count.
    pub fn now() -> LoadLimits {
        let used = used_by_process();
        let limit = |resource| getrlimit(resource).current.unwrap_or(u64::MAX);
        let lefts = [
            (limit(Resource::As).saturating_sub(used.address_space + ADDRESS_RESERVE), Bound::AddressSpace),
            (limit(Resource::Data).saturating_sub(used.data + RESERVE), Bound::DataSize),
            (control_group_left().unwrap_or(u64::MAX).saturating_sub(RESERVE), Bound::ControlGroup),
            (system_left().unwrap_or(u64::MAX).saturating_sub(RESERVE), Bound::System),
        ];
        let unlimited = LoadLimits::at_most(u64::MAX);
        lefts.into_iter().fold(unlimited, |limits, (bytes, bound)| {
            if bytes < limits.left.bytes { LoadLimits { left: Shortage { bytes, bound } } } else { limits }
        })
    }

    /// So many bytes and no more, whatever the system has.
    pub fn at_most(bytes: u64) -> LoadLimits {
        LoadLimits { left: Shortage { bytes, bound: Bound::Caller } }
    }

    /// Refuses what needs more than there is.
    pub(in crate::service) fn check(&self, needed: u64) -> Result<(), Shortage> {
        if needed <= self.left.bytes { Ok(()) } else { Err(self.left) }
    }
}

struct Used {
    address_space: u64,
    data: u64,
}

/// `VmSize` and `VmData` of `/proc/self/status` (proc(5)).
fn used_by_process() -> Used {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    Used { address_space: kib_line(&status, "VmSize:").unwrap_or(0), data: kib_line(&status, "VmData:").unwrap_or(0) }
}

/// `MemAvailable` of `/proc/meminfo` (proc(5)).
fn system_left() -> Option<u64> {
    kib_line(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")
}

/// The bytes in a line of the form `NAME:  NUMBER kB`.
fn kib_line(table: &str, name: &str) -> Option<u64> {
    let number = table.lines().find_map(|line| line.strip_prefix(name))?;
    number.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}

/// The least that is left in this process's control group and those above it, in either version of the interface
/// (cgroups(7)). Pages of files count as free.
fn control_group_left() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    groups.lines().filter_map(group_left).min()
}

fn group_left(line: &str) -> Option<u64> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (controllers, group) = (parts.next()?, parts.next()?);
    let files = if controllers.is_empty() {
        GroupFiles { root: "/sys/fs/cgroup", limit: "memory.max", used: "memory.current", cache: "file " }
    } else if controllers.split(',').any(|c| c == "memory") {
        let root = "/sys/fs/cgroup/memory";
        GroupFiles { root, limit: "memory.limit_in_bytes", used: "memory.usage_in_bytes", cache: "total_cache " }
    } else {
        return None;
    };
    let group = Path::new(group.trim_start_matches('/'));
    group.ancestors().filter_map(|folder| files.left(folder)).min()
}

struct GroupFiles {
    root: &'static str,
    limit: &'static str,
    used: &'static str,
    cache: &'static str,
}

impl GroupFiles {
    fn left(&self, group: &Path) -> Option<u64> {
        let folder = Path::new(self.root).join(group);
        let number = |name| fs::read_to_string(folder.join(name)).ok()?.trim().parse::<u64>().ok();
        let (limit, used) = (number(self.limit)?, number(self.used)?);
        let stat = fs::read_to_string(folder.join("memory.stat")).unwrap_or_default();
        let cache = stat.lines().find_map(|line| line.strip_prefix(self.cache)?.trim().parse::<u64>().ok());
        Some(limit.saturating_sub(used.saturating_sub(cache.unwrap_or(0))))
    }
}
