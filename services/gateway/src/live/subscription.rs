//! One stream of live updates.

use std::{collections::HashSet, sync::Arc};

use futures::Stream;
use kajo_proto::{
    live::v1::{Changed, Heartbeat, Reset, SessionEnded, Update, Welcome, Whisper, update},
    methods,
    options::v1::Caller,
};
use prost::Message;
use tokio::{
    sync::broadcast::error::RecvError,
    time::{Instant, MissedTickBehavior, interval},
};
use tonic::{Code, Status};

use super::{
    Live, RestsOn, Subscriber, Whispered,
    ring::{Eyes, Found, Ring, Seen},
};
use crate::{refusal::Refusal, rpc, session::Cause};

/// Facts looked at in one go.
const BATCH: usize = 64;
/// Bytes of a frame beside the message.
const FRAME: usize = 5;
/// A session that cannot be looked at for so many looks ends its streams: no answer is not a yes.
const UNANSWERED_LOOKS: u32 = 10;

/// The path of the method that the streams answer.
const PATH: &str = "/kajo.live.v1.LiveService/Subscribe";

/// Where a stream begins.
#[derive(Clone, Copy)]
pub(super) struct Place {
    place: u64,
    /// The app holds a cursor that says nothing here.
    lost: bool,
}

impl Place {
    pub(super) fn of(ring: &Ring, cursor: &str, eyes: &Eyes) -> Self {
        let next = ring.next();
        if cursor.is_empty() {
            return Self { place: next, lost: false };
        }
        let place = ring.place(cursor, eyes).filter(|place| matches!(ring.read(*place, &HashSet::new(), 0), Found::Facts(..)));
        Self { place: place.unwrap_or(next), lost: place.is_none() }
    }
}

/// What a fact means for a stream.
enum Meaning {
    Tell(Changed),
    /// The person has done what else they are told of from now on.
    Chosen(Changed),
    /// The session of this stream is over.
    Over,
    /// The session works elsewhere now, or for somebody else: what it may see has changed.
    Elsewhere,
    Nothing,
}

impl Meaning {
    fn of(fact: &Seen, session_id: &str, kind: Caller) -> Self {
        match fact.message {
            "kajo.identity.v1.SessionEnded" if fact.id == session_id => Self::Over,
            "kajo.identity.v1.WorkContextChosen" | "kajo.identity.v1.ActingChanged" if fact.id == session_id => Self::Elsewhere,
            // Other sessions are nothing that an app shows.
            "kajo.identity.v1.SessionEnded"
            | "kajo.identity.v1.WorkContextChosen"
            | "kajo.identity.v1.ActingChanged"
            | "kajo.identity.v1.SessionStarted" => Self::Nothing,
            "kajo.scheduling.v1.CalendarSchedulesChosen" => Self::Chosen(changed(fact)),
            // Who has joined a line, or is put back into it, follows it from then on. Professionals see others do so all day.
            "kajo.chat_queue.v1.ChatJoined" | "kajo.chat_queue.v1.ChatReturned" if matches!(kind, Caller::Resident | Caller::Visitor) => {
                Self::Chosen(changed(fact))
            }
            // What they began before they signed in is theirs, and the line with it.
            "kajo.chat_queue.v1.ChatClaimed" if kind == Caller::Resident => Self::Chosen(changed(fact)),
            _ => Self::Tell(changed(fact)),
        }
    }
}

fn changed(fact: &Seen) -> Changed {
    Changed { aggregate: fact.aggregate.to_owned(), id: fact.id.clone(), fact: fact.name.to_owned(), fact_no: fact.fact_no }
}

/// What a look at the session, or at the visit, found.
enum Look {
    Fine,
    Over,
    Unknown,
    Forbidden,
}

struct Subscription {
    live: Live,
    subscriber: Subscriber,
    place: u64,
    audience: HashSet<String>,
    audience_asked: Instant,
    sent: usize,
    last_sent: Instant,
    unanswered: u32,
}

impl Subscription {
    fn update(&mut self, update: update::Update) -> Update {
        let eyes = Eyes::of(&self.subscriber.session.caller);
        self.counted(Update { cursor: self.live.ring.cursor(self.place, &eyes), update: Some(update) })
    }

    /// What is whispered, when this person may be told. It is at no place.
    fn whisper(&mut self, whispered: &Whispered) -> Option<Update> {
        let Whispered { message, payload, audience } = whispered;
        if !audience.iter().any(|key| self.audience.contains(key)) {
            return None;
        }
        let whisper = Whisper { message: message.clone(), payload: payload.clone() };
        Some(self.counted(Update { cursor: String::new(), update: Some(update::Update::Whisper(whisper)) }))
    }

    /// An update that is sent now.
    fn counted(&mut self, update: Update) -> Update {
        self.sent += update.encoded_len() + FRAME;
        self.last_sent = Instant::now();
        update
    }

