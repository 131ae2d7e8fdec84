//! What residents find: services, days of a month, times.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chassis::{
    access::Rpc,
    grpc,
    page::{self, TimeCursor},
};
use chassis_domain::{Timestamp, Uuid, timestamp};
use jiff::{ToSpan, civil::Date};
use kajo_proto::{
    common::v1::Name,
    content::v1::AdmittedService,
    scheduling::v1::{
        BookableService, Freshness, GetMonthRequest, GetMonthResponse, ListTimesRequest, ListTimesResponse, MonthDay, SearchBookableRequest,
        SearchBookableResponse, TimesWanted,
    },
};
use tonic::Status;

use super::{
    looking::{Asking, Looking},
    roles::Roles,
    times::{self, place},
};
use crate::{
    appointment::Refusal,
    kind,
    projections::{
        offer_queries::{self, Offer, Order, Shown, Window, Wish},
        offers::PLANNED_WEEKS,
    },
    slots,
};

/// So many times are shown at the beginning, and instead of one that is taken.
const FEW: i64 = 5;
/// A day or a week has no more at once.
const PAGE: usize = 100;

/// Which of the free times are asked for.
pub(super) struct Asked<'a> {
    pub(super) wanted: TimesWanted,
    pub(super) date: &'a str,
    pub(super) near: Option<prost_types::Timestamp>,
    pub(super) page_token: &'a str,
}

/// Free times, and where there are more.
pub(super) struct Found {
    pub(super) offers: Vec<Offer>,
    pub(super) next_page_token: String,
    pub(super) next_free_date: String,
}

impl Asking {
    pub(super) async fn search_bookable(&self, rpc: &Rpc, request: SearchBookableRequest, phone: String) -> Result<SearchBookableResponse, Status> {
        let looking = self.looking(rpc).await?;
        let now = self.kernel.clock.now();
        let mut shown = offer_queries::shown(&self.kernel.pool, now).await.map_err(grpc::fault)?;
        shown.retain(|shown| looking.finds(shown.all_municipalities, shown.location));
        let admitted = self.bookable(rpc, &looking, shown.iter().map(|shown| shown.service)).await?;
        let roles = Roles::of(&self.kernel, shown.iter().map(|shown| shown.role)).await?;
        let words: Vec<_> = request.search.split_whitespace().map(str::to_lowercase).collect();
        shown.retain(|shown| admitted.get(&shown.service).is_some_and(|service| matches(&words, service, &roles, shown)));
        let found: Vec<_> = shown.iter().map(|shown| shown.service).collect::<BTreeSet<_>>().into_iter().collect();
        let first = offer_queries::first_of_each(&self.kernel.pool, &self.any(&looking, found)).await.map_err(grpc::fault)?;
        let first: HashMap<_, _> = first.into_iter().collect();
        let mut services = services(&shown, &admitted, &roles, &first, &looking);
        services.sort_by_key(|service| (!service.recommended, finnish(service)));
        let places = self.people.places(rpc).await?;
        let shown_roles: BTreeMap<_, _> = shown.iter().map(|shown| (roles.shown(shown.role), shown.role)).collect();
        let shown_places: BTreeSet<_> = shown.iter().filter_map(|shown| shown.location).collect();
        Ok(SearchBookableResponse {
            services,
            roles: shown_roles.values().map(|role| roles.name(*role)).collect(),
            places: shown_places.into_iter().filter_map(|location| place(&places, location)).collect(),
            phone,
        })
    }

