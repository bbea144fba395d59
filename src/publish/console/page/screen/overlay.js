// One board over a picture: only what it needs has a ground, all else is transparent.

import { html } from "../vendor/preact.js";
import { state } from "../live/state.js";
import { Disc } from "../parts/table.js";
import { t, tp } from "../words/say.js";
import { Lost } from "./head.js";
import { Name } from "./names.js";
import { sized, useSize } from "./pages.js";
import { Clock, Doing, point, Position, runs } from "./tile.js";

/** @import { Color } from "../live/protocol.js" */
/** @import { ShownBoard } from "./source.js" */

/** From this shape on there is no room for a board: one line with both players. */
const FLAT = 3;
/** A player's line, of the board's width. */
const LINE = 0.115;
/** Parts of a line: its letters and those of its clock; a clock's width in its own letters. */
const TEXT = 0.4;
const CLOCK = 0.5;
const CLOCK_WIDTH = 4.5;

/** @param {{ of: ShownBoard | null, bottom: Color, side: "start" | "end" }} p */
export function Overlay({ of, bottom, side }) {
  const { width, height } = useSize();
  if (!of) return html`<main id="main" class="ov"><h1 class="vh">${tp("view.screen")}</h1></main>`;
  const label = html`<h1 class="vh">${tp("screen.board", { board: of.board })}</h1>`;
  const top = bottom === "white" ? "black" : "white";
  if (width >= FLAT * height) {
    const line = Math.min(height, width / 13);
    const text = Math.floor(line * 0.27);
    const clock = Math.floor(line * 0.36);
    const room = width / 2 - line * 1.15 - CLOCK_WIDTH * clock - 2 * text;
    return html`<main id="main" class="ov flat" ref=${sized({ "--l": `${line}px`, "--u": `${text}px`, "--k": `${clock}px` })}>${label}<div class="ov-f">
      <${Side} of=${of} color="white" room=${room} text=${text} /><div class="mid"><b class="no">${t("screen.board", { board: of.board })}</b><${Doing} of=${of} /></div><${Side} of=${of} color="black" room=${room} text=${text} /></div>${lost()}</main>`;
  }
  const board = Math.floor(Math.min(width, height / (1 + 2 * LINE)));
  const line = Math.floor(board * LINE);
  const text = Math.floor(line * TEXT);
  const clock = Math.floor(line * CLOCK);
  // The edges, and the points once there are some.
  const room = board - CLOCK_WIDTH * clock - (of.result === "*" ? 1.9 : 3.8) * text;
  const sizes = { "--b": `${board}px`, "--l": `${line}px`, "--u": `${text}px`, "--k": `${clock}px` };
  return html`<main id="main" class=${`ov ${side}`} ref=${sized(sizes)}>${label}<div class="ov-c">
    <${Side} of=${of} color=${top} room=${room} text=${text} chip /><${Position} of=${of} bottom=${bottom} /><${Side} of=${of} color=${bottom} room=${room} text=${text} chip />${lost()}</div></main>`;
}

const lost = () => (state.link === "lost" ? html`<p class="ov-l"><${Lost} /></p>` : null);

/** @param {{ of: ShownBoard, color: Color, room: number, text: number, chip?: boolean }} p */
function Side({ of, color, room, text, chip }) {
  const points = chip ? point(of, color) : "";
  return html`<div class=${`ov-p ${color[0]} ${runs(of, color) ? "run" : ""}`}><${Disc} of=${color} /><${Name} player=${of[color]} room=${room} text=${text} about />${points ? html`<b class="sp-pt"><bdi dir="ltr">${points}</bdi></b>` : null}<${Clock} of=${of} color=${color} lost=${state.link === "lost"} /></div>`;
}
