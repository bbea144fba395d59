// How many boards, or lines of a table, stand on a screen, and how large: numbers alone, so that what is drawn by them fits.
//
// A screen is read from afar. On one three metres wide letters of a 36th of its height can be read from ten metres; what
// would be smaller goes on another page.

/** Of the shorter side of a screen: the smallest letters of a name, the smallest board. */
const LEAST_TEXT = 0.028;
const LEAST_BOARD = 0.155;
/** Letters need not be larger than this, where boards could be. */
const MOST_TEXT = 0.052;
/** A hand holds what is narrower, in pixels: it is scrolled, and pages do not turn. */
const IN_HAND = 560;

/** Sizes in letters of a name: a line, the distance between parts, the padding, a clock's width in its own letters. */
export const LINE = 1.3;
const GAP = 0.3;
const BESIDE = 0.6;
const PAD = 0.5;
const CLOCK_WIDTH = 4.4;
const CLOCK_LINE = 1.15;
/** A clock's least letters and its most, and the room between two clocks, in letters of a name. */
const CLOCK = 1.35;
const CLOCK_SMALL = 1.25;
const MOST_CLOCK = 4.2;
const MIDDLE = 1.75;
/** Width of a move beside a clock. */
const MOVE = 6;
/** What stands beside a board is no wider than so many letters of a clock. */
const BESIDE_MOST = 5;

/**
 * @typedef {object} Fit
 * @property {number} columns
 * @property {number} rows
 * @property {"side" | "stack"} layout Clocks beside the board, or over and under it.
 * @property {number} text Letters of names.
 * @property {number} board
 * @property {number} clock Letters of clocks.
 * @property {number} inner Width of a tile's lines.
 * @property {number} beside Width of what stands beside the board, or beside a clock.
 * @property {number} tile Height of a tile.
 * @property {number} gap Between tiles.
 */
/** @typedef {{ width: number, height: number }} Size */

/** Whether it is held in a hand. @param {Size} screen */
export const isInHand = (screen) => Math.min(screen.width, screen.height) < IN_HAND;

/** Room for tiles: what the head and the edges leave. @param {Size} screen */
export function frame(screen) {
  const unit = Math.min(screen.width, screen.height, screen.width / 1.4) / 100;
  const edge = 1.9 * unit;
  const head = 6.4 * unit;
  return { edge, head, unit, width: screen.width - 2 * edge, height: screen.height - head - edge };
}

/**
 * The best way to put so many boards on a screen; `null` where something would be too small to be read.
 * @param {number} boards @param {Size} screen @returns {Fit | null}
 */
export function fit(boards, screen) {
  const room = frame(screen);
  const short = Math.min(screen.width, screen.height);
  const gap = 1.4 * room.unit;
  /** @type {Fit | null} */
  let best = null;
  let worth = 0;
  for (let columns = 1; columns <= boards; columns++) {
    const rows = Math.ceil(boards / columns);
    const width = (room.width - gap * (columns - 1)) / columns;
    const height = (room.height - gap * (rows - 1)) / rows;
    for (const layout of /** @type {const} */ (["side", "stack"])) {
      const most = Math.min(short * MOST_TEXT, (width - 2) / 13.5);
      for (let text = most; text >= short * LEAST_TEXT; text -= short / 400) {
        const tile = tileOf(layout, width, height, text);
        if (tile.board < short * LEAST_BOARD) continue;
        // Who can read the names wants to see the boards.
        const now = tile.board * Math.sqrt(text * Math.sqrt(tile.clock));
        if (now > worth) {
          worth = now;
          best = { columns, rows, layout, tile: height, gap, ...tile };
        }
      }
    }
  }
  return best;
}