    /// Reads on from the place; whether the session is over.
    async fn read(&mut self) -> (Vec<Update>, bool) {
        let mut updates = Vec::new();
        let Found::Facts(facts, behind) = self.live.ring.read(self.place, &self.audience, BATCH) else {
            self.place = self.live.ring.next();
            updates.push(self.update(update::Update::Reset(Reset {})));
            return (updates, false);
        };
        let (session_id, kind) = (self.subscriber.session.caller.session_id.clone(), self.subscriber.session.kind);
        for (place, fact) in facts {
            self.place = place;
            match Meaning::of(&fact, &session_id, kind) {
                Meaning::Tell(changed) => updates.push(self.update(update::Update::Changed(changed))),
                Meaning::Chosen(changed) => {
                    // Without an answer the old keys hold until the next look.
                    self.refresh().await;
                    updates.push(self.update(update::Update::Changed(changed)));
                }
                Meaning::Nothing => {}
                Meaning::Over => {
                    updates.push(self.update(update::Update::SessionEnded(SessionEnded {})));
                    return (updates, true);
                }
                Meaning::Elsewhere => {
                    // What follows is read with other eyes.
                    let over = matches!(self.look().await, Look::Over | Look::Forbidden);
                    if self.refresh().await.is_none() {
                        // What the person may see has changed, and into what is not known: nothing is told until it is.
                        self.audience.clear();
                    }
                    updates.push(self.update(if over { update::Update::SessionEnded(SessionEnded {}) } else { update::Update::Reset(Reset {}) }));
                    return (updates, over);
                }
            }
        }
        self.place = behind;
        (updates, false)
    }

    /// Asks anew what the person may see; whether that has changed. `None`: there is no answer.
    async fn refresh(&mut self) -> Option<bool> {
        self.audience_asked = Instant::now();
        match self.live.audience(&self.subscriber.session).await {
            Ok(keys) if keys != self.audience => {
                self.audience = keys;
                Some(true)
            }
            Ok(_) => Some(false),
            // Until there is an answer the old one holds; every fetch is decided by its service anyway.
            Err(_) => None,
        }
    }

    /// Whether the session, or the visit, still lives. Looking does not prolong it.
    async fn look(&mut self) -> Look {
        let found = match &self.subscriber.rests_on {
            RestsOn::Session(app, secret) => self.live.sessions.resolve(*app, secret, Cause::Stream).await,
            RestsOn::Visit(visit) => self.live.visits.resolve(*visit),
        };
        match found {
            Ok(session) => {
                self.unanswered = 0;
                let allowed = methods::find(PATH).is_some_and(|method| session.may_call(method));
                self.subscriber.session = session;
                if allowed { Look::Fine } else { Look::Forbidden }
            }
            Err(status) if status.code() == Code::Unauthenticated => Look::Over,
            Err(_) => {
                self.unanswered += 1;
                if self.unanswered < UNANSWERED_LOOKS { Look::Fine } else { Look::Unknown }
            }
        }
    }
}

/// The updates of one tab, until its session ends, its life is over, or the gateway stops. A reader who does not read
/// holds nothing but its place: the ring moves on, and the next update is a reset.
pub(super) fn stream(
    live: Live,
    subscriber: Subscriber,
    from: Place,
    audience: HashSet<String>,
) -> impl Stream<Item = Result<Update, Status>> + Send + 'static {
    async_stream::stream! {
        let (pace, stopping, begun) = (live.pace, live.stopping.clone(), Instant::now());
        let (mut news, mut whispers) = (live.ring.watch(), live.whispers.subscribe());
        let mut whispered: Option<Arc<Whispered>> = None;
        let mut looks = interval(pace.session);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        looks.reset();
        let mut my = Subscription {
            live, subscriber, place: from.place, audience, audience_asked: begun, sent: 0, last_sent: begun, unanswered: 0,
        };
        let first = if from.lost { update::Update::Reset(Reset {}) } else { update::Update::Welcome(Welcome {}) };
        yield Ok(my.update(first));

        loop {
            let newest = *news.borrow_and_update();
            while my.place != newest {
                let (updates, over) = my.read().await;
                for update in updates {
                    yield Ok(update);
                }
                if over || my.sent >= pace.life_bytes {
                    return;
                }
                if my.place > newest {
                    break;
                }
            }
            // What it is about came before it: facts first.
            if let Some(update) = whispered.take().and_then(|whispered| my.whisper(&whispered)) {
                yield Ok(update);
                if my.sent >= pace.life_bytes {
                    return;
                }
            }
            tokio::select! {
                biased;
                () = stopping.cancelled() => return,
                changed = news.changed() => if changed.is_err() { return },
                _ = looks.tick() => {
                    match my.look().await {
                        Look::Fine => {}
                        Look::Over => {
                            yield Ok(my.update(update::Update::SessionEnded(SessionEnded {})));
                            return;
                        }
                        Look::Forbidden => { yield Err(Refusal::forbidden(my.subscriber.session.kind).status); return; }
                        Look::Unknown => { yield Err(rpc::unavailable()); return; }
                    }
                    if my.audience_asked.elapsed() >= pace.audience && my.refresh().await == Some(true) {
                        yield Ok(my.update(update::Update::Reset(Reset {})));
                    } else if my.last_sent.elapsed() >= pace.heartbeat {
                        yield Ok(my.update(update::Update::Heartbeat(Heartbeat {})));
                    }
                    if begun.elapsed() >= pace.life {
                        return;
                    }
                }
                heard = whispers.recv() => match heard {
                    Ok(heard) => whispered = Some(heard),
                    // Too slow for some of them: they are lost.
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return,
                },
            }
        }
    }
}
