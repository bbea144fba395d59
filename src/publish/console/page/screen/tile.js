// A board on a screen: players, clocks, number, last move or result.

import { html } from "../vendor/preact.js";
import { Board } from "../parts/board.js";
import { pure } from "../parts/pure.js";
import { Disc } from "../parts/table.js";
import { ClockTime } from "../parts/ticking.js";
import { FIRST } from "../parts/position.js";
import { numbered, resultText } from "../words/format.js";
import { t, tp } from "../words/say.js";
import { Name } from "./names.js";

/** @import { Color } from "../live/protocol.js" */
/** @import { ShownBoard } from "./source.js" */

/** Room of a board's number, in letters of a name. */
const NUMBER = 2.3;

/** Whose time runs. @param {ShownBoard} of @param {Color} color */
export const runs = (of, color) => of.result === "*" && of.clock?.running === color;

/** @param {ShownBoard} of */
export const lastText = ({ last }) => (last ? numbered(2 * last.number - (last.by === "white" ? 1 : 0), last.san) : "");

/** What a result says of a player: `1`, `½`, `0`. @param {ShownBoard} of @param {Color} color */
export function point(of, color) {
  const [white, black] = of.result.split("-");
  return black === undefined ? "" : resultText(color === "white" ? white : black);
}

/** Empty where no clock is known. @param {{ of: ShownBoard, color: Color, lost: boolean }} p */
export function Clock({ of, color, lost }) {
  if (!of.clock) return null;
  const running = runs(of, color) && !lost;
  return html`<span class=${`ck ${color[0]} ${running ? "run" : ""}`} dir="ltr"><${ClockTime} clock=${of.clock} color=${color} stands=${!runs(of, color)} /></span>`;
}

/** @param {{ of: ShownBoard, bottom: Color }} p */
export const Position = ({ of, bottom }) =>
  html`<div class="bd"><${Board} fen=${of.fen ?? FIRST} marks=${{ last: of.last?.squares ?? [] }} turned=${bottom === "black"} label=${tp("screen.position", { board: of.board })} /></div>`;

/** A result as tables write it: what was never played has no points. @param {{ of: ShownBoard }} p */
export function Result({ of }) {
  if (of.termination !== "forfeit") return html`<b class="res"><bdi dir="ltr">${resultText(of.result)}</bdi></b>`;
  const sign = (/** @type {string | undefined} */ points) => (points === "1" ? "+" : "−");
  const [white, black] = of.result.split("-");
  return html`<b class="res"><bdi dir="ltr">${sign(white)}:${sign(black)}</bdi><span class="vh"> ${t("screen.forfeit")}</span></b>`;
}

/** What has become of the game, or its last move. @param {{ of: ShownBoard }} p */
export function Doing({ of }) {
  if (of.result !== "*") return html`<span class="sp-mv"><${Result} of=${of} /></span>`;
  if (of.interrupted) return html`<span class="sp-mv soft">${t("screen.interrupted")}</span>`;
  return html`<span class="sp-mv"><bdi dir="ltr">${lastText(of)}</bdi></span>`;
}

/**
 * @type {new (p: { of: ShownBoard, bottom: Color, text: number, room: number, lost: boolean }) => any}
 */
export const Tile = /** @type {any} */ (
  pure(({ of, bottom, text, room, lost }) => {
    const top = bottom === "white" ? "black" : "white";
    return html`<div class="sp" data-board=${of.board}>
      <div class="sp-pl sp-t"><${Disc} of=${top} /><${Name} player=${of[top]} room=${room - NUMBER * text} text=${text} /><b class="no"><bdi>${of.board}</bdi></b></div>
      <${Position} of=${of} bottom=${bottom} />
      <div class="sp-ct"><${Clock} of=${of} color=${top} lost=${lost} /></div>
      <${Doing} of=${of} /><div class="sp-cb"><${Clock} of=${of} color=${bottom} lost=${lost} /></div>
      <div class="sp-pl sp-b"><${Disc} of=${bottom} /><${Name} player=${of[bottom]} room=${room} text=${text} /></div>
    </div>`;
  })
);
