//! Commands on the same aggregate wait for one another here, in memory, rather than at the database: there they would
//! each hold a connection and mostly come to a conflict.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use tokio::sync::{Mutex as Gate, OwnedMutexGuard};

/// One gate per aggregate that somebody is at.
#[derive(Default)]
pub(crate) struct Queue {
    gates: Arc<Mutex<HashMap<String, Weak<Gate<()>>>>>,
}

/// The turn of one command. Given back by dropping it.
pub(crate) struct Turn {
    // Given back first: whoever waits may go on.
    _guard: OwnedMutexGuard<()>,
    name: String,
    gates: Arc<Mutex<HashMap<String, Weak<Gate<()>>>>>,
}

impl Queue {
    /// Waits for one's turn at a stream.
    pub(crate) async fn turn(&self, stream_id: &str) -> Turn {
        let gate = {
            let mut gates = self.gates.lock().unwrap_or_else(PoisonError::into_inner);
            gates.get(stream_id).and_then(Weak::upgrade).unwrap_or_else(|| {
                let gate = Arc::new(Gate::new(()));
                gates.insert(stream_id.to_owned(), Arc::downgrade(&gate));
                gate
            })
        };
        Turn { _guard: gate.lock_owned().await, name: stream_id.to_owned(), gates: Arc::clone(&self.gates) }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut gates = self.gates.lock().unwrap_or_else(PoisonError::into_inner);
        // This turn's own guard is the last one that holds the gate: nobody waits, and the name can go.
        if gates.get(&self.name).is_some_and(|gate| gate.strong_count() <= 1) {
            gates.remove(&self.name);
        }
    }
}
