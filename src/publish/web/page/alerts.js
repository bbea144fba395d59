// Alerts: what needs a look, newest first, and the banner that says it across the hall.

import { openAlerts, worstAlert } from "/page/state.js";

const WORDS = { ruling: "Ruling", warning: "Warning", notice: "Notice", private: "Private", info: "Info" };
const CALLS = { ruling: "Ruling needed", warning: "Look now", notice: "Look when free", private: "For your eyes only", info: "For the record" };
const CLOSED = { raised: "closed", cleared: "cleared", acknowledged: "seen", dismissed: "dismissed", lapsed: "right lapsed" };
const ERRORS = {
  "disk-full": ["Disk full", "The table's computer has no room left for its journal: make room, or nothing outlasts a restart."],
  "journal-failing": ["Journal not written", "What happens is published, but would not outlast a restart of the table's computer."],
  "play-not-recorded": ["Play not recorded", "What is played on this board is not in the record: compare the board with the moves, and set the moves or the position."],
  "outbox-full": ["Records lost", "Too much waits for the broker: some records were never sent."],
};
const SHOWN_LEGAL = 8;

/** `point` is called with the squares of an alert that is looked at, or with none. */
export function drawAlerts(state, parts, point) {
  const open = openAlerts(state);
  const key = JSON.stringify([open.map((alert) => [alert.id, alert.seq, alert.text, alert.severity]), state.past.map((alert) => [alert.id, alert.state])]);
  if (key === parts.open.dataset.key) return;
  const fresh = parts.open.dataset.key ? new Set([...parts.open.children].map((item) => item.dataset.id)) : null;
  parts.open.dataset.key = key;
  parts.count.textContent = open.length ? String(open.length) : "";
  parts.open.replaceChildren(...open.map((alert) => {
    const item = alertItem(alert, state, point);
    if (fresh && !fresh.has(alert.id)) item.classList.add("fresh");
    return item;
  }));
  if (!open.length) {
    const nothing = document.createElement("li");
    nothing.className = "nothing";
    nothing.textContent = "Nothing open.";
    parts.open.append(nothing);
  }
  parts.past.hidden = !state.past.length;
  parts.past.querySelector("summary").textContent = `Earlier (${state.past.length})`;
  parts.past.querySelector("ol").replaceChildren(...state.past.map((alert) => alertItem(alert, state, point)));
}

/** What the whole page has to say, most pressing first: level, headline, detail. */
export function headline(state, linked) {
  if (linked === "lost") return ["lost", "No connection", "What you see is old. Trying again."];
  const open = openAlerts(state);
  const worst = worstAlert(open);
  const board = state.status?.board.state;
  const why = because(state.status?.board.trouble);
  // After the game, boards are unplugged.
  const inPlay = state.game?.phase === "playing" || state.game?.phase === "suspended";
  const boardTrouble = { lost: [inPlay ? "warning" : "notice", "Board lost", why || "The board does not answer."], stale: ["notice", "Board silent", "Nothing has come from the board for a while."] }[board];
  if (boardTrouble && (!worst || worst.severity !== "ruling")) return boardTrouble;
  if (worst && worst.severity !== "info") {
    const more = open.filter((alert) => alert.severity !== "info").length - 1;
    return [worst.severity, CALLS[worst.severity], `${worst.text}${more ? ` (and ${more} more)` : ""}`];
  }
  if (board === "searching" && why && state.status.board.kind) return ["notice", "Board not read", why];
  if (state.status?.broker_trouble) return ["notice", "Broker not reached", `${because(state.status.broker_trouble)} Programs that read over MQTT hear nothing until it is back; it is kept for them.`];
  const error = state.status?.errors?.find((name) => ERRORS[name]);
  if (error) return ["notice", ...ERRORS[error]];
  if (!state.game) return ["none", "Waiting", board === "searching" ? ["Looking for a board.", why].filter(Boolean).join(" ") : "No game yet."];
  return ["calm", "Nothing needs attention", ""];
}

/** A reason in the service's words, as a sentence. */
function because(why) {
  if (!why) return "";
  const text = why.charAt(0).toUpperCase() + why.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export function drawBanner(state, linked, banner) {
  const [level, call, text] = headline(state, linked);
  banner.dataset.level = level;
  const [strong, span] = banner.firstElementChild.children;
  if (strong.textContent !== call) strong.textContent = call;
  if (span.textContent !== text) span.textContent = text;
  return level;
}

function alertItem(alert, state, point) {
  const item = document.createElement("li");
  item.className = "alert";
  item.dataset.severity = alert.severity;
  item.dataset.id = alert.id;
  item.append(
    line("p", "head", [
      ["span", "severity", WORDS[alert.severity] ?? alert.severity],
      ["span", "kind", sentence(alert.kind)],
      alert.state === "raised" ? null : ["span", "state", CLOSED[alert.state] ?? alert.state],
      ["span", "article", article(alert)],
    ]),
    line("p", "text", [["span", "", alert.text]]),
    line("p", "facts", facts(alert, state).map((fact) => ["span", "", fact])),
  );
  if (alert.squares.length) {
    item.tabIndex = 0;
    item.setAttribute("aria-label", `${WORDS[alert.severity]}: ${alert.text} Squares ${alert.squares.join(" ")}.`);
    for (const name of ["focus", "mouseenter"]) item.addEventListener(name, () => point(alert.squares));
    for (const name of ["blur", "mouseleave"]) item.addEventListener(name, () => point([]));
  }
  return item;
}

function article(alert) {
  if (alert.article.startsWith("Annex")) return `${alert.article.replace("Annex", "Annex ")} · ${alert.edition}`;
  return /^[0-9A-Z]/.test(alert.article) ? `Art. ${alert.article} · ${alert.edition}` : alert.article;
}

function facts(alert, state) {
  const blackFirst = state.game?.initial_fen?.split(" ")[1] === "b" ? 1 : 0;
  const first = Number(state.game?.initial_fen?.split(" ")[5]) || 1;
  const legal = alert.legal.slice(0, SHOWN_LEGAL).join(" ") + (alert.legal.length > SHOWN_LEGAL ? " …" : "");
  return [
    alert.by ? sentence(alert.by) : "",
    alert.ply ? `move ${first + ((alert.ply - 1 + blackFirst) >> 1)}` : "",
    alert.squares.join(" "),
    legal ? `allowed: ${legal}` : "",
    alert.advisory ? "by judgement" : "",
    timeOfDay(alert),
  ].filter(Boolean);
}

function timeOfDay(alert) {
  const at = alert.at ? new Date(alert.at) : null;
  return at && !Number.isNaN(at.getTime()) ? at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" }) : "";
}

function sentence(words) {
  const text = words.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function line(tag, name, parts) {
  const element = document.createElement(tag);
  element.className = name;
  for (const part of parts) {
    if (!part) continue;
    const [child, childName, text] = part;
    if (!text) continue;
    const span = document.createElement(child);
    if (childName) span.className = childName;
    span.textContent = text;
    if (element.childNodes.length) element.append(" ");
    element.append(span);
  }
  return element;
}
