//! Messages of ONC RPC version 2 (RFC 5531), as words of four bytes.

/// The most bytes of credentials and verifiers (RFC 5531 section 8.2).
const CREDENTIALS: usize = 400;

/// The words that are left of a message.
pub(crate) struct Words<'a>(pub(crate) &'a [u8]);

impl Words<'_> {
    /// Returns the next word, and goes behind it.
    pub(crate) fn next(&mut self) -> Option<u32> {
        let (word, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_be_bytes(*word))
    }

    /// Skips credentials or a verifier: authentication belongs to the transport.
    pub(crate) fn credentials(&mut self) -> Option<()> {
        let _flavor = self.next()?;
        let length = usize::try_from(self.next()?).ok().filter(|length| *length <= CREDENTIALS)?;
        self.0 = self.0.get(length.next_multiple_of(4)..)?;
        Some(())
    }
}
