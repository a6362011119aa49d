//! `raddle models`.

use raddle_models::ModelName;

use crate::args::ModelsArgs;
use crate::status::Status;

pub(crate) fn run(args: &ModelsArgs) -> Status {
    match args.show {
        Some(model) => print!("{}", model.definition()),
        None => {
            for model in ModelName::ALL {
                let aliases = match model.aliases() {
                    [] => String::new(),
                    aliases => format!(" (also {})", aliases.join(", ")),
                };
                println!("{:<6} {}{aliases}", model.name(), model.summary());
            }
        }
    }
    Status::Verified
}
