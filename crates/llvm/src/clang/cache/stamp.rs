//! File stamps: metadata that changes whenever the file does, so that it need not be read again.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Time after which a stamp is trusted. The clocks of file systems may be as coarse as two seconds: two changes within
/// that time can leave the same stamp.
const SETTLING_TIME: Duration = Duration::from_secs(3);

/// Every change of a file changes part of its stamp: writing to it changes `changed`, a time that cannot be set; and
/// another file in its place has another `inode`. (On systems other than Unix there is less metadata, and it proves
/// nothing.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Stamp {
    device: u64,
    inode: u64,
    size: u64,
    /// Last change of the contents, in nanoseconds.
    modified: i128,
    /// Last change of the inode, which includes every change of the contents, in nanoseconds.
    changed: i128,
}

impl Stamp {
    /// Follows links.
    pub fn of(path: &Path) -> Option<Stamp> {
        Some(Stamp::new(&fs::metadata(path).ok()?))
    }

    #[cfg(unix)]
    fn new(data: &Metadata) -> Stamp {
        use std::os::unix::fs::MetadataExt;
        let nanoseconds = |seconds: i64, rest: i64| i128::from(seconds) * 1_000_000_000 + i128::from(rest);
        Stamp {
            device: data.dev(),
            inode: data.ino(),
            size: data.size(),
            modified: nanoseconds(data.mtime(), data.mtime_nsec()),
            changed: nanoseconds(data.ctime(), data.ctime_nsec()),
        }
    }

    #[cfg(not(unix))]
    fn new(data: &Metadata) -> Stamp {
        let modified = data.modified().map_or(i128::MAX, nanoseconds);
        Stamp { device: 0, inode: 0, size: data.len(), modified, changed: modified }
    }

    /// Whether the last change was before that time.
    pub fn is_older_than(&self, time: SystemTime) -> bool {
        self.modified.max(self.changed) < nanoseconds(time)
    }

    /// The stamp, if every later change of the file will change it.
    pub fn if_settled(self, now: SystemTime) -> Option<Stamp> {
        let long_ago = now.checked_sub(SETTLING_TIME).is_some_and(|then| self.is_older_than(then));
        (cfg!(unix) && long_ago).then_some(self)
    }
}

fn nanoseconds(time: SystemTime) -> i128 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_nanos() as i128,
        Err(before) => -(before.duration().as_nanos() as i128),
    }
}

#[cfg(test)]
mod tests {
    use super::super::binary;
    use super::*;

    #[test]
    fn a_stamp_can_be_written_and_read() {
        let stamp = Stamp { device: 1, inode: u64::MAX, size: 3, modified: -4, changed: i128::from(i64::MAX) * 1000 };
        let bytes = binary::write(&stamp).unwrap();
        assert_eq!(binary::read(&bytes), Some(stamp));
        for end in 0..bytes.len() {
            assert_eq!(binary::read::<Stamp>(&bytes[..end]), None, "{end} bytes");
        }
    }

    #[test]
    fn a_stamp_is_settled_some_seconds_after_the_last_change() {
        let at = |seconds| UNIX_EPOCH + Duration::from_secs(seconds);
        let second = 1_000_000_000;
        let stamp = Stamp { device: 1, inode: 2, size: 3, modified: 90 * second, changed: 100 * second };
        assert!(stamp.if_settled(at(99)).is_none(), "changed in the future");
        assert!(stamp.if_settled(at(102)).is_none(), "changed just now");
        assert_eq!(stamp.if_settled(at(104)).is_some(), cfg!(unix));
        assert!(!stamp.is_older_than(at(100)) && stamp.is_older_than(at(101)));
        let stamp = Stamp { modified: 200 * second, ..stamp };
        assert!(stamp.if_settled(at(104)).is_none(), "a date that is yet to come");
    }
}
