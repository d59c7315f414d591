//! What the codecs of PER and OER share: facts about a specification, and the walk of decoders and encoders.

mod receive;
mod send;
mod views;

pub(crate) use receive::{Basis, Receiver, Receiving};
pub(crate) use send::{Sender, Sending};
pub(crate) use views::Views;
