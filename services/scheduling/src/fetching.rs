//! One fetch of one search: another system is asked for the appointments that the search finds there, and each of them hears what was told of it
//! (SCH-14, SCH-21). How it went is kept last: what ends half way has lost nothing, since all of it is told again the next time, and whoever hears
//! what they know already says nothing.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    time::Duration,
};

use chassis::{
    Kernel, grpc,
    person_index::PersonIndex,
    store::{CommandMeta, ExecuteError, StoreError, TraceContext, WorkError},
    telemetry::{self, metrics},
};
use chassis_domain::{PersonId, Refusal, SignedDuration, Timestamp, Uuid};
use jiff::{ToSpan, civil::Date};
use tonic::{Code, Status};

use crate::{
    adapters::{
        admission::{Admissions, matter_of},
        booking_system::{Asked, BookingSystemClient, Told},
        booking_systems::BookingSystems,
        people::People,
    },
    appointment::{
        Appointment, AppointmentId,
        outside::{Outside, OutsideState, outside_id},
    },
    appointment_search::{BookingSystem, Details},
    booking,
    fetch::{
        self, FetchFailed, FetchState, Fetched, NotFetched,
        mapping::{self, Mapping},
    },
    fetch_table::{self, Turn},
    projections::my_appointments,
    settings::{BookingSystemSettings, SchedulingSettings},
    slots,
};

/// For so long whoever fetches a search has it for themselves, should they never end.
const TURN: SignedDuration = SignedDuration::from_mins(5);
/// A fetch takes no longer: it has ended before somebody else's turn can begin.
const LONGEST: Duration = Duration::from_mins(4);
/// Whoever asks for a fetch that is under way waits so often ..
const LOOKS: usize = 40;
/// .. for so long, ten seconds in all.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);
/// How many people and appointments are asked about at once.
const AT_ONCE: usize = 500;

/// Who is asked. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Fetching {
    systems: BookingSystems,
    persons: PersonIndex,
    people: People,
    admissions: Admissions,
    /// Every how many minutes, where a service says nothing else.
    minutes: u32,
}

/// Every how many minutes searches are fetched.
#[derive(Clone, Debug)]
pub(crate) struct Intervals {
    of_services: HashMap<Uuid, u32>,
    otherwise: u32,
}

/// Why a fetch ended before its end.
#[derive(Debug)]
pub(crate) enum Stopped {
    /// As those who keep searches are told.
    Failed(FetchFailed),
    /// It is our own fault, which is in the log.
    Fault(Status),
}

/// A fetch of a search.
struct Fetch<'a> {
    kernel: &'a Kernel,
    around: &'a Fetching,
    client: &'a dyn BookingSystemClient,
    mapping: Mapping<'a>,
    trace: TraceContext,
}

impl Fetching {
    /// As the settings say.
    ///
    /// # Errors
    /// When they cannot be read, or an address is none.
    pub(crate) fn of(kernel: &Kernel) -> anyhow::Result<Self> {
        let settings: SchedulingSettings = kernel.settings.part()?;
        let outside: BookingSystemSettings = kernel.settings.part()?;
        Ok(Self {
            systems: BookingSystems::of(kernel)?,
            persons: PersonIndex::try_new(kernel, settings.identity_url.as_deref())?,
            people: People::try_new(kernel, settings.identity_url.as_deref())?,
            admissions: Admissions::try_new(kernel, settings.content_url.as_deref())?,
            minutes: outside.fetch_minutes(),
        })
    }

    /// Whether there is somebody to ask.
    pub(crate) fn is_connected(&self, system: BookingSystem) -> bool {
        self.systems.client(system).is_some()
    }

    /// Every how many minutes searches of these services are fetched. While nobody says so, as the settings say.
    pub(crate) async fn intervals(&self, services: Vec<Uuid>) -> Intervals {
        let services = self.admissions.of_after(&telemetry::current_trace(), services).await.unwrap_or_default();
        let said = services.into_iter().filter_map(|(id, service)| Some((id, service.fetch_interval_minutes.filter(|minutes| *minutes > 0)?)));
        Intervals { of_services: said.collect(), otherwise: self.minutes }
    }
}

