//! Which methods a browser can reach, and which service answers each. Read from the contract: a method that names no
//! caller who could sit behind a browser does not exist here.

use std::collections::HashMap;

use kajo_proto::{
    methods::{METHODS, Method},
    options::v1::Caller,
};

use super::Upstream;

/// The callers that come from a browser.
const BROWSER: [Caller; 9] = [
    Caller::Anonymous,
    Caller::Visitor,
    Caller::Identified,
    Caller::Resident,
    Caller::ResidentEntering,
    Caller::Practitioner,
    Caller::PractitionerChoosing,
    Caller::ResponsibleUser,
    Caller::Administrator,
];

/// A method with the service that answers it.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    pub(crate) method: &'static Method,
    pub(crate) upstream: Upstream,
}

/// All methods that a browser can reach, by path.
#[derive(Debug)]
pub(crate) struct Routes(HashMap<&'static str, Route>);

impl Routes {
    /// `upstreams` maps packages to services; a package that is not in it is not reachable.
    pub(crate) fn new(upstreams: &HashMap<&'static str, Upstream>) -> Self {
        let routes = METHODS
            .iter()
            // A browser cannot stream to us over gRPC-Web; files have an address of their own.
            .filter(|method| !method.client_streaming && BROWSER.iter().any(|caller| method.allows(*caller)))
            .filter_map(|method| Some((method.path, Route { method, upstream: upstreams.get(method.package)?.clone() })))
            .collect();
        Self(routes)
    }

    pub(crate) fn find(&self, path: &str) -> Option<&Route> {
        self.0.get(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_browser_reaches_no_method_of_the_gateway_itself() {
        let upstream = Upstream::Remote(tonic::transport::Endpoint::from_static("http://127.0.0.1:1").connect_lazy());
        let upstreams = METHODS.iter().map(|method| (method.package, upstream.clone())).collect();
        let routes = Routes::new(&upstreams);
        assert!(routes.find("/kajo.identity.v1.SessionService/ResolveSession").is_none());
        assert!(routes.find("/kajo.conversations.v1.AttachmentService/UploadAttachment").is_none());
        assert!(routes.find("/kajo.conversations.v1.TaskService/ListTasks").is_some());
        assert!(routes.find("/kajo.live.v1.LiveService/Subscribe").is_some());
    }
}
