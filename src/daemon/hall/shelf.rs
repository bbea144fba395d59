//! Where an output's texts stand: at the page's address, in a folder, or both.

use std::{path::PathBuf, sync::Arc};

use tokio::sync::watch;

use super::{folder, standing::Standing};
use crate::{
    broadcast::{Kind, Texts},
    hall::time::Time,
    publish::{
        console::hall::{Served, Since},
        secret::Secret,
    },
};

/// An output's place at the server, and its folder.
#[derive(Debug)]
pub(super) struct Shelf {
    /// Tells it from other outputs' places.
    name: &'static str,
    served: Option<watch::Sender<Vec<Served>>>,
    /// What the addresses begin with.
    secret: Option<Secret>,
    written: Option<watch::Sender<Arc<Texts>>>,
}

/// What is wished of it.
#[derive(Debug)]
pub(super) struct Wished<'a> {
    pub(super) name: &'static str,
    pub(super) http: bool,
    pub(super) secret: Option<&'a String>,
    pub(super) folder: Option<&'a PathBuf>,
    pub(super) kind: Kind,
}

impl Shelf {
    /// To be called within a tokio runtime.
    pub(super) fn start(wished: &Wished<'_>, served: watch::Sender<Vec<Served>>, standing: Standing) -> Shelf {
        let Wished { name, http, secret, folder, kind } = *wished;
        let written = folder.cloned().map(|folder| {
            let (written, texts) = watch::channel(Arc::default());
            tokio::spawn(folder::keep(folder, kind, texts, standing));
            written
        });
        Shelf { name, served: http.then_some(served), secret: secret.cloned().map(Secret::new), written }
    }

    /// So the texts stand now.
    pub(super) fn put(&self, texts: &Texts) {
        self.put_on_screens(texts, None);
    }

    /// So the texts stand now, which screens show where their broadcast's time is given.
    pub(super) fn put_on_screens(&self, texts: &Texts, now: Option<Time>) {
        let texts = Arc::new(texts.clone());
        if let Some(served) = &self.served {
            served.send_modify(|all| {
                all.retain(|other| other.name != self.name);
                let (texts, secret) = (Arc::clone(&texts), self.secret.clone());
                all.push(Served { name: self.name, texts, secret, on_screens: now.map(Since::now_it_is) });
            });
        }
        if let Some(written) = &self.written {
            written.send_replace(texts);
        }
    }
}
