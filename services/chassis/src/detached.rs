//! Work that runs to its end even when whoever waits for it goes away. As long as somebody waits it runs in their task, and costs
//! nothing; when they go, the rest of it moves into a task of its own.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use tokio::runtime::Handle;

/// A future that is not given up when it is dropped half way.
pub(crate) struct Detached<F>(Option<Pin<Box<F>>>)
where
    F: Future + Send + 'static,
    F::Output: Send;

/// Protects `work` from the loss of its caller. Nothing runs before it is first waited for.
pub(crate) fn detached<F>(work: F) -> Detached<F>
where
    F: Future + Send + 'static,
    F::Output: Send,
{
    Detached(Some(Box::pin(work)))
}

impl<F> Future for Detached<F>
where
    F: Future + Send + 'static,
    F::Output: Send,
{
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        // Taken out while it runs: work that panics is over, and must not be taken up again by the drop.
        let Some(mut work) = self.0.take() else { return Poll::Pending };
        let polled = work.as_mut().poll(context);
        if polled.is_pending() {
            self.0 = Some(work);
        }
        polled
    }
}

impl<F> Drop for Detached<F>
where
    F: Future + Send + 'static,
    F::Output: Send,
{
    fn drop(&mut self) {
        // Without a runtime the process is at its end.
        if let (Some(rest), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(async move { drop(rest.await) });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{
            Arc,
            atomic::{AtomicU32, Ordering},
        },
        time::Duration,
    };

    use futures::poll;
    use tokio::sync::oneshot;

    use super::detached;

    #[tokio::test]
    async fn what_was_begun_is_finished_though_nobody_waits() {
        let (go, told) = oneshot::channel::<()>();
        let (tell, ended) = oneshot::channel();
        let mut work = Box::pin(detached(async move {
            told.await.unwrap();
            tell.send("the end").unwrap();
        }));
        assert!(poll!(&mut work).is_pending());
        drop(work);
        go.send(()).unwrap();
        assert_eq!(ended.await.unwrap(), "the end");
    }

    #[tokio::test]
    async fn who_waits_is_answered_once() {
        let runs = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&runs);
        let answer = tokio::time::timeout(Duration::from_secs(5), detached(async move { counted.fetch_add(1, Ordering::SeqCst) })).await;
        assert_eq!((answer.unwrap(), runs.load(Ordering::SeqCst)), (0, 1));
    }

    #[tokio::test]
    async fn work_that_panics_is_not_taken_up_again() {
        let runs = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&runs);
        let task = tokio::spawn(detached(async move {
            counted.fetch_add(1, Ordering::SeqCst);
            panic!("on purpose");
        }));
        assert!(task.await.is_err());
        tokio::task::yield_now().await;
        assert_eq!(runs.load(Ordering::SeqCst), 1);
    }
}
