//! The files that come with Raddle for the compiler to read: headers, and the C++ runtime.

/// Names and texts of files.
pub type Files = &'static [(&'static str, &'static str)];

/// What programs include.
pub const INCLUDE: Files =
    &[("raddle.h", include_str!("../include/raddle.h")), ("genmc.h", include_str!("../include/genmc.h"))];

/// What C++ programs are linked with, and the headers of that.
pub const RUNTIME: Files = &[
    ("raddle_runtime.cpp", include_str!("../runtime/raddle_runtime.cpp")),
    ("raddle_strings.cpp", include_str!("../runtime/raddle_strings.cpp")),
    ("types.h", include_str!("../runtime/types.h")),
    ("exceptions.h", include_str!("../runtime/exceptions.h")),
    ("errors.h", include_str!("../runtime/errors.h")),
    ("containers.h", include_str!("../runtime/containers.h")),
    ("threads.h", include_str!("../runtime/threads.h")),
    ("streams.h", include_str!("../runtime/streams.h")),
];
