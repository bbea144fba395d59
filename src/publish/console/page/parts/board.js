// A board as a drawing, with marks; and one to click on.

import { html, useRef, useState } from "../vendor/preact.js";
import { device } from "../device.js";
import { t, tp } from "../words/say.js";
import { colorOf, FILES, pieces } from "./position.js";
import { pure } from "./pure.js";

/** @import { Pieces } from "./position.js" */
/** @typedef {{ touch?: string[], bad?: string[], put?: [string, string][], owed?: string[], last?: string[], differ?: string[], from?: string[] }} Marks */

const DARK = Array.from({ length: 64 }, (_, i) => [i % 8, i >> 3])
  .filter(([x, y]) => (x + y) % 2)
  .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
  .join("");

/** Where a square is drawn. @param {string} square @param {boolean} turned */
function place(square, turned) {
  const x = FILES.indexOf(square[0]);
  const y = 8 - Number(square[1]);
  return turned ? [7 - x, 7 - y] : [x, y];
}

/** Black stands on top, unless this device turns all boards. */
export const isTurned = () => device.turned;

/**
 * `fen` or `pieces` is drawn; `label` says what it is to who does not see it.
 * @type {new (p: { fen?: string, pieces?: Pieces, marks?: Marks, coords?: boolean, turned?: boolean, label: string, class?: string }) => any}
 */
export const Board = /** @type {any} */ (
  pure((p) => {
    const turned = p.turned ?? isTurned();
    const of = p.pieces ?? pieces(p.fen);
    return html`<svg class=${`brd ${p.class ?? ""}`} viewBox="0 0 8 8" role="img" aria-label=${p.label} direction="ltr">${drawing(of, p.marks ?? {}, turned, p.coords)}</svg>`;
  })
);

/** @param {Pieces} of @param {Marks} marks @param {boolean} turned @param {boolean} coords */
function drawing(of, marks, turned, coords) {
  const at = (/** @type {string} */ square) => place(square, turned);
  const box = (/** @type {string} */ square, /** @type {string} */ kind) => {
    const [x, y] = at(square);
    return html`<rect class=${kind} x=${x} y=${y} width="1" height="1" />`;
  };
  return html`<rect width="8" height="8" class="sq-l" /><path d=${DARK} class="sq-d" />
    ${(marks.last ?? []).map((square) => box(square, "m-last"))}
    ${(marks.from ?? []).map((square) => box(square, "m-from"))}
    ${(marks.bad ?? []).map((square) => {
      const [x, y] = at(square);
      return html`<g><rect class="m-bad" x=${x} y=${y} width="1" height="1" /><path class="m-hatch" d=${`M${x} ${y + 0.5}l.5-.5M${x} ${y + 1}l1-1M${x + 0.5} ${y + 1}l.5-.5`} /><rect class="m-badl" x=${x + 0.04} y=${y + 0.04} width=".92" height=".92" /></g>`;
    })}
    ${(marks.differ ?? []).map((square) => {
      const [x, y] = at(square);
      return html`<rect class="m-diff" x=${x + 0.05} y=${y + 0.05} width=".9" height=".9" />`;
    })}
    ${Object.entries(of).map(([square, letter]) => piece(at(square), letter))}
    ${(marks.put ?? []).map(([square, letter]) => piece(at(square), letter, ".62"))}
    ${(marks.touch ?? []).map((square) => {
      const [x, y] = at(square);
      return html`<g><circle class="m-touch2" cx=${x + 0.5} cy=${y + 0.5} r=".44" /><circle class="m-touch" cx=${x + 0.5} cy=${y + 0.5} r=".44" /></g>`;
    })}
    ${(marks.owed ?? []).map((square) => {
      const [x, y] = at(square);
      return html`<circle class="m-owed" cx=${x + 0.5} cy=${y + 0.5} r=".17" />`;
    })}
    ${coords ? coordinates(turned) : null}`;
}

/** @param {number[]} at @param {string} letter @param {string} [opacity] */
function piece([x, y], letter, opacity) {
  if (letter === "?") return html`<circle class="m-some" cx=${x + 0.5} cy=${y + 0.5} r=".3" />`;
  const name = (letter === letter.toLowerCase() ? "b" : "w") + letter.toUpperCase();
  return html`<use href=${`#${name}`} x=${x} y=${y} width="1" height="1" opacity=${opacity} />`;
}

