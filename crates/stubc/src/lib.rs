//! The optimizing stub compiler: command line and library.
