// What this page shows beside what the hall has said: what is chosen, what is being sent, what was refused.

/** @import { Case } from "./live/protocol.js" */
/** @typedef {{ text: string, entry?: number, kind?: "refused" | "done", table?: string }} Toast */

export const ui = {
  /** @type {Toast | null} */
  toast: null,
  /** The dialog that is open. @type {(() => unknown) | null} */
  dialog: null,
  /** The case that is looked at in the queue. */
  chosen: "",
  /** That case as it was last known, where it waits no more. @type {Case | null} */
  ended: null,
  /** What is being sent, by the case or table that it is about. @type {Map<string, string>} */
  sending: new Map(),
  /** Why something was refused, by the case or table. @type {Map<string, { name: string, text: string }>} */
  refused: new Map(),
  /** Entries of the record that this page has made, newest last. @type {number[]} */
  mine: [],
};

/** @type {() => void} */
let redraw = () => {};

/** @param {() => void} how */
export function drawBy(how) {
  redraw = how;
}

/** @param {Partial<typeof ui>} [change] */
export function show(change = {}) {
  Object.assign(ui, change);
  redraw();
}

const TOAST_MS = 10_000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {Toast} toast */
export function tell(toast) {
  clearTimeout(timer);
  timer = setTimeout(() => show({ toast: null }), TOAST_MS);
  show({ toast });
}

export const closeDialog = () => show({ dialog: null });
