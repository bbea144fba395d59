// What English needs to make a sentence.

import { clockText, resultText } from "../format.js";
import { ltr } from "../marks.js";

const both = new Intl.ListFormat("en-GB", { type: "conjunction" });
const either = new Intl.ListFormat("en-GB", { type: "disjunction" });
const ordinals = new Intl.PluralRules("en", { type: "ordinal" });

/** @param {string | undefined | null} color */
export const Side = (color) => (color === "white" ? "White" : color === "black" ? "Black" : "The player");
/** @param {string} color */
export const other = (color) => (color === "white" ? "black" : "white");
/** @param {unknown[]} items */
export const and = (items) => both.format(items.map(String));
/** @param {unknown[]} items */
export const or = (items) => either.format(items.map(String));

/** @param {{ san: string }[]} moves */
export const orMoves = (moves) =>
  moves.length > 8 ? `one of ${moves.length} legal moves` : or(moves.map((move) => ltr(move.san)));

/** @param {number} number */
export function ordinal(number) {
  const suffix = { one: "st", two: "nd", few: "rd" }[/** @type {"one"} */ (ordinals.select(number))] ?? "th";
  return `${number}${suffix}`;
}

/** @param {number} count @param {string} one @param {string} [many] */
export const count = (count, one, many) => `${count} ${count === 1 ? one : (many ?? `${one}s`)}`;

/** A time to add or take: whole minutes in words, others as on a clock. @param {number} ms */
export function span(ms) {
  const size = Math.abs(ms);
  return size % 60_000 === 0 && size > 0 ? count(size / 60_000, "minute") : ltr(clockText(size));
}

/** @param {string} result */
export const result = (result) => ltr(resultText(result));

/** @type {Record<string, string>} */
export const PIECES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

/** @param {string | undefined} letter */
export const piece = (letter) => PIECES[letter?.toLowerCase() ?? ""] ?? "piece";

/** @type {Record<string, string>} */
export const CLAIMS = {
  threefold: "threefold repetition",
  "fifty-moves": "fifty moves",
  "quickplay-finish": "quickplay finish",
  "touch-move": "touched piece",
};
