//! Output: printf and its relatives. It does not affect the execution; replay recovers it for `--show-output`.

use raddle_ir::{FailureKind, Instr};

use super::code::{Code, argument, int};
use super::table::{LibraryFunction, function, nothing, prints, refused, same};

const NO_INPUT: &str = "input is not modelled; use __VERIFIER_nondet_range for external values";
const NO_FILES: &str = "files are not modelled";

pub(super) const TABLE: &[LibraryFunction] = &[
    prints("printf", 0),
    prints("fprintf", 1),
    prints("dprintf", 1),
    prints("wprintf", 0),
    prints("__printf_chk", 1),
    prints("__fprintf_chk", 2),
    prints("err", 1),
    prints("warn", 0),
    prints("warnx", 0),
    function("puts", 1, puts).borrows(&[0]),
    function("perror", 1, perror).borrows(&[0]),
    function("fputs", 2, fputs).borrows(&[0, 1]),
    same("fputs_unlocked", "fputs"),
    function("putchar", 1, putchar),
    same("putchar_unlocked", "putchar"),
    function("fputc", 2, putchar).borrows(&[1]),
    same("putc", "fputc"),
    same("_IO_putc", "fputc"),
    function("write", 3, write).borrows(&[1]),
    function("fwrite", 4, fwrite).borrows(&[0, 3]),
    nothing("vprintf"),
    nothing("vfprintf"),
    nothing("fflush"),
    nothing("setbuf"),
    nothing("setvbuf"),
    nothing("setlinebuf"),
    nothing("flockfile"),
    nothing("funlockfile"),
    refused("scanf", NO_INPUT),
    refused("fscanf", NO_INPUT),
    refused("__isoc99_scanf", NO_INPUT),
    refused("__isoc99_fscanf", NO_INPUT),
    refused("__isoc99_sscanf", NO_INPUT),
    refused("getchar", NO_INPUT),
    refused("getc", NO_INPUT),
    refused("fgetc", NO_INPUT),
    refused("fgets", NO_INPUT),
    refused("getline", NO_INPUT),
    refused("read", NO_INPUT),
    refused("fopen", NO_FILES),
    refused("fclose", NO_FILES),
    refused("fread", NO_FILES),
    refused("open", NO_FILES),
    refused("close", NO_FILES),
];

/// Prints the first parameter in this format.
fn output(code: &mut Code<'_>, format: &'static str) {
    let format = code.string(format);
    code.emit(Instr::Output { format: format.into(), args: Box::new([argument(0)]) });
}

/// Fails if the first parameter is null.
fn require_string(code: &mut Code<'_>) {
    let null = code.not(argument(0));
    code.fail_if(null, FailureKind::InvalidArgument, "the string to print is a null pointer");
}

fn puts(code: &mut Code<'_>) {
    require_string(code);
    output(code, "%s\n");
    code.ret(int(0));
}

/// Without a text only the error is printed.
fn perror(code: &mut Code<'_>) {
    code.when(argument(0), |code| output(code, "%s\n"));
    code.ret_void();
}

fn fputs(code: &mut Code<'_>) {
    require_string(code);
    output(code, "%s");
    code.ret(int(0));
}

fn putchar(code: &mut Code<'_>) {
    output(code, "%c");
    code.ret(argument(0));
}

/// The whole buffer is written.
fn write(code: &mut Code<'_>) {
    code.ret(argument(2));
}

/// The whole buffer is written.
fn fwrite(code: &mut Code<'_>) {
    code.ret(argument(2));
}
