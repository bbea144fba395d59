// The page of one table: takes the event stream in, and draws what has changed.

import { drawAlerts, drawBanner } from "/page/alerts.js";
import { differencesText, drawBoard, makeBoard, orientation, turnBoard } from "/page/board.js";
import { drawPlayers, drawTimes } from "/page/clocks.js";
import { drawMoves, drawResult } from "/page/moves.js";
import { apply, emptyState, greet, openAlerts } from "/page/state.js";

const CLOCK_EVERY_MS = 100;
const AGAIN_AFTER_MS = 2_000;
// The server says something every 15 seconds at least, but in comments, which scripts do not see: this asks it aloud.
const PROBE_EVERY_MS = 20_000;
const BOARD_STATES = { connected: "Board connected", lost: "Board lost", searching: "Looking for a board", stale: "Board silent", none: "Waiting" };
const LINK_STATES = { live: "Live", lost: "Connection lost, trying again", none: "Connecting" };

const table = document.body.dataset.table;
const base = `/table/${encodeURIComponent(table)}`;
const byId = (id) => document.getElementById(id);
const strips = { top: byId("top"), bottom: byId("bottom") };
const board = makeBoard(byId("board"));
const state = emptyState();
let linked = "none";
let waiting = false;

byId("pgn").href = `${base}/pgn`;
byId("turn-board").addEventListener("click", () => { turnBoard(board); draw(); });
for (const input of document.querySelectorAll("input[name=view]")) {
  input.addEventListener("change", () => { board.view = input.value; draw(); });
}
setInterval(() => drawTimes(state, strips, performance.now()), CLOCK_EVERY_MS);
setInterval(probe, PROBE_EVERY_MS);
let stream = connect();
draw();

function connect() {
  const source = new EventSource(`${base}/events`);
  source.addEventListener("hello", (event) => {
    const hello = JSON.parse(event.data);
    greet(state, hello);
    byId("version").textContent = `touchmove ${hello.version}`;
    setLink("live");
  });
  source.addEventListener("message", (event) => {
    apply(state, JSON.parse(event.data), performance.now());
    drawSoon();
  });
  source.addEventListener("error", () => {
    setLink("lost");
    // The browser tries again by itself, except after an answer that was no stream.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => { if (stream === source) stream = connect(); }, AGAIN_AFTER_MS);
  });
  return source;
}

/** A connection that died without a word looks alive to the browser. */
async function probe() {
  if (linked !== "live") return;
  try {
    await fetch("/tables", { signal: AbortSignal.timeout(PROBE_EVERY_MS / 2) });
  } catch {
    stream.close();
    setLink("lost");
    stream = connect();
  }
}

function setLink(now) {
  linked = now;
  document.body.dataset.link = now;
  drawSoon();
}

/** Draws once for all records of a moment. Not by animation frames: a page in the background must have its title right. */
function drawSoon() {
  if (waiting) return;
  waiting = true;
  setTimeout(() => { waiting = false; draw(); }, 0);
}

function draw() {
  const differences = drawBoard(board, state);
  byId("sensed").textContent = differencesText(state, differences);
  byId("sensed").classList.toggle("differs", differences.some((difference) => !difference.air));
  drawPlayers(state, strips, orientation(board));
  drawTimes(state, strips, performance.now());
  drawMoves(state, byId("moves"), byId("moves-count"), byId("legend"));
  drawResult(state, byId("result"));
  drawAlerts(state, { open: byId("alerts-open"), past: byId("alerts-past"), count: byId("alerts-count") }, point);
  drawBanner(state, linked, byId("banner"));
  drawAbout();
}

function point(squares) {
  board.pointed = squares;
  drawBoard(board, state);
}

function drawAbout() {
  const { game, status } = state;
  const words = game ? [game.regime, game.variant === "chess960" ? "Chess960" : "", `Laws of ${game.edition}`, game.phase] : [];
  byId("about").textContent = words.filter(Boolean).join(" · ");
  const pill = byId("board-status");
  pill.dataset.state = status?.board.state ?? "none";
  pill.textContent = BOARD_STATES[pill.dataset.state] ?? pill.dataset.state;
  pill.title = [status?.board.kind, status?.board.serial, status?.board.port, status?.board.trouble].filter(Boolean).join(" · ");
  byId("link").dataset.state = linked;
  byId("link").textContent = LINK_STATES[linked];
  byId("owed").textContent = owed(game);
  const urgent = openAlerts(state).filter((alert) => alert.severity === "ruling" || alert.severity === "warning").length;
  document.title = `${urgent ? `(${urgent}) ` : ""}${table}`;
}

/** What the turn in progress obliges to. */
function owed(game) {
  const { own, opp, legal } = game?.obligation ?? {};
  if (!own && !opp) return "";
  const parts = [own ? `move the piece on ${own}` : "", opp ? `take on ${opp}` : ""].filter(Boolean);
  return `Touched: must ${parts.join(" and ")}${legal?.length ? ` (${legal.slice(0, 8).join(" ")}${legal.length > 8 ? " …" : ""})` : ""}.`;
}
