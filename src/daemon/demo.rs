//! demo
use super::Error;
/// d
#[derive(Debug, Clone)]
pub struct Demo {
    /// s
    pub speed: f64,
    /// p
    pub ports_free: bool,
}
/// d
pub async fn demo(_: Demo) -> Result<(), Error> {
    Ok(())
}
