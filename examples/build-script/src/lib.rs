//! Recorded tracks, decoded by C that the build script has generated from `track.asn1`.

use std::ffi::{c_int, c_void};

unsafe extern "C" {
    fn track_northernmost(
        input: *const u8,
        length: usize,
        memory: *mut c_void,
        size: usize,
        error: *mut c_int,
    ) -> i32;
}

/// The northernmost latitude of an encoded recording, in millionths of a degree; nothing of a recording without points.
///
/// # Errors
/// The runtime's error code (`STUBC_...` in `stubc_rt.h`) of a message that is refused.
pub fn northernmost(message: &[u8]) -> Result<Option<i32>, i32> {
    let mut arena = vec![0_u64; 1024 + message.len()];
    let mut error = 0;
    // SAFETY: both ranges are valid for the call, the arena is aligned for any value, and nothing is kept.
    let most = unsafe {
        track_northernmost(
            message.as_ptr(),
            message.len(),
            arena.as_mut_ptr().cast(),
            arena.len() * size_of::<u64>(),
            &raw mut error,
        )
    };
    match error {
        0 => Ok((most != i32::MIN).then_some(most)),
        code => Err(code),
    }
}

#[cfg(test)]
mod tests {
    use super::northernmost;

    #[test]
    fn a_recording_is_decoded_and_a_broken_one_refused() {
        let point = |latitude: u8| [0x30, 0x06, 0x80, 0x01, latitude, 0x81, 0x01, 0x02];
        let mut message = vec![0x30, 0x15, 0x80, 0x01, b'a', 0xa1, 0x10];
        message.extend([point(7), point(9)].concat());
        assert_eq!(northernmost(&message), Ok(Some(9)));
        assert_eq!(northernmost(&[0x30, 0x05, 0x80, 0x01, b'a', 0xa1, 0x00]), Ok(None));
        // STUBC_TRUNCATED
        assert_eq!(northernmost(&message[..message.len() - 1]), Err(-1));
    }
}
