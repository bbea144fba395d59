// The event's rounds, where the hall knows of any; else what stands at the tables.

import { byNumber } from "./looks.js";
import { state } from "./state.js";

/** @import { Person, TableView } from "./protocol.js" */
/** @typedef {Person & { name: string }} Player */
/** @typedef {{ number: number, of_match?: number }} BoardNumber */

/**
 * @typedef {object} Pairing
 * @property {number | BoardNumber} board
 * @property {string | number} [table]
 * @property {Player | null} white
 * @property {Player | null} black
 * @property {string} result `*` where there is none.
 * @property {string} [game]
 * @property {"waiting" | "playing" | "over" | "absent"} state
 */

/**
 * @typedef {object} Round
 * @property {number} number
 * @property {string} [section]
 * @property {"planned" | "on" | "over"} state
 * @property {string} [date]
 * @property {string | number} [start]
 * @property {Pairing[]} pairings
 */

/** The rounds, the latest first. @returns {Round[]} */
export function rounds() {
  const all = /** @type {Round[]} */ (state.rounds);
  return [...all].sort(
    (one, other) => other.number - one.number || (one.section ?? "").localeCompare(other.section ?? ""),
  );
}

/** What names a round on this page. @param {Round} round */
export const roundKey = (round) => `${round.number} ${round.section ?? ""}`;

/** The round that is looked at first: one that is on, else the latest. @returns {Round | undefined} */
export const roundNow = () => rounds().find((round) => round.state === "on") ?? rounds()[0];

/** @param {Pairing} pairing */
export function boardText({ board }) {
  if (typeof board === "number") return String(board);
  return board.of_match === undefined ? String(board.number) : `${board.of_match}.${board.number}`;
}

/** The table at which a pairing is played. @param {Pairing} pairing @returns {TableView | undefined} */
export function tableOf(pairing) {
  const named = pairing.table === undefined ? undefined : state.tables.get(String(pairing.table));
  if (named) return named;
  const number = Number(pairing.table ?? boardText(pairing));
  return [...state.tables.values()]
    .sort(byNumber)
    .find((view) => (pairing.game && view.game?.id === pairing.game) || view.place.number === number);
}

/** Whether a pairing has a result. @param {Pairing} pairing */
export const isDone = (pairing) => Boolean(pairing.result) && pairing.result !== "*";
