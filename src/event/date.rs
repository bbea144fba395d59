//! Dates, as pairing programs write them.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// A day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct Date {
    /// 1900 to 2199.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31, and no more than the month has.
    pub day: u8,
}

/// A text that is no date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a date")]
pub struct NoDate;

impl Date {
    /// This day, if there is such a day.
    ///
    /// # Errors
    /// [`NoDate`]: the calendar has none, or it is before 1900 or after 2199.
    pub fn new(year: u16, month: u8, day: u8) -> Result<Date, NoDate> {
        let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        let days = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return Err(NoDate),
        };
        let known = (1900..2200).contains(&year) && (1..=days).contains(&day);
        if known { Ok(Date { year, month, day }) } else { Err(NoDate) }
    }

    /// As PGN and TRF write it: year, month and day, parted by this sign.
    #[must_use]
    pub fn written(self, sign: char) -> String {
        format!("{:04}{sign}{:02}{sign}{:02}", self.year, self.month, self.day)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written('-'))
    }
}

impl FromStr for Date {
    type Err = NoDate;

    /// Year first or day first, parted by `/`, `.` or `-`; a year of two digits stands first and is of this century.
    fn from_str(text: &str) -> Result<Date, NoDate> {
        let parts: Vec<&str> = text.trim().split(['/', '.', '-']).collect();
        let [first, month, last] = parts[..] else { return Err(NoDate) };
        let number = |text: &str| text.parse::<u16>().map_err(|_| NoDate);
        let small = |text: &str| text.parse::<u8>().map_err(|_| NoDate);
        match (first.len(), last.len()) {
            (4, 1..=2) => Date::new(number(first)?, small(month)?, small(last)?),
            (1..=2, 4) => Date::new(number(last)?, small(month)?, small(first)?),
            (2, 2) => Date::new(2000 + number(first)?, small(month)?, small(last)?),
            _ => Err(NoDate),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_read_whichever_end_comes_first() {
        let day = Date::new(2026, 11, 24).expect("a day");
        for text in ["2026/11/24", "2026.11.24", "2026-11-24", "24.11.2026", "24/11/2026", "26/11/24", " 26/11/24 "] {
            assert_eq!(text.parse(), Ok(day), "{text}");
        }
        assert_eq!(day.written('.'), "2026.11.24");
    }

    #[test]
    fn days_that_no_calendar_has_are_refused() {
        for text in ["", "????.??.??", "2026/02/29", "2026/13/01", "2026/04/31", "1/1/1", "2026", "0000/01/01", "a/b/c"]
        {
            assert_eq!(text.parse::<Date>(), Err(NoDate), "{text}");
        }
        assert!("2024/02/29".parse::<Date>().is_ok());
    }
}
