//! Single executions that a model must allow or forbid for a named reason.
