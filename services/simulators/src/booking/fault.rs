//! What goes wrong next with a system that keeps appointments, each by itself: one may be out of order while the others answer.

use std::{io, sync::Arc};

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{Request, State},
    middleware::Next,
    response::{Html, IntoResponse, Response},
};
use futures::{StreamExt, stream};
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};

use super::book::System;
use crate::site::World;

/// For how many seconds a busy system asks to be left alone.
const LEFT_ALONE: &str = "1";

/// A fault of a system that keeps appointments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BookingFault {
    /// It answers 500.
    Fails,
    /// It takes calls and never answers.
    Silent,
    /// It answers with a page for people.
    Malformed,
    /// It takes no calls now, and answers 429.
    Busy,
    /// It knows nobody who calls, and answers 401 whatever they say.
    Unauthorized,
    /// Its lists leave out what was booked last. Asked for by its reference it is there.
    StaleList,
    /// Each time a list is read, what stands first on it and is booked goes between its first page and its second, so that all after it move up.
    PageShift,
    /// The same, the next time that a list of more than one page is read.
    PageShiftOnce,
    /// The connection ends in the middle of an answer.
    CutOff,
}

/// What goes wrong with a system from now on, as `POST /control` is told; no fault: nothing any more.
#[derive(Deserialize)]
pub(crate) struct BookingOrder {
    pub(crate) system: System,
    pub(crate) fault: Option<BookingFault>,
}

/// In front of each system. What goes wrong with a list alone is done where lists are made.
pub(super) async fn at_the_door(State((world, system)): State<(Arc<World>, System)>, request: Request, next: Next) -> Response {
    match world.booking.fault(system) {
        Some(BookingFault::Silent) => std::future::pending().await,
        Some(BookingFault::Fails) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Some(BookingFault::Malformed) => {
            Html("<!doctype html><html lang=\"fi\"><title>Huoltokatko</title><h1>Järjestelmässä on huoltokatko</h1></html>").into_response()
        }
        Some(BookingFault::Busy) => (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, LEFT_ALONE)]).into_response(),
        Some(BookingFault::Unauthorized) => StatusCode::UNAUTHORIZED.into_response(),
        Some(BookingFault::CutOff) => cut_off(next.run(request).await).await,
        Some(BookingFault::StaleList | BookingFault::PageShift | BookingFault::PageShiftOnce) | None => next.run(request).await,
    }
}

/// The first half of an answer, after which the connection ends.
async fn cut_off(answer: Response) -> Response {
    let (parts, body) = answer.into_parts();
    let mut half = to_bytes(body, usize::MAX).await.unwrap_or_default();
    half.truncate(half.len() / 2);
    let said = stream::iter([Ok::<Bytes, io::Error>(half)]);
    // It comes a moment later, so that the half is on its way by then.
    let end = stream::once(async {
        tokio::task::yield_now().await;
        Err::<Bytes, io::Error>(io::ErrorKind::ConnectionAborted.into())
    });
    Response::from_parts(parts, Body::from_stream(said.chain(end)))
}
