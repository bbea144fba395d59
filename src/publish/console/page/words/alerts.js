// What alerts say, in the language of this page: the hall gives the message and its values.

import { resultText, sanText } from "./format.js";
import { joined } from "./lists.js";
import { isolated, ltr, name } from "./marks.js";
import { told } from "./say.js";
import { shown } from "./values.js";

/** @import { Words } from "../live/protocol.js" */
/** @typedef {import("../vendor/fluent.js").FluentVariable} Shown */

/** So many moves are named. */
const MOST = 6;

/** Time on a clock, to the thousandth where there are any. @param {number | null} ms */
function clock(ms) {
  if (ms === null) return "";
  const seconds = String(Math.floor(ms / 1_000) % 60).padStart(2, "0");
  const rest = ms % 1_000 ? `.${String(ms % 1_000).padStart(3, "0")}` : "";
  return ltr(`${Math.floor(ms / 60_000)}:${seconds}${rest}`);
}

/** @param {string} san */
const move = (san) => (san ? ltr(sanText(san)) : "");

/** @param {string[]} sans */
function moves(sans) {
  if (!sans.length) return told("no-move", () => ({})) ?? "";
  if (sans.length <= MOST) return joined("or", sans.map(move));
  const list = sans.slice(0, MOST).map(move);
  const all = list.reduce((list, item) => told("or-next", () => ({ list, item })) ?? `${list}, ${item}`);
  const n = sans.length - MOST;
  return told("and-more", () => ({ list: all, n: shown(n) })) ?? all;
}

/** @type {Record<string, (value: any, words: Words) => unknown>} */
const SHOWN = {
  against: (all) => joined("and", all.map((/** @type {string} */ one) => told(`against-${one}`, () => ({})) ?? one)),
  black: clock,
  error: name,
  from: ltr,
  game: ltr,
  move,
  moves,
  ms: ltr,
  name,
  penalties: ltr,
  played: move,
  result: (result) => ltr(resultText(result)),
  section: name,
  square: ltr,
  squares: (all) => (all.length ? joined("squares", all.map(ltr)) : (told("no-square", () => ({})) ?? "")),
  step: move,
  targets: (all) => (all.length ? joined("or", all.map(ltr)) : (told("no-square", () => ({})) ?? "")),
  time: clock,
  touched: (all, { by }) => joined("and", all.map((/** @type {any} */ one) => touched(one, by))),
  white: clock,
  written: ltr,
};

/** A piece that was touched. @param {{ role: string, square: string, owner: string }} one @param {string} by */
const touched = ({ role, square, owner }, by) =>
  told("piece-touched", () => ({ by, role, owner, square: ltr(square) })) ?? ltr(square);

/** Why a table has refused: in the language of this page, else as the table says it. @param {{ error?: string, words?: Words }} refused */
export const refusedText = ({ error = "", words }) => isolated((words && alertText(words)) ?? error);

/** The sentence; nothing where no catalogue has it. @param {Words} words @returns {string | null} */
export function alertText(words) {
  const { id, ...given } = words;
  return told(id, () =>
    Object.fromEntries(
      Object.entries(given).map(([parameter, value]) => {
        const show = SHOWN[parameter];
        if (!show) return [parameter, shown(value)];
        return [parameter, value === null && show !== clock ? "" : /** @type {string} */ (show(value, words))];
      }),
    ),
  );
}
