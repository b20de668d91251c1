//! Connections, each with its limits of time, until it is time to end.

use super::Server;
use super::answers::answer;
use super::found::Pages;
use super::place::{Listener, Stream};
use super::proxies::Peer;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tracing::{debug, warn};

/// Connections at a time; others wait until one ends.
const MOST: usize = 512;
/// How long the head of a request may take, and how long nothing may come between two.
const HEAD: Duration = Duration::from_secs(10);
/// How long a connection may last, also one that takes its answer slowly.
const LONGEST: Duration = Duration::from_secs(600);
/// How long what is begun may take when it is time to end.
const ENDING: Duration = Duration::from_secs(10);
/// Octets of a head that are held; what is read of them is less, so that we can say so.
const HELD: usize = 64 * 1024;

/// Answers until it is time to stop; then what is begun is finished, at most ten seconds.
pub async fn serve<P: Pages>(
    listener: Listener,
    server: Arc<Server<P>>,
    mut stopping: watch::Receiver<bool>,
) {
    let room = Arc::new(Semaphore::new(MOST));
    let mut open = JoinSet::new();
    loop {
        let next = async {
            // It is never closed.
            let place = Arc::clone(&room).acquire_owned().await;
            (listener.next().await, place)
        };
        let (next, place) = tokio::select! {
            next = next => next,
            _ = stopping.wait_for(|stop| *stop) => break,
        };
        while open.try_join_next().is_some() {}
        match next {
            Ok((stream, peer)) => {
                let connection = connection(stream, peer, Arc::clone(&server), stopping.clone());
                open.spawn(async move {
                    connection.await;
                    drop(place);
                });
            }
            Err(fault) => {
                // Too many files are open, most likely; some connection will end.
                warn!(%fault, "a connection cannot be taken");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    let _ = timeout(ENDING, async { while open.join_next().await.is_some() {} }).await;
}

async fn connection<P: Pages>(
    stream: Box<dyn Stream>,
    peer: Peer,
    server: Arc<Server<P>>,
    mut stopping: watch::Receiver<bool>,
) {
    let service = service_fn(move |request| {
        let server = Arc::clone(&server);
        async move { Ok::<_, Infallible>(answer(&server, peer, request).await) }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HELD)
        .serve_connection(TokioIo::new(stream), service);
    let mut served = pin!(served);
    let over = async {
        tokio::select! {
            _ = stopping.wait_for(|stop| *stop) => {}
            () = sleep(LONGEST) => {}
        }
    };
    tokio::select! {
        outcome = served.as_mut() => {
            // Whoever went away, or wrote no HTTP, is not our trouble.
            if let Err(fault) = outcome {
                debug!(%fault, "a connection ended");
            }
            return;
        }
        () = over => served.as_mut().graceful_shutdown(),
    }
    let _ = timeout(ENDING, served).await;
}
