//! Whose personal identity codes these are, for services that take in what other systems say of people.
//!
//! Codes are those of the client register: what belongs to somebody's care belongs there also when their account is deleted. Nobody is added.

use chassis::{Kernel, grpc};
use kajo_proto::identity::v1::{FindPersonsRequest, FindPersonsResponse, FoundPerson, person_index_service_server::PersonIndexService};
use tonic::{Request, Response, Status};

use crate::{projections::patients, ssn::Ssn};

pub(super) struct PersonIndex(pub(super) Kernel);

#[tonic::async_trait]
impl PersonIndexService for PersonIndex {
    async fn find_persons(&self, request: Request<FindPersonsRequest>) -> Result<Response<FindPersonsResponse>, Status> {
        let index = self.0.keyring.blind_index();
        let asked = request.into_inner().national_ids.into_iter();
        // What is no code is nobody's.
        let codes: Vec<_> = asked.filter_map(|asked| Some((patients::hash(&index, &Ssn::parse(&asked)?), asked))).collect();
        let hashes: Vec<_> = codes.iter().map(|(hash, _)| hash.clone()).collect();
        let known = patients::by_hashes(&self.0.pool, &hashes).await.map_err(grpc::fault)?;
        let found = codes.into_iter().filter_map(|(hash, national_id)| known.get(&hash).map(|patient| (national_id, patient.to_string())));
        let persons = found.map(|(national_id, person_id)| FoundPerson { national_id, person_id }).collect();
        Ok(Response::new(FindPersonsResponse { persons }))
    }
}
