//! chat-queue on real Postgres and NATS.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

mod appointment_call;
mod assessing;
mod assessment;
mod call;
mod call_left;
mod calling;
mod chat;
mod chat_queue;
mod chat_schedule;
mod chat_summary;
mod closure;
mod ended;
mod line;
mod offered;
mod scheduling;
mod summing_up;
mod take_over;
mod talk;
mod visit;
mod waiting_room;
mod whispers;
mod world;