/** @param {"side" | "stack"} layout @param {number} width @param {number} height @param {number} text */
function tileOf(layout, width, height, text) {
  const line = width - 2 - 2 * PAD * text;
  const high = height - 2 - 2 * PAD * text - 2 * LINE * text;
  if (layout === "side") {
    const board = Math.floor(Math.min(high - 2 * GAP * text, line - (BESIDE + CLOCK_WIDTH * CLOCK) * text));
    const room = line - board - BESIDE * text;
    const clock = Math.floor(
      Math.min(room / CLOCK_WIDTH, (board - MIDDLE * text) / (2 * CLOCK_LINE), MOST_CLOCK * text),
    );
    const beside = Math.min(room, BESIDE_MOST * clock);
    return { text, board: clock < CLOCK_SMALL * text ? 0 : board, clock, inner: board + BESIDE * text + beside, beside };
  }
  const least = CLOCK * text;
  const board = Math.floor(Math.min(line, high - 2 * CLOCK_LINE * least - 4 * GAP * text));
  const free = (high - board - 4 * GAP * text) / (2 * CLOCK_LINE);
  const clock = Math.floor(Math.max(least, Math.min(free, (line - MOVE * text) / CLOCK_WIDTH)));
  return { text, board, clock, inner: line, beside: line - CLOCK_WIDTH * clock - BESIDE * text };
}

/** Sizes of a tile that is held in a hand, some of which stand beside one another. @param {Size} screen @returns {Fit} */
export function fitInHand(screen) {
  const text = 16;
  const gap = 10;
  const columns = Math.max(1, Math.floor((screen.width - gap) / 340));
  const width = (screen.width - gap * (columns + 1)) / columns;
  const inner = width - 2 - 2 * PAD * text;
  const board = Math.floor(Math.min(180, inner * 0.46));
  const beside = inner - board - BESIDE * text;
  const clock = Math.floor(Math.min(beside / CLOCK_WIDTH, (board - MIDDLE * text) / (2 * CLOCK_LINE), 2.4 * text));
  const tile = board + 2 * LINE * text + 2 * GAP * text + 2 * PAD * text + 2;
  return { columns, rows: 0, layout: "side", text, board, clock, inner, beside, tile, gap };
}

/**
 * Boards in pages as equal as can be, and how each page stands.
 * @param {number} boards @param {Size} screen @param {number} [most] Of a page.
 * @returns {{ pages: number, each: number, fit: Fit }}
 */
export function fitPages(boards, screen, most = Infinity) {
  for (let each = Math.min(boards, most); each > 1; each--) {
    if (!fit(each, screen)) continue;
    const pages = Math.ceil(boards / each);
    const even = Math.ceil(boards / pages);
    const found = fit(even, screen);
    if (found) return { pages, each: even, fit: found };
  }
  return { pages: Math.max(1, boards), each: 1, fit: fit(1, screen) ?? fitInHand(screen) };
}

/** A line of a table in letters of its names: its height, and the least width. */
const ROW = 1.62;
const ROW_WIDTH = 27;
const LEAST_ROW_TEXT = 0.026;
const MOST_ROW_TEXT = 0.042;

/**
 * Lines of a table in columns and pages. The head of each column is a line, too.
 * @param {number} lines @param {Size} screen
 * @returns {{ pages: number, each: number, columns: number, rows: number, text: number, gap: number }}
 */
export function fitTable(lines, screen) {
  const room = frame(screen);
  const short = Math.min(screen.width, screen.height);
  const gap = 3 * room.unit;
  if (isInHand(screen)) {
    const columns = Math.max(1, Math.floor(screen.width / 420));
    return { pages: 1, each: lines, columns, rows: Math.ceil(lines / columns), text: 14, gap: 16 };
  }
  const textOf = (/** @type {number} */ columns, /** @type {number} */ rows) =>
    Math.min(
      short * MOST_ROW_TEXT,
      (room.width - gap * (columns - 1)) / columns / ROW_WIDTH,
      room.height / (rows + 1) / ROW,
    );
  const least = short * LEAST_ROW_TEXT;
  let most = 1;
  for (let columns = 1; columns <= 6; columns++) {
    const rows = Math.floor(room.height / least / ROW) - 1;
    if (textOf(columns, rows) >= least) most = Math.max(most, columns * rows);
  }
  const pages = Math.max(1, Math.ceil(lines / most));
  const each = Math.max(1, Math.ceil(lines / pages));
  let best = { columns: 1, rows: each, text: 0 };
  for (let columns = 1; columns <= Math.min(6, each); columns++) {
    const rows = Math.ceil(each / columns);
    const text = textOf(columns, rows);
    if (text > best.text + 0.5) best = { columns, rows, text };
  }
  return { pages, each, gap, ...best, text: Math.floor(best.text * 10) / 10 };
}
