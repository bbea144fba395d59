// What is worked out from the hall's word for several views: the case of a table, its order, its name.

import { state } from "./state.js";

/** @import { Case, Color, Severity, TableView } from "./protocol.js" */

/** @type {Severity[]} */
export const SEVERITIES = ["ruling", "warning", "result", "unread", "lost", "notice"];

/** What a table is called in the hall. @param {string} table */
export function tableLabel(table) {
  const number = (state.tables.get(table) ?? state.screens.get(table))?.place.number;
  return number == null ? table : String(number);
}

/** Tables as the hall counts them. @param {{ table: string, place: TableView["place"] }} one @param {{ table: string, place: TableView["place"] }} other */
export function byNumber(one, other) {
  const numbers = (one.place.number ?? Infinity) - (other.place.number ?? Infinity);
  return numbers || one.table.localeCompare(other.table, undefined, { numeric: true });
}

/** The labels of tables, as the hall counts them. @param {string[]} tables */
export const tableLabels = (tables) =>
  tables.map(tableLabel).sort((one, other) => one.localeCompare(other, undefined, { numeric: true }));

/** The cases that wait in the list, in its order. @returns {Case[]} */
export function waiting() {
  return state.order.flatMap((id) => state.cases.get(id) ?? []);
}

/** @param {Case["tray"]} tray @returns {Case[]} */
export function inTray(tray) {
  const found = [...state.cases.values()].filter((one) => one.tray === tray);
  return found.sort((one, other) => (one.shelf?.until ?? one.since) - (other.shelf?.until ?? other.since));
}

/**
 * Of each table the case that matters most; groups count for each of their tables, private findings for none.
 * @returns {Map<string, { case: Case, first: boolean, rank: number }>}
 */
export function caseOfTables() {
  /** @type {Map<string, { case: Case, first: boolean, rank: number }>} */
  const found = new Map();
  waiting().forEach((one, rank) => {
    const all = one.members?.length ? one.members.flatMap((id) => state.cases.get(id)?.tables ?? []) : one.tables;
    for (const table of all)
      if (!found.has(table)) found.set(table, { case: one, first: one.tables[0] === table, rank });
  });
  return found;
}

/** Whether somebody has taken it on: it calls no more. @param {Case} one */
export const isTaken = (one) => Boolean(one.going || one.seen);

/** @param {Case} one */
export const isNewRuling = (one) => one.severity === "ruling" && !isTaken(one);

/** Whether nobody knows what the clock of a table shows. @param {TableView} view */
export const isLost = (view) =>
  view.link.board === "lost" ||
  view.link.board === "stale" ||
  view.link.reach === "offline" ||
  view.link.reach === "silent";

/** Whether a table is heard. @param {TableView} view */
export const isHeard = (view) => !isLost(view);

/** @param {TableView | undefined} view @param {Color} color */
export const playerName = (view, color) => view?.game?.players[color] || "";

/** A name in little room: the family name and an initial, then the family name. @param {string} name @param {number} room */
export function shortName(name, room) {
  if (name.length <= room) return name;
  const initial = name.replace(/,\s*(.).*/, ", $1.");
  return initial.length <= room + 1 ? initial : name.split(",")[0];
}

/** @param {string} name */
export const familyName = (name) => name.split(",")[0];

/** What is not as it should be with board, clock and network, for a small sign. @param {TableView} view */
export function health(view) {
  /** @type {{ icon: string, key: string, parameters?: Record<string, unknown> }[]} */
  const signs = [];
  const { link, board } = view;
  if (link.reach === "offline" || link.reach === "silent")
    signs.push({ icon: "lost", key: "health.table", parameters: { since: link.since } });
  else if (link.board === "lost" || link.board === "stale") signs.push({ icon: "board", key: "health.board" });
  else if (link.board === "searching" && !view.game) signs.push({ icon: "board", key: "health.searching" });
  if (board?.clock_battery_low) signs.push({ icon: "battery", key: "health.battery" });
  if (board?.clock_connected === false && view.doing === "playing") signs.push({ icon: "mute", key: "health.clock" });
  if (board?.dead?.length) signs.push({ icon: "noise", key: "health.dead", parameters: { places: [board.dead.join(" ")] } });
  if (view.catching_up) signs.push({ icon: "later", key: "health.catchingUp" });
  if (view.missing) signs.push({ icon: "notice", key: "health.missing", parameters: { records: view.missing } });
  return signs;
}