/** @param {boolean} turned */
function coordinates(turned) {
  return Array.from({ length: 8 }, (_, i) => {
    const file = FILES[turned ? 7 - i : i];
    const rank = turned ? i + 1 : 8 - i;
    return html`<text class=${`co ${i % 2 ? "co-l" : "co-d"}`} x=${i + 0.95} y="7.95" text-anchor="end">${file}</text><text class=${`co ${i % 2 ? "co-d" : "co-l"}`} x=".05" y=${i + 0.22}>${rank}</text>`;
  });
}

/** What the marks of a board mean, in words. @param {{ marks: Marks }} p */
export function Legend({ marks }) {
  const kinds = /** @type {const} */ (["touch", "bad", "owed", "last", "differ", "from"]).filter(
    (kind) => marks[kind]?.length,
  );
  if (!kinds.length) return null;
  return html`<ul class="legend">${kinds.map(
    (kind) =>
      html`<li key=${kind}><svg viewBox="0 0 8 8" aria-hidden="true"><rect width="8" height="8" class="sq-l" /><g transform="scale(8)">${sample(kind)}</g></svg>${t(`legend.${kind}`)}</li>`,
  )}</ul>`;
}

/** @param {string} kind */
function sample(kind) {
  if (kind === "touch") return html`<circle class="m-touch" cx=".5" cy=".5" r=".38" />`;
  if (kind === "bad")
    return html`<rect class="m-bad" width="1" height="1" /><path class="m-hatch" d="M0 .5l.5-.5M0 1l1-1M.5 1l.5-.5" /><rect class="m-badl" x=".05" y=".05" width=".9" height=".9" />`;
  if (kind === "owed") return html`<circle class="m-owed" cx=".5" cy=".5" r=".22" />`;
  if (kind === "last") return html`<rect class="m-last" width="1" height="1" />`;
  if (kind === "from") return html`<rect class="m-from" width="1" height="1" />`;
  return html`<rect class="m-diff" x=".08" y=".08" width=".84" height=".84" />`;
}

/** The name of what stands on a square. @param {string} square @param {string | undefined} letter */
function squareName(square, letter) {
  if (!letter || letter === "?") return tp("board.square", { square });
  const content = tp("board.piece", { player: colorOf(letter), piece: letter.toLowerCase() });
  return tp("board.square", { square, content });
}

/**
 * A board to click on. One square is in the order of the Tab key; arrows go on from there.
 * @param {{ pieces: Pieces, marks?: Marks, label: string, turned?: boolean, choose: (square: string) => void }} p
 */
export function ClickBoard(p) {
  const turned = p.turned ?? isTurned();
  const [at, setAt] = useState("e2");
  const grid = useRef(/** @type {HTMLElement | null} */ (null));
  const squares = Array.from({ length: 64 }, (_, i) => {
    const [x, y] = turned ? [7 - (i % 8), 7 - (i >> 3)] : [i % 8, i >> 3];
    return FILES[x] + (8 - y);
  });
  const walk = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 }[event.key];
    if (!step) return;
    const index = squares.indexOf(at) + step;
    const leaves = Math.abs(step) === 1 && index >> 3 !== squares.indexOf(at) >> 3;
    event.preventDefault();
    if (index < 0 || index > 63 || leaves) return;
    setAt(squares[index]);
    /** @type {HTMLElement | null | undefined} */ (
      grid.current?.querySelector(`[data-sq="${squares[index]}"]`)
    )?.focus();
  };
  return html`<div class="clickb" dir="ltr"><${Board} pieces=${p.pieces} marks=${p.marks} turned=${turned} coords label=${p.label} />
    <div class="squares" role="group" aria-label=${p.label} ref=${grid} onKeyDown=${walk}>${squares.map(
      (square) =>
        html`<button key=${square} type="button" data-sq=${square} tabindex=${square === at ? 0 : -1} aria-label=${squareName(square, p.pieces[square])} onClick=${() => {
          setAt(square);
          p.choose(square);
        }}></button>`,
    )}</div></div>`;
}
