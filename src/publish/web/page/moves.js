// The list of moves and the result.

import { lastPly } from "/page/state.js";

const SIGNS = {
  made: ["…", "made, clock not pressed yet"],
  corrected: ["✎", "corrected"],
  retracted: ["✗", "reported, was not made"],
  inferred: ["≈", "not seen, worked out"],
};
const SHOWN_RESULTS = { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½" };

export function drawMoves(state, list, count, legend) {
  const blackFirst = state.game?.initial_fen?.split(" ")[1] === "b" ? 1 : 0;
  const firstNumber = Number(state.game?.initial_fen?.split(" ")[5]) || 1;
  const last = lastPly(state);
  const shown = [...state.moves].sort((a, b) => a[0] - b[0]);
  const key = JSON.stringify([blackFirst, firstNumber, shown.map(([ply, move]) => [ply, move.san, move.status, move.certainty])]);
  if (key === list.dataset.key) return;
  list.dataset.key = key;
  const rows = [];
  const used = new Set();
  for (const [ply, move] of shown) {
    const index = ply - 1 + blackFirst;
    const row = index >> 1;
    rows[row] ??= [null, null];
    rows[row][index & 1] = cell(ply, move, ply === last, used);
  }
  const stuck = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  list.replaceChildren(...[...rows.entries()].filter(([, pair]) => pair).map(([row, [white, black]]) => {
    const item = document.createElement("li");
    const number = document.createElement("span");
    number.className = "number";
    number.textContent = `${firstNumber + row}.`;
    item.append(number, white ?? empty(row === 0 && blackFirst ? "…" : ""), black ?? empty(""));
    return item;
  }));
  if (stuck) list.scrollTop = list.scrollHeight;
  count.textContent = last ? String(Math.ceil((last + blackFirst) / 2)) : "";
  legend.replaceChildren(...Object.entries(SIGNS).filter(([name]) => used.has(name)).map(([name, [sign, meaning]]) => {
    const item = document.createElement("li");
    item.append(signOf(name, sign), ` ${meaning}`);
    return item;
  }));
}

export function drawResult(state, line) {
  const { game } = state;
  const over = game && (game.result !== "*" || game.phase === "over");
  const suspended = game?.phase === "suspended";
  line.hidden = !over && !suspended;
  const [strong, span] = line.children;
  strong.textContent = over ? SHOWN_RESULTS[game.result] ?? game.result : suspended ? "Suspended" : "";
  span.textContent = over ? game.termination ?? "" : "";
}

function cell(ply, move, isLast, used) {
  const names = [];
  if (move.status && move.status !== "completed") names.push(move.status);
  if (move.certainty === "inferred") names.push("inferred");
  const span = document.createElement("span");
  span.className = ["move", ...names, isLast ? "last" : ""].join(" ").trim();
  span.dataset.ply = ply;
  const san = document.createElement("span");
  san.textContent = move.san;
  span.append(san);
  for (const name of names) {
    if (!SIGNS[name]) continue;
    used.add(name);
    span.append(signOf(name, SIGNS[name][0]));
    span.title = [span.title, SIGNS[name][1]].filter(Boolean).join("; ");
  }
  if (isLast) span.setAttribute("aria-current", "true");
  return span;
}

function signOf(name, sign) {
  const mark = document.createElement("span");
  mark.className = `sign ${name}`;
  mark.textContent = sign;
  mark.setAttribute("aria-label", SIGNS[name][1]);
  mark.setAttribute("role", "img");
  return mark;
}

function empty(text) {
  const span = document.createElement("span");
  span.className = "move empty";
  span.textContent = text;
  return span;
}