impl Intervals {
    /// Of a search for times of this service.
    pub(crate) fn minutes(&self, service: Option<Uuid>) -> u32 {
        service.and_then(|service| self.of_services.get(&service)).copied().unwrap_or(self.otherwise)
    }

    /// The same, as it is reckoned with.
    pub(crate) fn of(&self, service: Option<Uuid>) -> SignedDuration {
        SignedDuration::from_mins(self.minutes(service).into())
    }
}

impl Stopped {
    /// Whether whatever else the same system is asked now would end so as well.
    pub(crate) fn is_of_all(&self) -> bool {
        match self {
            Self::Failed(failed) => failed.is_of_all(),
            Self::Fault(_) => false,
        }
    }

    /// As it is kept and told.
    fn reason(&self) -> &str {
        match self {
            Self::Failed(failed) => failed.code(),
            Self::Fault(status) => status.message(),
        }
    }

    /// Whether there is no sense in going on.
    fn is_for_long(&self) -> bool {
        match self {
            Self::Failed(_) => true,
            Self::Fault(status) => status.code() == Code::Unavailable,
        }
    }
}

impl From<FetchFailed> for Stopped {
    fn from(failed: FetchFailed) -> Self {
        Self::Failed(failed)
    }
}

impl From<Status> for Stopped {
    fn from(status: Status) -> Self {
        Self::Fault(status)
    }
}

/// A turn that begins now.
fn turn(kernel: &Kernel) -> Turn {
    let now = kernel.clock.now();
    Turn { now, until: now.saturating_add(TURN).unwrap_or(Timestamp::MAX) }
}

/// Fetches a search whose time has come, unless another process is at it; why it ended before its end, if it did.
pub(crate) async fn fetch_due(kernel: &Kernel, around: &Fetching, id: Uuid, details: &Details) -> Result<Option<Stopped>, sqlx::Error> {
    let turn = turn(kernel);
    if fetch_table::take(&kernel.pool, id, details, turn).await? { fetch(kernel, around, (id, details), turn).await } else { Ok(None) }
}

/// Fetches a search at once, as somebody asked for. What goes wrong with it is kept with the search. While somebody else is at it, it waits a little.
///
/// # Errors
/// When somebody else is at it for longer, or the store fails.
pub(crate) async fn fetch_now(kernel: &Kernel, around: &Fetching, meta: CommandMeta, id: Uuid, details: &Details) -> Result<(), Status> {
    for _ in 0..LOOKS {
        // What was asked for already was done, whatever came of it.
        if kernel.store.has_executed(&meta).await? {
            return Ok(());
        }
        match take_turn(kernel, meta.clone(), id, details).await {
            Ok(turn) => {
                fetch(kernel, around, (id, details), turn).await.map_err(grpc::fault)?;
                return Ok(());
            }
            Err(ExecuteError::Refused(NotFetched::UnderWay)) => tokio::time::sleep(BETWEEN_LOOKS).await,
            Err(error) => return Err(error.into()),
        }
    }
    Err(grpc::refused(&NotFetched::UnderWay))
}

/// Takes a turn in the transaction that says who asked for it.
async fn take_turn(kernel: &Kernel, meta: CommandMeta, id: Uuid, details: &Details) -> Result<Turn, ExecuteError<NotFetched>> {
    let (turn, asked) = (turn(kernel), details.clone());
    let taken = kernel.store.transact(meta, move |unit| {
        let asked = asked.clone();
        Box::pin(async move {
            let is_taken = fetch_table::take(&mut **unit.tx(), id, &asked, turn).await.map_err(StoreError::from)?;
            if is_taken { Ok(true) } else { Err(WorkError::Refused(NotFetched::UnderWay)) }
        })
    });
    taken.await.map(|_: bool| turn)
}

/// Fetches a search in this turn, and keeps how it went.
async fn fetch(kernel: &Kernel, around: &Fetching, (id, details): (Uuid, &Details), turn: Turn) -> Result<Option<Stopped>, sqlx::Error> {
    let before = fetch_table::some(&kernel.pool, &[(id, details)]).await?.remove(&id).unwrap_or_default();
    let asked = Box::pin(ask(kernel, around, (id, details), &before, turn.now));
    let fetched = tokio::time::timeout(LONGEST, asked).await.unwrap_or_else(|_| Err(FetchFailed::Unavailable.into()));
    let (state, stopped) = match fetched {
        Ok(fetched) => (before.succeeded(fetched, turn.now), None),
        Err(stopped) => (before.failed(stopped.reason(), turn.now), Some(stopped)),
    };
    tell(id, details, &state);
    if !fetch_table::save(&kernel.pool, (id, details), &state, turn).await? {
        tracing::warn!(%id, "booking_fetch.overtaken");
    }
    Ok(stopped)
}

