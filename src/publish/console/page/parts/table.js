// What several views show of a table: a player with his clock, who has taken a case on, its head.

import { html } from "../vendor/preact.js";
import { state } from "../live/state.js";
import { isLost, playerName, shortName } from "../live/looks.js";
import { numbered } from "../words/format.js";
import { ltr, rich } from "../words/marks.js";
import { t, tp } from "../words/say.js";
import { Icon } from "./icons.js";
import { pieces } from "./position.js";
import { ClockTime, left } from "./ticking.js";

/** @import { Case, Color, Severity, TableDetail, TableView } from "../live/protocol.js" */
/** @import { Marks } from "./board.js" */

/** @param {{ of: Color }} p */
export const Disc = ({ of }) => html`<i class=${`disc ${of[0]}`}><span class="vh">${t(`color.${of}`)} </span></i>`;

/** Whether a player's time runs, as far as anybody knows. @param {TableView} view @param {Color} color */
export function runs(view, color) {
  return view.clock?.running === color && view.doing === "playing" && !isLost(view);
}

/** @param {{ view: TableView, color: Color, bare?: boolean }} p */
export function PlayerClock({ view, color, bare }) {
  const running = !bare && runs(view, color);
  if (bare && left(view.clock, color) === null) return html`<span class="ck" dir="ltr">–</span>`;
  return html`<span class="ck" dir="ltr">${running ? html`<i class="tri"></i>` : null}<${ClockTime} clock=${view.clock} color=${color} stands=${!runs(view, color)} /></span>`;
}

const HOUR_MS = 3_600_000;

/** A player with his title and clock. @param {{ view: TableView, color: Color, room?: number }} p */
export function Player({ view, color, room = 18 }) {
  const name = playerName(view, color);
  const title = view.game?.persons?.[color]?.title;
  // A title and the hours of a clock take of the name's room.
  const taken =
    (title ? title.length + 1 : 0) + ((left(view.clock, color) ?? 0) >= HOUR_MS ? 2 : 0) + (runs(view, color) ? 1 : 0);
  return html`<div class=${`pl ${runs(view, color) ? "run" : ""}`}><${Disc} of=${color} /><span class="nm" dir="auto" title=${name}>${title ? html`<small>${title}</small> ` : null}${name ? shortName(name, room - taken) : html`<span class="soft">${t("table.unnamed")}</span>`}</span><${PlayerClock} view=${view} color=${color} /></div>`;
}

/** @param {{ of: Severity }} p */
export const Tag = ({ of }) => html`<span class="tag"><${Icon} of=${of} />${t(`sev.${of}`)}</span>`;

/** The first of a name's words where it is somebody else's. @param {string} by */
const firstName = (by) => (by.includes(",") ? by : by.split(" ")[0]);

/** Who goes, or has seen it. @param {{ of: Case }} p */
export function Who({ of }) {
  const me = state.account?.name;
  if (of.going) {
    const { by } = of.going;
    return html`<span class="who"><${Icon} of="go" />${by === me ? t("who.youGo") : t("who.goes", { by: firstName(by) })}</span>`;
  }
  if (of.seen) {
    const { by } = of.seen;
    return html`<span class="who"><${Icon} of="eye" />${by === me ? t("who.seenYou") : t("who.seen", { by: firstName(by) })}</span>`;
  }
  return null;
}

/** @param {TableView | undefined} view */
export function lastMove(view) {
  const last = view?.game?.last;
  return last ? numbered(view?.game?.plies ?? 0, last[1]) : "";
}

/** @param {{ of: string }} p */
export const Ltr = ({ of }) => rich(ltr(of));

/** The squares of the last move. @param {TableView | undefined} view @returns {string[]} */
export function lastSquares(view) {
  const uci = view?.game?.last?.[0];
  return uci ? [uci.slice(0, 2), uci.slice(2, 4)] : [];
}

/** Kinds in which a piece stands where it should not. */
const MISPLACED = new Set([
  "illegal-move-completed",
  "illegal-displacement",
  "castling-not-allowed",
  "promotion-piece-invalid",
  "displaced-pieces",
  "promotion-missing",
  "press-without-move",
  "illegal-position-watch",
]);

/** What is marked on the board of a case. @param {Case} one @param {TableView | undefined} view @returns {Marks} */
export function caseMarks(one, view) {
  const last = view?.game && view.game.fen === one.fen ? lastSquares(view) : [];
  if (one.severity === "result") return { last };
  if (["position-mismatch", "play-not-recorded", "squares-dead"].includes(one.kind))
    return { last, differ: one.squares };
  const owed = [...new Set(one.legal.map((move) => move.uci.slice(2, 4)))];
  const from = [...new Set(one.legal.map((move) => move.uci.slice(0, 2)))];
  const touch = from.length === 1 ? from : one.squares.filter((square) => from.includes(square)).slice(0, 1);
  const isMisplaced = MISPLACED.has(one.kind);
  // A square counts as one where a piece was put if that was the last thing that a hand did there.
  const on = pieces(one.fen);
  const wasPut = (/** @type {string} */ square) =>
    (one.hands.findLast((hand) => hand.sq === square)?.ev ?? (on[square] ? "lift" : "drop")) === "drop";
  const bad = isMisplaced ? one.squares.filter((square) => !touch.includes(square) && wasPut(square)) : [];
  /** @type {[string, string][]} */
  const put = bad.flatMap((square) => {
    const drop = one.hands.findLast((hand) => hand.ev === "drop" && hand.sq === square);
    return drop?.piece ? [/** @type {[string, string]} */ ([square, drop.piece])] : [];
  });
  if (!isMisplaced && !touch.length)
    return { last, touch: one.squares.slice(0, 2), owed: owed.length > 16 ? [] : owed };
  return { last: bad.length ? [] : last, touch, bad, put, owed: from.length > 1 || owed.length > 28 ? [] : owed };
}

/** Whether a case is about the position that stands now, or about none. @param {Case} one @param {TableView | undefined} view */
export const isOfNow = (one, view) => !one.fen || one.fen === view?.game?.fen;

/** What is marked on the position that stands now: the squares of a case only where it is about this position, else what
 * the game itself says is owed. @param {TableView} view @param {Case | undefined} one @param {TableDetail | undefined} detail @returns {Marks} */
export function presentMarks(view, one, detail) {
  const last = lastSquares(view);
  if (one && isOfNow(one, view)) return { ...caseMarks(one, view), last };
  const { own, opp, legal = [] } = detail?.obligation ?? {};
  const touch = /** @type {string[]} */ ([own, opp].filter(Boolean));
  if (!touch.length || view.doing === "over") return { last };
  return { last, touch, owed: [...new Set(legal.map((uci) => uci.slice(2, 4)))].filter((square) => square !== opp) };
}

/** The name of a table's board for who does not see it. @param {string} table */
export const boardLabel = (table) => tp("board.of", { table });
