//! Who meet in a call that belongs to a chat.

#[cfg(test)]
mod tests;

use super::{Chat, Phase, Practitioner, Refused, Standing};

impl Chat {
    /// Both sides, for the professional who has it and invites the other one to a call.
    ///
    /// # Errors
    /// When it is another one's, and when it does not go on.
    pub fn may_call(&self, by: &Practitioner) -> Result<&Standing, Refused> {
        let standing = self.standing.as_ref().filter(|standing| standing.practitioner == Some(by.person)).ok_or(Refused::NotFound)?;
        if self.phase == Phase::Active { Ok(standing) } else { Err(Refused::Ended) }
    }
}
