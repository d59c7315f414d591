//! Predicts how often each type of an interface specification occurs at run time.
