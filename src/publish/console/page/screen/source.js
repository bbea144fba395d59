// What is shown, asked for each second: a cache between here and the program can answer, and only what is new is sent.

import { learnClock, state } from "../live/state.js";

/**
 * @typedef {object} ShownPlayer
 * @property {string} name
 * @property {string} [title]
 * @property {number} [rating]
 * @property {string} [federation]
 * @property {string} [team]
 */
/**
 * @typedef {object} ShownBoard
 * @property {number | string} board
 * @property {string} id
 * @property {ShownPlayer} white
 * @property {ShownPlayer} black
 * @property {boolean} begun
 * @property {string | null} fen
 * @property {{ number: number, by: "white" | "black", san: string, squares: string[] } | null} last
 * @property {import("../live/protocol.js").ClockView | null} clock
 * @property {string} result
 * @property {string | null} [termination]
 * @property {boolean} interrupted
 */
/** @typedef {{ section: string | null, round: number | null, state: string, date: string | null, boards: ShownBoard[] }} Section */
/**
 * @typedef {object} Told
 * @property {string} version
 * @property {{ name: string | null, site: string | null, time_control: string | null }} event
 * @property {number} delay_s
 * @property {Section[]} sections
 */

const EVERY_MS = 1_000;
const ANSWER_WITHIN_MS = 8_000;
/** So long nothing is heard before it is said. */
const LOST_AFTER_MS = 5_000;
/** A page that is so young is not loaded anew for another version: two programs might answer in turn. */
const YOUNG_MS = 60_000;

/** What was heard last. */
export const source = {
  /** @type {Told | null} */
  told: null,
  /** Whether an answer has come at all, be it that there is nothing. */
  answered: false,
};

/** Asks for ever. @param {string} address @param {() => void} changed */
export async function follow(address, changed) {
  let tag = "";
  setInterval(() => {
    const isLost = Date.now() - state.heard > LOST_AFTER_MS;
    if (state.link !== (isLost ? "lost" : "live")) {
      state.link = isLost ? "lost" : "live";
      changed();
    }
  }, 500);
  state.heard = Date.now();
  for (;;) {
    const begun = Date.now();
    try {
      /** @type {Record<string, string>} */
      const headers = tag ? { "If-None-Match": tag } : {};
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const answer = await fetch(address, { headers, cache: "no-store", signal });
      if (answer.status === 200) {
        const told = await answer.json();
        tag = answer.headers.get("ETag") ?? "";
        renew(told);
        source.told = told;
      } else if (answer.status === 404) {
        tag = "";
        source.told = null;
      } else if (answer.status !== 304) throw new Error(String(answer.status));
      const now = Number(answer.headers.get("Touchmove-Now"));
      if (now) learnClock(now);
      state.heard = Date.now();
      state.link = "live";
      if (answer.status !== 304 || !source.answered) {
        source.answered = true;
        changed();
      }
    } catch {
      // The age says it, and it is asked again.
    }
    await new Promise((done) => setTimeout(done, Math.max(100, begun + EVERY_MS - Date.now())));
  }
}

/** Parts that are as before are the same objects, so that they need not be drawn again; another program's page is loaded.
 * @param {Told} told */
function renew(told) {
  const before = source.told;
  if (!before) return;
  if (before.version !== told.version && performance.now() > YOUNG_MS) location.reload();
  const known = new Map();
  for (const section of before.sections) for (const board of section.boards) known.set(board.id, board);
  for (const section of told.sections) {
    section.boards = section.boards.map((board) => {
      const was = known.get(board.id);
      return was && JSON.stringify(was) === JSON.stringify(board) ? was : board;
    });
  }
}
