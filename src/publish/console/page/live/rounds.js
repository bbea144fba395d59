// The event's rounds, where the hall knows of any; else what stands at the tables.

import { byNumber } from "./looks.js";
import { hallNow, state } from "./state.js";

/** @import { Person, TableView } from "./protocol.js" */
/** @typedef {Person & { name: string, number?: number }} Player */
/** @typedef {{ number: number, of_match?: number }} BoardNumber */
/** @typedef {"planned" | "on" | "over"} RoundState */

/**
 * Why a table has not been told its players.
 * @typedef {object} Waits
 * @property {"answer" | "board" | "game" | "other-pairing" | "refused" | "table" | "table-away"} for
 * @property {string} [game]
 * @property {number} [plies]
 * @property {string} [result]
 * @property {{ white?: string | null, black?: string | null }} [players]
 * @property {string} [section]
 * @property {BoardNumber} [board]
 * @property {string} [error]
 */

/**
 * @typedef {object} Pairing
 * @property {BoardNumber} board
 * @property {string} [table]
 * @property {Player} white
 * @property {Player} black
 * @property {string} result `*` where there is none.
 * @property {string} [by]
 * @property {string} [table_result]
 * @property {string} [game]
 * @property {"waiting" | "playing" | "over" | "absent"} state
 * @property {Waits} [waits]
 */

/** @typedef {{ player: Player, kind: string }} Bye */

/**
 * @typedef {object} Round
 * @property {number} number
 * @property {string} [section]
 * @property {RoundState} state
 * @property {string} [date]
 * @property {number} [start]
 * @property {number} [default_at]
 * @property {string} [file]
 * @property {Pairing[]} pairings
 * @property {Bye[]} [byes]
 * @property {BoardNumber[]} [missing]
 * @property {boolean} trf
 */

/** The rounds, the latest first. @returns {Round[]} */
export function rounds() {
  const all = /** @type {Round[]} */ (state.rounds);
  return [...all].sort(
    (one, other) => other.number - one.number || (one.section ?? "").localeCompare(other.section ?? ""),
  );
}

/** What names a round on this page. @param {{ number: number, section?: string }} round */
export const roundKey = (round) => `${round.number} ${round.section ?? ""}`;

/** The round that is looked at first: one that is on, else the latest. @returns {Round | undefined} */
export const roundNow = () => rounds().find((round) => round.state === "on") ?? rounds()[0];

/** @param {BoardNumber} board */
export const boardText = (board) =>
  board.of_match === undefined ? String(board.number) : `${board.of_match}.${board.number}`;

/** The table at which a pairing is played. @param {Pairing} pairing @returns {TableView | undefined} */
export function tableOf(pairing) {
  const named = pairing.table === undefined ? undefined : state.tables.get(pairing.table);
  if (named) return named;
  const number = Number(pairing.table ?? boardText(pairing.board));
  return [...state.tables.values()]
    .sort(byNumber)
    .find((view) => (pairing.game && view.game?.id === pairing.game) || view.place.number === number);
}

/** The game of a pairing, where it stands at its table. @param {Pairing} pairing */
export function gameOf(pairing) {
  const game = tableOf(pairing)?.game;
  return game && game.id === pairing.game ? game : undefined;
}

/** Whether a pairing has a result. @param {Pairing} pairing */
export const isDone = (pairing) => Boolean(pairing.result) && pairing.result !== "*";

/** Whether who is not there has lost by now. @param {Round} round */
export const isLate = (round) => round.default_at !== undefined && hallNow() >= round.default_at;

/**
 * Why a table could not be told its players now, of a round that has not begun. The hall decides; this is what can be
 * seen before.
 * @param {Pairing} pairing @returns {Waits | null}
 */
export function wouldWait(pairing) {
  const view = tableOf(pairing);
  if (!view) return { for: "table" };
  if (view.link.reach !== "online") return { for: "table-away" };
  if (!view.game) return { for: "board" };
  const isOn = view.doing !== "over" && view.game.plies > 0 && view.game.result === "*";
  return isOn ? { for: "game", game: view.game.id, players: view.game.players } : null;
}
