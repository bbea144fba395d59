// What the hall has told this page. Each thing comes whole and replaces what was known of it, so that a part that has
// not changed is the same object as before and need not be drawn again.

/** @import { Account, Case, Changes, Entry, OutputState, PublicView, TableDetail, TableView } from "./protocol.js" */

export const state = {
  /** @type {Account | null} */
  account: null,
  title: "",
  programVersion: "",
  version: 0,
  /** @type {Map<string, TableView>} */
  tables: new Map(),
  /** @type {Map<string, PublicView>} */
  screens: new Map(),
  /** @type {Map<string, Case>} */
  cases: new Map(),
  /** @type {string[]} */
  order: [],
  /** @type {Map<number, Entry>} */
  entries: new Map(),
  /** @type {Map<string, TableDetail>} */
  details: new Map(),
  /** @type {Record<string, any> | null} */
  event: null,
  /** @type {Record<string, any>[]} */
  rounds: [],
  /** By how much the hall's clock is ahead of this computer's, in milliseconds. */
  ahead: 0,
  /** @type {"connecting" | "live" | "lost"} */
  link: "connecting",
  /** Whether the hall reaches its tables through the broker; `null` where it needs none. @type {{ up: boolean, since: number, trouble?: string } | null} */
  broker: null,
  /** How the outputs of a broadcast stand, for who looks after it. @type {OutputState[]} */
  outputs: [],
  /** When something was last heard, by this computer's clock. */
  heard: 0,
  /** Whether everything has come once. */
  complete: false,
};

/** @type {Set<(changes: Changes | null, ended: Case[]) => void>} */
const listeners = new Set();

/** @param {(changes: Changes | null, ended: Case[]) => void} listener */
export function onNews(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Something beside the hall's own word has changed: the link, who is signed in. */
export function announce() {
  for (const listener of listeners) listener(null, []);
}

/** @param {Changes} changes */
export function apply(changes) {
  if (changes.whole) forget();
  for (const view of changes.tables ?? []) state.tables.set(view.table, view);
  for (const view of changes.public ?? []) state.screens.set(view.table, view);
  for (const name of changes.removed ?? []) {
    state.tables.delete(name);
    state.screens.delete(name);
    state.details.delete(name);
  }
  const ended = [];
  for (const id of changes.ended ?? []) {
    const known = state.cases.get(id);
    if (known) ended.push(known);
    state.cases.delete(id);
  }
  for (const view of changes.cases ?? []) state.cases.set(view.id, view);
  if (changes.order) state.order = changes.order;
  for (const entry of changes.entries ?? []) state.entries.set(entry.number, entry);
  for (const detail of changes.details ?? []) state.details.set(detail.table, detail);
  if (changes.event) state.event = changes.event;
  if (changes.rounds) state.rounds = replaced(state.rounds, changes.rounds);
  state.version = changes.version;
  learnClock(changes.now);
  state.complete = true;
  for (const listener of listeners) listener(changes, ended);
}

/** Each round in the place of the one of its section and number. @param {Record<string, any>[]} known @param {Record<string, any>[]} told */
function replaced(known, told) {
  const isNew = (/** @type {Record<string, any>} */ round) =>
    told.some((one) => one.number === round.number && one.section === round.section);
  return [...known.filter((round) => !isNew(round)), ...told];
}

/** Nothing that was told to one account is kept for the next. */
export function forget() {
  for (const map of [state.tables, state.screens, state.cases, state.entries, state.details]) map.clear();
  state.order = [];
  state.event = null;
  state.rounds = [];
  state.version = 0;
  state.complete = false;
}

/** Time of day by the hall's clock. */
export function hallNow() {
  return Date.now() + state.ahead;
}

/**
 * A message takes time to come: of what was measured lately the largest is the nearest to the truth.
 * @param {number} now
 */
export function learnClock(now) {
  const ahead = now - Date.now();
  const isFar = Math.abs(ahead - state.ahead) > 1_000;
  state.ahead = isFar ? ahead : Math.max(ahead, state.ahead - 5);
}