/// Those who run the platform hear of each failure in the log, and of a row of them once as of something that stays.
fn tell(id: Uuid, details: &Details, state: &FetchState) {
    let (Some(system), Some(failing)) = (details.system, &state.failing) else { return };
    let (system, reason, in_a_row) = (mapping::system_name(system), failing.reason.as_str(), failing.in_a_row);
    metrics::count("kajo_booking_fetch_failures_total", "scheduling", system);
    if FetchState::alerts_at(in_a_row) {
        metrics::count("kajo_booking_fetch_alerts_total", "scheduling", system);
        tracing::error!(%id, system, reason, in_a_row, "booking_fetch.fails_again_and_again");
    } else {
        tracing::warn!(%id, system, reason, in_a_row, "booking_fetch.failed");
    }
}

/// Asks for a search, and has the appointments hear of it. Who is needed to understand the answer is asked first: nobody fetches for nothing.
async fn ask(
    kernel: &Kernel,
    around: &Fetching,
    (search, details): (Uuid, &Details),
    state: &FetchState,
    asked_at: Timestamp,
) -> Result<Fetched, Stopped> {
    let system = details.system.unwrap_or(BookingSystem::Own);
    let client = around.systems.client(system).ok_or(FetchFailed::Unavailable)?;
    let trace = telemetry::current_trace();
    let service = details.service.ok_or(FetchFailed::ServiceGone)?;
    let services = around.admissions.of_after(&trace, [service]).await.map_err(directory)?;
    let matter = services.get(&service).map(matter_of).ok_or(FetchFailed::ServiceGone)?;
    let places = around.people.places_after(&trace).await.map_err(directory)?;
    let from = slots::day(asked_at);
    let until = from.checked_add(1.year()).unwrap_or(Date::MAX);
    let since = state.cursor.as_deref().filter(|_| !state.is_whole_due(asked_at));
    let answered = client.booked(Asked { parameters: &details.parameters, from, until, since }).await?;
    let mapping = Mapping { search, details, system, service, matter, places: &places, state, asked_at };
    let fetch = Fetch { kernel, around, client: &*client, mapping, trace };
    let unknown_patients = fetch.take(&answered.appointments).await?;
    let missing = if answered.whole { fetch.look_for_missing(&answered.appointments, (from, until)).await? } else { Vec::new() };
    Ok(Fetched { whole: answered.whole, cursor: answered.cursor, unknown_patients, unreadable: answered.unreadable, missing })
}

/// Who knows people, places and services is away; why, is in their log.
fn directory(_: Status) -> Stopped {
    FetchFailed::DirectoryUnavailable.into()
}

