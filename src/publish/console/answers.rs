//! Answers that many routes give, and the bodies that they take.

use axum::{
    body::{Body, to_bytes},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::de::DeserializeOwned;
use serde_json::json;

use super::guard;
use super::password::AGAIN_S;

/// Longest body of a request, in bytes.
const MAX_BODY: usize = 65_536;

/// A refusal by its word.
pub(super) fn refused(status: StatusCode, word: &str) -> Response {
    (status, axum::Json(json!({ "refused": word }))).into_response()
}

/// He is not signed in.
pub(super) fn unknown() -> Response {
    refused(StatusCode::UNAUTHORIZED, "unknown")
}

/// He may not.
pub(super) fn not_allowed() -> Response {
    refused(StatusCode::FORBIDDEN, "not-allowed")
}

/// The hall is no more: the program is about to end.
pub(super) fn gone() -> Response {
    refused(StatusCode::SERVICE_UNAVAILABLE, "ending")
}

/// Too many wait to be signed in.
pub(super) fn busy() -> Response {
    let answer = axum::Json(json!({ "refused": "busy", "retry_s": AGAIN_S }));
    (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, AGAIN_S.to_string())], answer).into_response()
}

/// There is no such thing.
pub(super) fn nothing() -> Response {
    refused(StatusCode::NOT_FOUND, "nothing-there")
}

/// What a page of ours, or a program, has sent as JSON.
pub(super) async fn read<T: DeserializeOwned>(headers: &HeaderMap, body: Body) -> Result<T, Response> {
    if !guard::is_same_origin(headers) {
        return Err(refused(StatusCode::FORBIDDEN, "other-origin"));
    }
    if !guard::is_json(headers) {
        return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json"));
    }
    let bytes = tokio::time::timeout(guard::BODY_WITHIN, to_bytes(body, MAX_BODY)).await;
    let bytes = bytes.map_err(|_| refused(StatusCode::REQUEST_TIMEOUT, "too-slow"))?;
    let bytes = bytes.map_err(|_| refused(StatusCode::PAYLOAD_TOO_LARGE, "too-long"))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let answer = json!({ "refused": "malformed", "error": error.to_string() });
        (StatusCode::BAD_REQUEST, axum::Json(answer)).into_response()
    })
}
