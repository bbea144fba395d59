// The two clocks and the names beside them.

import { sideToMove, timesAt } from "/page/state.js";

const TENTHS_BELOW_MS = 20_000;
const SHORT_MS = 60_000;

/** Writes both strips; the colour at the bottom is the one the board is seen from. */
export function drawPlayers(state, strips, bottomColor) {
  const { game } = state;
  const colors = { bottom: bottomColor, top: bottomColor === "white" ? "black" : "white" };
  for (const [place, strip] of Object.entries(strips)) {
    const color = colors[place];
    strip.dataset.color = color;
    strip.classList.toggle("to-move", game?.turn !== null && game?.phase !== "over" && sideToMove(state) === color);
    put(strip.querySelector(".name"), game?.players?.[color] ?? (color === "white" ? "White" : "Black"));
    const faults = game?.illegal_moves?.[color] ?? 0;
    put(strip.querySelector(".faults"), faults ? `${faults} illegal ${faults === 1 ? "move" : "moves"}` : "");
  }
}

/** Writes both times as they are now; called many times a second. */
export function drawTimes(state, strips, now) {
  const times = timesAt(state.clock, now);
  const sure = state.status?.board.state === "connected" || !state.status;
  for (const strip of Object.values(strips)) {
    const color = strip.dataset.color;
    const ms = times[color];
    const time = strip.querySelector(".time");
    put(time, ms == null ? "–:––" : clockText(ms));
    time.classList.toggle("running", state.clock?.running === color);
    time.classList.toggle("short", ms != null && ms < SHORT_MS);
    time.classList.toggle("unsure", !sure);
  }
}

export function clockText(ms) {
  const tenths = Math.ceil(ms / 100);
  const seconds = ms < TENTHS_BELOW_MS ? Math.floor(tenths / 10) : Math.ceil(ms / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const text = hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  return ms < TENTHS_BELOW_MS ? `${text}.${tenths % 10}` : text;
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