impl Fetch<'_> {
    /// Has each of them heard; how many are to take place for people whom nobody here knows. One that cannot hear keeps no other from it.
    async fn take(&self, told: &[Told]) -> Result<u32, Stopped> {
        let persons = self.persons(told).await?;
        let told: Vec<_> = told.iter().map(|told| (told, persons.get(told.national_id.trim()).copied())).collect();
        let patients: BTreeMap<_, _> = told.iter().map(|(told, patient)| (told.reference.as_str(), *patient)).collect();
        self.cancel_others(&patients).await?;
        let (mut unknown, mut stopped) = (0, None);
        for (told, patient) in told {
            match patient {
                Some(patient) => first_of(&mut stopped, self.see(self.mapping.outside(told, patient)).await)?,
                None => unknown += u32::from(told.state == OutsideState::Booked),
            }
        }
        stopped.map_or(Ok(unknown), Err)
    }

    /// Whose these codes are.
    async fn persons(&self, told: &[Told]) -> Result<HashMap<String, PersonId>, Stopped> {
        let codes: BTreeSet<_> = told.iter().map(|told| told.national_id.trim().to_owned()).collect();
        let codes: Vec<_> = codes.into_iter().collect();
        let mut persons = HashMap::new();
        for some in codes.chunks(AT_ONCE) {
            let found = self.around.persons.find_after(&self.trace, some.iter().cloned().collect()).await;
            persons.extend(found.map_err(directory)?);
        }
        Ok(persons)
    }

    /// What is told to be somebody's is nobody else's here any more.
    async fn cancel_others(&self, patients: &BTreeMap<&str, Option<PersonId>>) -> Result<(), Stopped> {
        let references: Vec<_> = patients.keys().map(|reference| (*reference).to_owned()).collect();
        let mut stopped = None;
        for some in references.chunks(AT_ONCE) {
            let known = my_appointments::outside_others(&self.kernel.pool, self.mapping.system, some).await.map_err(grpc::fault)?;
            for (appointment, reference, patient) in known {
                if patients.get(reference.as_str()).is_some_and(|told| *told != Some(patient)) {
                    first_of(&mut stopped, self.cancel(appointment).await)?;
                }
            }
        }
        stopped.map_or(Ok(()), Err)
    }

    /// Looks by their names for what the search has found before and is to be in these days, and what its system has left out now. One that is
    /// not there twice will not take place; once may be a list that is behind. Answers with those that were not there this time.
    async fn look_for_missing(&self, told: &[Told], (from, until): (Date, Date)) -> Result<Vec<String>, Stopped> {
        let told: BTreeSet<_> = told.iter().map(|told| told.reference.as_str()).collect();
        let begins = slots::beginning(from).unwrap_or(self.mapping.asked_at);
        let ends = until.tomorrow().ok().and_then(slots::beginning).unwrap_or(Timestamp::MAX);
        let known = my_appointments::outside_known(&self.kernel.pool, self.mapping.search, begins, ends).await.map_err(grpc::fault)?;
        let left_out: Vec<_> = known.into_iter().filter(|(_, reference)| !told.contains(reference.as_str())).collect();
        let before = &self.mapping.state.missing;
        let (mut found, mut missing) = (Vec::new(), Vec::new());
        let mut stopped = None;
        for (appointment, reference) in fetch::looked_for(left_out, before, u32::from_be_bytes(self.kernel.ids.bytes())) {
            match self.client.find(&reference).await {
                Ok(Some(one)) if one.reference == reference => found.push(one),
                // It is there, and nobody can say what it is: it stays as it is known, and keeps no other from being heard.
                Ok(Some(_)) | Err(FetchFailed::Malformed) => {}
                Ok(None) if before.contains(&reference) => first_of(&mut stopped, self.cancel(appointment).await)?,
                Ok(None) => missing.push(reference),
                Err(failed) => return Err(failed.into()),
            }
        }
        self.take(&found).await?;
        stopped.map_or(Ok(missing), Err)
    }

    /// Its system keeps it no more for its patient.
    async fn cancel(&self, appointment: Uuid) -> Result<(), Stopped> {
        let known = self.kernel.store.load::<Appointment>(AppointmentId::from_uuid(appointment)).await.map_err(Status::from)?;
        match mapping::gone(&known.state) {
            Some(gone) => self.see(gone).await,
            None => Ok(()),
        }
    }

    /// An appointment hears what was told of it, where that is news: nothing is written for what is known.
    async fn see(&self, outside: Outside) -> Result<(), Stopped> {
        let id = outside_id(outside.system, &outside.reference, outside.patient);
        let known = self.kernel.store.load::<Appointment>(id).await.map_err(Status::from)?;
        let now = self.kernel.clock.now();
        if !known.state.is_news(&outside, now) {
            return Ok(());
        }
        let command = self.kernel.ids.v7(now);
        let meta = CommandMeta { trace: self.trace.clone(), ..CommandMeta::system(command) };
        booking::see_outside(self.kernel, meta, id, outside).await.map_err(Status::from)?;
        Ok(())
    }
}

/// Keeps the first of what went wrong for the end, and goes on; not when all that follows would go wrong as well.
fn first_of(stopped: &mut Option<Stopped>, one: Result<(), Stopped>) -> Result<(), Stopped> {
    let Err(now) = one else { return Ok(()) };
    if now.is_for_long() {
        return Err(now);
    }
    stopped.get_or_insert(now);
    Ok(())
}
