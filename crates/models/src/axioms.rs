//! The full check of every model, literally.
