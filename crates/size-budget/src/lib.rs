//! Chooses a technique per node under a code-size cap.
