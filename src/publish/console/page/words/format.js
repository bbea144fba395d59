// Times and results, written the same in every language, and moves, of which only the letters of the pieces are each
// language's own.

import { language, told } from "./say.js";

/** @type {Record<string, string>} */
const LETTERS = { K: "letter-king", Q: "letter-queen", R: "letter-rook", B: "letter-bishop", N: "letter-knight" };

/** A move as it is shown to people; what is sent has always the English letters. @param {string} san */
export function sanText(san) {
  if (san.startsWith("O-O")) return language() === "en" ? san : san.replaceAll("O", "0");
  return san.replace(/(^|=)([KQRBN])/g, (_, before, letter) => before + (told(LETTERS[letter], () => ({})) ?? letter));
}

/** h:mm:ss or m:ss. @param {number} ms */
export function clockText(ms) {
  const all = Math.max(0, Math.ceil(ms / 1_000));
  return hms(all);
}

/** How long ago, or how long. @param {number} ms */
export function ageText(ms) {
  return hms(Math.max(0, Math.floor(ms / 1_000)));
}

/** @param {number} all */
function hms(all) {
  const hours = Math.floor(all / 3_600);
  const minutes = Math.floor(all / 60) % 60;
  const seconds = String(all % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
}

/** Time of day with seconds, and tenths where they matter. @param {number} at @param {boolean} [tenths] */
export function dayTime(at, tenths = false) {
  const date = new Date(tenths ? at : Math.floor(at / 1_000) * 1_000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const text = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return tenths ? `${text}.${Math.floor(date.getMilliseconds() / 100)}` : text;
}

/** Hours and minutes alone. @param {number} at */
export const hourMinute = (at) => dayTime(at).slice(0, 5);

/** @param {string} result */
export const resultText = (result) => result.replaceAll("1/2", "½");

/** A move's number and name, as on a scoresheet: `12…Nf6`. @param {number} ply @param {string} san */
export const numbered = (ply, san) => `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"}\u200a${sanText(san)}`;
