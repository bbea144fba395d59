// The order of the list holds while a hand is in it: what ends stays in its place, what comes is counted at the head.

import { ui } from "../ui.js";

/** @import { Case } from "./protocol.js" */
/** @typedef {{ one: Case, ended: boolean }} Line */

/** @type {{ ids: string[], last: Map<string, Case> } | null} */
let held = null;
/** @type {Line[]} */
let shown = [];

export const isHeld = () => held !== null;

/** A hand comes into the list. */
export function hold() {
  held ??= { ids: shown.map((line) => line.one.id), last: new Map(shown.map((line) => [line.one.id, line.one])) };
}

/** The hand leaves it, or asks for the order as it is. */
export function release() {
  held = null;
}

/**
 * What is shown, and how many have come that are not.
 * @param {Case[]} list What waits, in its order.
 * @returns {{ lines: Line[], newcomers: number }}
 */
export function lines(list) {
  if (!held) {
    shown = list.map((one) => ({ one, ended: false }));
    return { lines: shown, newcomers: 0 };
  }
  const { ids, last } = held;
  const waits = new Map(list.map((one) => [one.id, one]));
  shown = ids.flatMap((id) => {
    const one = waits.get(id);
    if (one) last.set(id, one);
    const known = last.get(id);
    return known ? [{ one: known, ended: !one }] : [];
  });
  return { lines: shown, newcomers: list.filter((one) => !ids.includes(one.id)).length };
}

/** The next line from the chosen one, by so many. @param {Case[]} list @param {number} step @returns {string | undefined} */
export function beside(list, step) {
  const ids = (held ? shown.filter((line) => !line.ended).map((line) => line.one) : list).map((one) => one.id);
  if (!ids.length) return undefined;
  const all = shown.map((line) => line.one.id);
  const at = all.indexOf(ui.chosen);
  const rest = step > 0 ? all.slice(at + 1) : all.slice(0, Math.max(0, at)).reverse();
  return rest.find((id) => ids.includes(id)) ?? (ids.includes(ui.chosen) ? ui.chosen : ids.at(step > 0 ? -1 : 0));
}
