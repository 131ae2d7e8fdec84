//! What scheduling is told about people and places before somebody books.

use std::collections::HashMap;

use chassis::{Kernel, grpc};
use chassis_domain::age;
use kajo_proto::identity::v1::{
    BookerSex, BookingPlace, GetBookerRequest, GetBookerResponse, ListPlacesRequest, ListPlacesResponse, NameProfessionalsRequest,
    NameProfessionalsResponse, booking_directory_service_server::BookingDirectoryService,
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{area_id, localized, opened, patient::Patients};
use crate::{
    patient::PatientId,
    projections::{
        locations::{self, BookablePlace},
        patients, practitioners, residents,
    },
    protection,
    service_areas::ServiceAreas,
    ssn::{Sex, Ssn},
};

pub(super) struct BookingDirectory {
    pub(super) kernel: Kernel,
    pub(super) patients: Patients,
    pub(super) areas: ServiceAreas,
}

impl BookingDirectory {
    fn place(&self, kept: BookablePlace) -> BookingPlace {
        let BookablePlace { place, address, external_id, source_system } = kept;
        BookingPlace {
            location_id: place.location_id.to_string(),
            name: place.name,
            address,
            service_area_id: area_id(place.municipality),
            service_area_name: localized(place.municipality.and_then(|area| self.areas.names(area)).cloned()),
            external_id,
            source_system,
        }
    }
}

#[tonic::async_trait]
impl BookingDirectoryService for BookingDirectory {
    async fn get_booker(&self, request: Request<GetBookerRequest>) -> Result<Response<GetBookerResponse>, Status> {
        let pool = &self.kernel.pool;
        let person = PatientId::parse(&request.into_inner().person_id).ok_or_else(grpc::not_found)?;
        let kept = patients::find(pool, person).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        let (ssn, _) = self.patients.open(&kept).await?;
        let ssn = Ssn::parse(&ssn);
        let today = age::today(self.kernel.clock.now());
        let years = ssn.as_ref().and_then(Ssn::born).map(|born| age::years(born, today));
        let sex = match ssn.as_ref().and_then(Ssn::sex) {
            None => BookerSex::Unspecified,
            Some(Sex::Female) => BookerSex::Female,
            Some(Sex::Male) => BookerSex::Male,
        };
        let protected = protection::known(&self.kernel, person).await?;
        let lives = residents::find(pool, person.uuid()).await.map_err(grpc::fault)?.service_area_id.filter(|_| !protected);
        Ok(Response::new(GetBookerResponse {
            age_years: years.and_then(|years| u32::try_from(years).ok()),
            sex: sex.into(),
            service_area_id: lives.map(|area| area.to_string()).unwrap_or_default(),
        }))
    }

    async fn list_places(&self, _: Request<ListPlacesRequest>) -> Result<Response<ListPlacesResponse>, Status> {
        let places = locations::bookable(&self.kernel.pool).await.map_err(grpc::fault)?.into_iter().map(|kept| self.place(kept));
        Ok(Response::new(ListPlacesResponse { places: places.collect() }))
    }

    async fn name_professionals(&self, request: Request<NameProfessionalsRequest>) -> Result<Response<NameProfessionalsResponse>, Status> {
        let ids: Vec<_> = request.into_inner().practitioner_ids.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect();
        let (ids, names): (Vec<_>, Vec<_>) =
            practitioners::names(&self.kernel.pool, &ids).await.map_err(grpc::fault)?.into_iter().map(|(id, name)| (id.to_string(), name)).unzip();
        let names = opened(&self.kernel, &names.iter().map(Vec::as_slice).collect::<Vec<_>>()).await?;
        let names: HashMap<_, _> = ids.into_iter().zip(names).filter(|(_, name)| !name.is_empty()).collect();
        Ok(Response::new(NameProfessionalsResponse { names }))
    }
}
