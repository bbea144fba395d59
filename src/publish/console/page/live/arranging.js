// What is arranged: a file compared and taken over, a round begun and ended, who plays where, results by hand.

import { refusalText } from "../words/cases.js";
import { plain } from "../words/marks.js";
import { say } from "../words/say.js";
import { show, tell } from "../ui.js";
import { ask } from "./socket.js";

/** @import { Answer } from "./protocol.js" */
/** @import { Bye, BoardNumber, Pairing, Player, Round, RoundState } from "./rounds.js" */

/** @typedef {{ line?: number, column?: number, sheet?: string, place: string, found: string, expected: string, code: string, text?: string }} Fault */

/**
 * A pairing as it would be.
 * @typedef {object} PairingCompared
 * @property {BoardNumber} board
 * @property {string} [table]
 * @property {Player} white
 * @property {Player} black
 * @property {string} result
 * @property {"as-before" | "changed" | "moved" | "new" | "swapped"} change
 * @property {Player} [white_was]
 * @property {Player} [black_was]
 * @property {BoardNumber} [from]
 * @property {boolean} [swapped]
 * @property {boolean} [in_play]
 */

/**
 * @typedef {object} RoundCompared
 * @property {string} [section]
 * @property {number} number
 * @property {string} [date]
 * @property {RoundState} [state]
 * @property {PairingCompared[]} pairings
 * @property {(Bye & { new?: boolean, was?: string })[]} byes
 * @property {{ board: BoardNumber, white: Player, black: Player }[]} [gone]
 * @property {Bye[]} [gone_byes]
 * @property {{ was: Player, now: Player }[]} [players]
 */

/**
 * @typedef {object} Comparison
 * @property {string} digest
 * @property {string} file
 * @property {string} kind
 * @property {Record<string, string | number>} event
 * @property {RoundCompared[]} rounds
 * @property {Fault[]} [omitted]
 * @property {boolean} as_before
 */

/** What lies on the table of who brings a file. */
export const desk = {
  /** @type {File | null} */
  file: null,
  section: "",
  /** @type {Comparison | null} */
  comparison: null,
  /** A file that cannot be read, and where. @type {{ name: string, fault: Fault } | null} */
  wrong: null,
  /** Why it was not compared, otherwise. */
  failed: "",
  /** Sections, one of which the file must be said to be of. @type {string[]} */
  sections: [],
  /** Whether it is shown a second time, as things have changed since the first. */
  isAgain: false,
  isBusy: false,
};

/** @param {Partial<typeof desk>} [change] */
function put(change = {}) {
  Object.assign(desk, change);
  show();
}

/** Nothing lies there. */
export function clearDesk() {
  Object.assign(desk, { file: null, section: "", comparison: null, wrong: null, failed: "", sections: [] });
  Object.assign(desk, { isAgain: false, isBusy: false });
}

/** Asks what a file would change. @param {File} file @param {{ section?: string, isAgain?: boolean }} [about] */
export async function compare(file, { section = "", isAgain = false } = {}) {
  clearDesk();
  put({ file, section, isAgain, isBusy: true });
  const { status, body } = await send(file, section);
  // Another file has been brought meanwhile.
  if (desk.file !== file) return;
  const refused = String(body?.refused ?? "");
  if (status === 200) put({ comparison: body, isBusy: false });
  else if (refused === "file") put({ wrong: { name: file.name, fault: body.fault }, isBusy: false });
  else if (refused === "section") put({ sections: body.sections, isBusy: false });
  else
    put({
      failed: status ? plain(refusalText({ refused: refused || "malformed" })) : say("file.notSent"),
      isBusy: false,
    });
}

/** @param {File} file @param {string} section @returns {Promise<{ status: number, body: any }>} */
async function send(file, section) {
  const query = section ? `?${new URLSearchParams({ section })}` : "";
  const headers = { "Content-Type": "application/octet-stream", "X-File-Name": encodeURIComponent(file.name) };
  try {
    const answer = await fetch(`/api/import${query}`, { method: "POST", headers, body: file });
    return { status: answer.status, body: await answer.json() };
  } catch {
    return { status: 0, body: null };
  }
}

/** Takes over what was shown; where it is otherwise now, it is shown anew. */
export async function takeOver() {
  const { comparison, file, section } = desk;
  if (!comparison || !file || desk.isBusy) return;
  put({ isBusy: true });
  const answer = await ask({ request: "import", digest: comparison.digest });
  if (desk.comparison !== comparison) return;
  if (answer.refused === "comparison-old") return compare(file, { section, isAgain: true });
  if (answer.refused) return put({ isBusy: false, failed: plain(refusalText(answer)) });
  clearDesk();
  tell({ text: say("toast.takenOver", { file: comparison.file }) });
}

/**
 * Asks for something of a round; a refusal is told.
 * @param {Record<string, unknown>} request
 * @param {string} [done] What is told when it is done.
 * @returns {Promise<Answer>}
 */
export async function arrange(request, done) {
  const answer = await ask(request);
  if (answer.refused) tell({ kind: "refused", text: refusalText(answer) });
  else if (done) tell({ text: done });
  return answer;
}

/** What names a round in a request. @param {{ number: number, section?: string }} round */
export const ofRound = ({ number, section }) => ({ round: number, ...(section === undefined ? {} : { section }) });

/** What names a pairing, with who plays there as seen. @param {Round} round @param {Pairing} pairing */
export const ofPairing = (round, { board, white, black }) => ({
  ...ofRound(round),
  board,
  players: { white: white.name, black: black.name },
});