    pub(super) async fn get_month(&self, rpc: &Rpc, request: GetMonthRequest) -> Result<GetMonthResponse, Status> {
        let month = format!("{}-01", request.month).parse::<Date>().map_err(|_| grpc::refused(&Refusal::NoSuchDay("month")))?;
        let looking = self.looking(rpc).await?;
        let (wish, _) = self.wish(rpc, &looking, request.filter.unwrap_or_default()).await?;
        let pool = &self.kernel.pool;
        let today = slots::day(wish.now);
        let (first, last) = (month.max(today), month.last_of_month());
        let days = if first > last { Vec::new() } else { offer_queries::month(pool, &wish, (first, last)).await.map_err(grpc::fault)? };
        let behind = last.tomorrow().map_or(last, |day| day.max(today));
        let next = self.nearest(&wish, (behind, far(today)), Order::Forward).await?;
        let previous = self.nearest(&wish, (today, month.yesterday().unwrap_or(month)), Order::Backward).await?;
        Ok(GetMonthResponse {
            days: days.into_iter().map(|(day, at)| MonthDay { date: day.to_string(), first_free_at: Some(timestamp(at)) }).collect(),
            next_free_date: date_of(next.as_ref()),
            previous_free_date: date_of(previous.as_ref()),
            planned_until: offer_queries::planned_until(pool).await.map_err(grpc::fault)?.unwrap_or_default(),
            freshness: Some(Freshness::default()),
        })
    }

    pub(super) async fn list_times(&self, rpc: &Rpc, request: ListTimesRequest) -> Result<ListTimesResponse, Status> {
        let looking = self.looking(rpc).await?;
        let asked = Asked { wanted: request.wanted(), date: &request.date, near: request.near, page_token: &request.page_token };
        let (wish, admitted) = self.wish(rpc, &looking, request.filter.clone().unwrap_or_default()).await?;
        let Found { offers, next_page_token, next_free_date } = self.found(&wish, &asked).await?;
        let shown = times::Shown::of(&self.kernel, (rpc, &self.people), admitted, offers.iter().map(|offer| &offer.time)).await?;
        Ok(ListTimesResponse {
            times: offers.iter().map(|offer| shown.bookable(offer)).collect(),
            next_page_token,
            next_free_date,
            freshness: Some(Freshness::default()),
        })
    }

    /// Free times, whoever looks for them.
    pub(super) async fn found(&self, wish: &Wish, asked: &Asked<'_>) -> Result<Found, Status> {
        let after = TimeCursor::parse(asked.page_token).map_err(|refusal| grpc::refused(&refusal))?;
        let today = slots::day(wish.now);
        let window = |from: Date, through: Date, most| Window {
            from: from.max(today),
            through,
            order: Order::Forward,
            after: after.map(|after| (after.at, after.id)),
            most,
        };
        let day = || asked.date.parse::<Date>().map_err(|_| grpc::refused(&Refusal::NoSuchDay("date")));
        let more = i64::try_from(PAGE + 1).unwrap_or(i64::MAX);
        let (mut offers, through) = match asked.wanted {
            TimesWanted::Unspecified | TimesWanted::First => (self.times(wish, window(today, far(today), FEW)).await?, None),
            TimesWanted::Day => (self.times(wish, window(day()?, day()?, more)).await?, Some(day()?)),
            TimesWanted::Week => {
                let through = day()?.saturating_add(6.days());
                (self.times(wish, window(day()?, through, more)).await?, Some(through))
            }
            TimesWanted::Nearest => {
                let near = asked.near.and_then(|at| Timestamp::new(at.seconds, at.nanos).ok()).unwrap_or(wish.now);
                (self.nearest_to(wish, near).await?, None)
            }
        };
        let next_page_token = page::cut(&mut offers, PAGE, |last| TimeCursor { at: last.time.starts_at, id: last.id }.token());
        let behind = through.and_then(|day| day.tomorrow().ok()).map(|day| day.max(today));
        let next = match behind {
            Some(day) => self.nearest(wish, (day, far(today)), Order::Forward).await?,
            None => None,
        };
        Ok(Found { offers, next_page_token, next_free_date: date_of(next.as_ref()) })
    }

    async fn times(&self, wish: &Wish, window: Window) -> Result<Vec<Offer>, Status> {
        offer_queries::times(&self.kernel.pool, wish, window).await.map_err(grpc::fault)
    }

