//! The front desk of a test: what it books, moves and cancels in the other systems, and what goes wrong there.

use jiff::Timestamp;

use super::{
    book::{Booking, NewBooking, State, System},
    fault::BookingFault,
};
use crate::site::Running;

impl Running {
    /// Base address of a system that keeps appointments.
    pub fn booking_base(&self, system: System) -> String {
        format!("http://{}{}", self.address, system.base())
    }

    /// Books there, and answers with what it is called there.
    pub fn book(&self, new: NewBooking) -> String {
        self.world.booking.book(new, self.now())
    }

    /// A booking begins at another time.
    pub fn rebook(&self, reference: &str, starts_at: Timestamp) {
        self.change_booking(reference, |new| new.starts_at = starts_at);
    }

    /// A booking is another than it was.
    pub fn change_booking(&self, reference: &str, change: impl FnOnce(&mut NewBooking)) {
        self.alter(reference, |booking| change(&mut booking.new));
    }

    /// A booking is cancelled.
    pub fn cancel_booking(&self, reference: &str, reason: &str) {
        self.alter(reference, |booking| booking.state = State::Cancelled { reason: reason.to_owned() });
    }

    /// What was booked has taken place.
    pub fn finish_booking(&self, reference: &str) {
        self.alter(reference, |booking| booking.state = State::Done);
    }

    /// What was cancelled takes place after all.
    pub fn reinstate_booking(&self, reference: &str) {
        self.alter(reference, |booking| booking.state = State::Booked);
    }

    /// A booking vanishes as if it had never been.
    pub fn forget_booking(&self, reference: &str) {
        self.world.booking.forget(reference);
    }

    /// What goes wrong with a system from now on; `None`: nothing any more.
    pub fn fail_booking(&self, system: System, fault: Option<BookingFault>) {
        self.world.booking.fail(system, fault);
    }

    /// How often the list of a system was asked for: its first pages alone are counted.
    pub fn booking_asked(&self, system: System) -> u64 {
        self.world.booking.asked(system)
    }

    /// So many bookings stand on a page of every list from now on.
    pub fn booking_page_size(&self, size: usize) {
        self.world.booking.page_size(size);
    }

    fn alter(&self, reference: &str, change: impl FnOnce(&mut Booking)) {
        self.world.booking.change(reference, self.now(), change);
    }
}
