//! How a call stands for somebody who takes part in it, and what has come for them.

use std::collections::BTreeSet;

use chassis::{Kernel, access::Rpc, grpc, store::CommandMeta};
use chassis_domain::Uuid;
use kajo_proto::chat_queue::v1::{CallEnd, CallParticipant, KeepCallRequest, KeepCallResponse};
use tonic::Status;

use super::call_party::Attended;
use crate::{
    attendance,
    call::{BelongsTo, Call, End, Presence, Side},
    call_moves::tell,
    call_seats::{self, Kept, Seat},
    call_signals::{self, Place},
};

/// Notes that a seat is there still, and answers. Who is not in it is told nothing of anybody.
pub(super) async fn keep(kernel: &Kernel, rpc: &Rpc, attended: &Attended, asked: &KeepCallRequest) -> Result<KeepCallResponse, Status> {
    let (call, me) = (&attended.call, attended.me());
    let mut answer = KeepCallResponse {
        state: call.phase.public().into(),
        end: call.end.map_or(CallEnd::Unspecified, End::public).into(),
        presence: call.presence_of(me).public().into(),
        ..KeepCallResponse::default()
    };
    if call.is_over() {
        return Ok(answer);
    }
    let (participant, id) = (me, attended.id.uuid());
    let place = Uuid::try_parse(&asked.seat_id).ok().map(|seat| Place { participant, seat });
    let mut changed = false;
    if let Some(Place { participant, seat }) = place {
        attend(kernel, rpc, attended).await?;
        let kept = Kept { participant, seat, camera_on: asked.camera_on, microphone_on: asked.microphone_on };
        let kept = call_seats::keep(&kernel.pool, id, kept, kernel.clock.now()).await.map_err(grpc::fault)?;
        let Some(has_changed) = kept else {
            let seats = call_seats::of_call(&kernel.pool, id).await.map_err(grpc::fault)?;
            answer.elsewhere = seats.iter().any(|other| other.participant == participant);
            if !answer.elsewhere {
                // They were not heard of for a while: the page comes again.
                answer.presence = Presence::Away.public().into();
            }
            return Ok(answer);
        };
        changed = has_changed;
    }
    if !call.is_in(me) {
        return Ok(answer);
    }
    let seats = call_seats::of_call(&kernel.pool, id).await.map_err(grpc::fault)?;
    if changed {
        let others: BTreeSet<_> = seats.iter().map(|seat| seat.participant).filter(|other| *other != me).collect();
        tell(kernel, attended.id, call, &others).await;
    }
    answer.participants = seats.into_iter().filter(|seat| call.is_in(seat.participant)).map(|seat| shown(call, me, seat)).collect();
    if let Some(place) = place {
        answer.signals = call_signals::behind(&kernel.pool, id, place, asked.after_number).await.map_err(grpc::fault)?;
    }
    Ok(answer)
}

/// A professional in the call of a chat is there for their chats, also while nothing else is heard of them.
async fn attend(kernel: &Kernel, rpc: &Rpc, attended: &Attended) -> Result<(), Status> {
    let is_of_chat = attended.call.standing.as_ref().is_some_and(|standing| matches!(standing.belongs_to, BelongsTo::Chat(_)));
    if is_of_chat && attended.party.attendee.side == Side::Practitioner {
        let meta = CommandMeta { actor: rpc.actor(), trace: rpc.trace.clone(), ..CommandMeta::system(kernel.ids.v7(kernel.clock.now())) };
        attendance::keep(kernel, attended.party.attendee.person, meta).await?;
    }
    Ok(())
}

/// Somebody who is in a call, to somebody else who is.
fn shown(call: &Call, me: Uuid, seat: Seat) -> CallParticipant {
    CallParticipant {
        participant_id: seat.participant.to_string(),
        name: seat.name,
        own: seat.participant == me,
        organiser: call.is_organiser(seat.participant),
        seat_id: seat.id.to_string(),
        camera_on: seat.camera_on,
        microphone_on: seat.microphone_on,
        guest: call.is_guest(seat.participant),
    }
}