    /// The first of these days, or the last, that has a free time.
    async fn nearest(&self, wish: &Wish, (from, through): (Date, Date), order: Order) -> Result<Option<Offer>, Status> {
        let window = Window { from, through, order, after: None, most: 1 };
        Ok(self.times(wish, window).await?.pop())
    }

    /// The few times nearest to one, in the order of time.
    async fn nearest_to(&self, wish: &Wish, near: Timestamp) -> Result<Vec<Offer>, Status> {
        let today = slots::day(wish.now);
        let window = |order| Window { from: today, through: far(today), order, after: Some((near, Uuid::nil())), most: FEW };
        let mut offers = self.times(wish, window(Order::Forward)).await?;
        offers.extend(self.times(wish, window(Order::Backward)).await?);
        offers.sort_by_key(|offer| offer.time.starts_at.duration_since(near).abs());
        offers.truncate(usize::try_from(FEW).unwrap_or_default());
        offers.sort_by_key(|offer| offer.time.starts_at);
        Ok(offers)
    }
}

/// No time is planned beyond.
fn far(today: Date) -> Date {
    today.saturating_add((2 * PLANNED_WEEKS).weeks())
}

fn date_of(offer: Option<&Offer>) -> String {
    offer.map(|offer| slots::day(offer.time.starts_at).to_string()).unwrap_or_default()
}

/// Whether each word stands somewhere in what the service or the role is called, in any language.
fn matches(words: &[String], service: &AdmittedService, roles: &Roles, shown: &Shown) -> bool {
    let names = service.service.as_ref().and_then(|name| name.names.as_ref());
    let role = roles.name(shown.role).name;
    let texts = [names, service.description.as_ref(), service.category_name.as_ref(), role.as_ref()];
    let text: String = texts.into_iter().flatten().flat_map(|text| text.texts.values()).map(|text| text.to_lowercase() + " ").collect();
    words.iter().all(|word| text.contains(word.as_str()))
}

fn services(
    shown: &[Shown],
    admitted: &HashMap<Uuid, AdmittedService>,
    roles: &Roles,
    first: &HashMap<Uuid, Timestamp>,
    looking: &Looking,
) -> Vec<BookableService> {
    let mut of_service: BTreeMap<Uuid, (BTreeSet<Uuid>, BTreeSet<Uuid>, BTreeSet<i32>)> = BTreeMap::new();
    for each in shown {
        let (found_roles, locations, kinds) = of_service.entry(each.service).or_default();
        found_roles.insert(roles.shown(each.role));
        locations.extend(each.location);
        kinds.extend(u32::try_from(each.kind).ok().and_then(kind::AppointmentType::from_number).map(|kind| i32::from(kind.public())));
    }
    let view = |(id, (found_roles, locations, types)): (Uuid, (BTreeSet<Uuid>, BTreeSet<Uuid>, BTreeSet<i32>))| {
        let service = admitted.get(&id)?.clone();
        Some(BookableService {
            service: service.service,
            description: service.description,
            category_name: service.category_name,
            icon: service.icon,
            booking_role_ids: found_roles.iter().map(ToString::to_string).collect(),
            location_ids: locations.iter().map(ToString::to_string).collect(),
            types: types.into_iter().collect(),
            first_free_at: first.get(&id).copied().map(timestamp),
            recommended: looking.recommended.contains(&id),
        })
    };
    of_service.into_iter().filter_map(view).collect()
}

fn finnish(service: &BookableService) -> String {
    finnish_name(service.service.as_ref())
}

/// What lists of services are sorted by.
pub(super) fn finnish_name(service: Option<&Name>) -> String {
    let names = service.and_then(|name| name.names.as_ref());
    names.and_then(|names| names.texts.get("fi")).map(|name| name.to_lowercase()).unwrap_or_default()
}
