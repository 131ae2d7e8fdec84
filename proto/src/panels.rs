//! The modules of the admin panel, and who may open and who may edit each (`kajo/identity/v1/panel.proto`).

use crate::{identity::v1::Panel, options::v1::Caller};

/// Who may do what in one panel.
#[derive(Debug)]
pub struct PanelRights {
    panel: i32,
    open: &'static [i32],
    edit: &'static [i32],
}

impl PanelRights {
    /// Which panel.
    pub fn panel(&self) -> Panel {
        Panel::try_from(self.panel).unwrap_or_default()
    }

    /// Whether this kind of caller may open it.
    pub fn opens(&self, caller: Caller) -> bool {
        self.open.contains(&(caller as i32))
    }

    /// Whether this kind of caller may edit what is kept in it.
    pub fn edits(&self, caller: Caller) -> bool {
        self.edit.contains(&(caller as i32))
    }
}

/// Every panel.
pub static PANELS: &[PanelRights] = include!(concat!(env!("OUT_DIR"), "/panels.rs"));
