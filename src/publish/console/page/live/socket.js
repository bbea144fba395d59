// The stream from the hall: opened again as soon as it is gone, going on from what is known.

import { announce, apply, forget, state } from "./state.js";

/** @import { Answer } from "./protocol.js" */

const FIRST_AGAIN_MS = 250;
const LONGEST_AGAIN_MS = 2_000;
/** The hall says something every 10 seconds, if only a ping, which scripts do not see: this asks it aloud. */
const PROBE_AFTER_MS = 15_000;
const PROBE_ANSWER_MS = 4_000;
const ANSWER_MS = 10_000;

/** @type {WebSocket | null} */
let socket = null;
let wanted = false;
let again = FIRST_AGAIN_MS;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {string[]} */
let closely = [];
/** @type {() => void} */
let whenEnded = () => {};
/** @type {Map<string, { done: (answer: Answer) => void, timer: ReturnType<typeof setTimeout> }>} */
const asked = new Map();
const run = Math.random().toString(36).slice(2, 10);
let count = 0;

/** Connects, and stays connected until [`leave`]. @param {() => void} ended */
export function join(ended) {
  whenEnded = ended;
  wanted = true;
  open();
}

export function leave() {
  wanted = false;
  clearTimeout(timer);
  socket?.close();
  socket = null;
  forget();
}

/** Which tables this page looks at closely. @param {string[]} tables */
export function watch(tables) {
  if (tables.join("\n") === closely.join("\n")) return;
  closely = tables;
  sayWatch();
}

/**
 * Asks the hall. Nothing is sent twice: what was not answered while the link was lost is told as that.
 * @param {Record<string, unknown>} request
 * @returns {Promise<Answer>}
 */
export function ask(request) {
  const id = `${run}-${(count += 1)}`;
  const open = socket;
  if (!open || open.readyState !== WebSocket.OPEN || state.link !== "live")
    return Promise.resolve({ id, refused: "no-link" });
  return new Promise((done) => {
    const late = setTimeout(() => settle({ id, refused: "no-answer" }), ANSWER_MS);
    asked.set(id, { done, timer: late });
    open.send(JSON.stringify({ ...request, id }));
  });
}

/** @param {Answer} answer */
function settle(answer) {
  const waiting = asked.get(answer.id);
  if (!waiting) return;
  asked.delete(answer.id);
  clearTimeout(waiting.timer);
  waiting.done(answer);
}

function open() {
  clearTimeout(timer);
  if (!wanted || (socket && socket.readyState <= WebSocket.OPEN)) return;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const opened = new WebSocket(`${scheme}://${location.host}/api/live`);
  socket = opened;
  opened.addEventListener("open", () => {
    if (socket !== opened) return opened.close();
    sayWatch();
  });
  opened.addEventListener("message", (event) => {
    if (socket === opened) hear(JSON.parse(event.data));
  });
  opened.addEventListener("close", () => {
    if (socket === opened) lost();
  });
}

/** @param {any} message */
function hear(message) {
  state.heard = Date.now();
  if (message.changes) {
    again = FIRST_AGAIN_MS;
    state.link = "live";
    apply(message.changes);
  } else if (message.answer) {
    settle(message.answer);
  } else if (message.broker) {
    state.broker = message.broker;
    announce();
  } else if (message.broadcast) {
    state.outputs = message.broadcast.outputs ?? [];
    announce();
  } else if (message.account) {
    // What was seen before is not what may be seen now: all of it comes anew.
    state.account = message.account;
    state.outputs = [];
    forget();
    announce();
  } else if (message.ended) {
    leave();
    whenEnded();
  }
}

function lost() {
  socket = null;
  for (const id of [...asked.keys()]) settle({ id, refused: "no-answer" });
  state.broker = null;
  state.outputs = [];
  if (!wanted) return;
  if (state.link === "live") state.link = "lost";
  announce();
  // Not all pages of a hall at once.
  timer = setTimeout(checkedOpen, again * (0.5 + Math.random() / 2));
  again = Math.min(again * 2, LONGEST_AGAIN_MS);
}

/** A socket that is refused does not say why: where the session is over, trying again would never end. */
async function checkedOpen() {
  try {
    const answer = await fetch("/api/me");
    if (answer.status === 401) {
      leave();
      whenEnded();
      return;
    }
  } catch {
    // No network: the socket will say so.
  }
  open();
}

function sayWatch() {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ watch: { since: state.version, closely } }));
}

/** A screen that has slept, or a network that was away: what is there is looked at at once. */
function wake() {
  if (!wanted) return;
  if (!socket || socket.readyState > WebSocket.OPEN) {
    again = FIRST_AGAIN_MS;
    open();
  } else if (Date.now() - state.heard > PROBE_ANSWER_MS) {
    probe();
  }
}

/** Asks for what is new; where nothing comes back, the connection is dead though it looks alive. */
function probe() {
  const probed = socket;
  if (probed?.readyState !== WebSocket.OPEN) return;
  const before = state.heard;
  probed.send(JSON.stringify({ request: "offers", id: `${run}-probe-${(count += 1)}`, table: "" }));
  setTimeout(() => {
    if (socket !== probed || state.heard !== before) return;
    socket = null;
    probed.close();
    lost();
  }, PROBE_ANSWER_MS);
}

setInterval(() => {
  if (wanted && Date.now() - state.heard > PROBE_AFTER_MS) probe();
}, 5_000);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") wake();
});
addEventListener("online", wake);
addEventListener("pageshow", wake);
