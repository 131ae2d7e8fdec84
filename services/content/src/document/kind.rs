//! Which documents there are.

use chassis_domain::Uuid;
use kajo_proto::content::v1 as public;

use super::DocumentId;

/// Ids of documents are made in it.
const NAMESPACE: Uuid = Uuid::from_u128(0x0190_f5a0_0000_7000_8000_0000_0000_d0c5);

/// What a document is: there is one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What the start page says below its greeting.
    LandingPage,
    /// An important announcement on the start page.
    AnnouncementImportant,
    /// An announcement of less weight on the start page.
    AnnouncementInfo,
    /// An announcement on every page.
    CriticalAnnouncement,
    /// The privacy policy.
    PrivacyPolicy,
    /// The accessibility statement.
    Accessibility,
    /// About cookies.
    Cookies,
}

impl Kind {
    /// In the order of the panel.
    pub const ALL: [Self; 7] = [
        Self::LandingPage,
        Self::AnnouncementImportant,
        Self::AnnouncementInfo,
        Self::CriticalAnnouncement,
        Self::PrivacyPolicy,
        Self::Accessibility,
        Self::Cookies,
    ];

    chassis_domain::numbers!(
        pub u32: LandingPage = 1, AnnouncementImportant = 2, AnnouncementInfo = 3, CriticalAnnouncement = 4,
        PrivacyPolicy = 5, Accessibility = 6, Cookies = 7
    );

    /// As addresses of the panel call it (`contentName`).
    pub const fn name(self) -> &'static str {
        match self {
            Self::LandingPage => "landing-page",
            Self::AnnouncementImportant => "announcement-important",
            Self::AnnouncementInfo => "announcement-info",
            Self::CriticalAnnouncement => "critical-announcement",
            Self::PrivacyPolicy => "privacy-policy",
            Self::Accessibility => "accessibility",
            Self::Cookies => "cookies",
        }
    }

    /// The id of the document.
    pub fn id(self) -> DocumentId {
        DocumentId::from_uuid(Uuid::new_v5(&NAMESPACE, self.name().as_bytes()))
    }

    /// Whose id this is.
    pub fn of_id(id: Uuid) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.id().uuid() == id)
    }

    /// Whether a link belongs to it.
    pub const fn has_link(self) -> bool {
        match self {
            Self::AnnouncementImportant | Self::AnnouncementInfo | Self::CriticalAnnouncement => true,
            Self::LandingPage | Self::PrivacyPolicy | Self::Accessibility | Self::Cookies => false,
        }
    }

    /// Whether it may be published with nothing in it.
    pub const fn may_be_empty(self) -> bool {
        match self {
            Self::LandingPage | Self::AnnouncementImportant | Self::AnnouncementInfo | Self::CriticalAnnouncement => true,
            Self::PrivacyPolicy | Self::Accessibility | Self::Cookies => false,
        }
    }

    /// As the contract has it.
    pub const fn public(self) -> public::DocumentKind {
        match self {
            Self::LandingPage => public::DocumentKind::LandingPage,
            Self::AnnouncementImportant => public::DocumentKind::AnnouncementImportant,
            Self::AnnouncementInfo => public::DocumentKind::AnnouncementInfo,
            Self::CriticalAnnouncement => public::DocumentKind::CriticalAnnouncement,
            Self::PrivacyPolicy => public::DocumentKind::PrivacyPolicy,
            Self::Accessibility => public::DocumentKind::Accessibility,
            Self::Cookies => public::DocumentKind::Cookies,
        }
    }

    /// From the contract; `None`: not said, or not known here.
    pub fn from_public(kind: public::DocumentKind) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.public() == kind)
    }
}
