// The public screen for accounts that see no more than the public: made of the public's records alone, so that no alert,
// touch or private finding can stand here.

import { html } from "../vendor/preact.js";
import { eventName } from "../calls.js";
import { byNumber, tableLabel } from "../live/looks.js";
import { state } from "../live/state.js";
import { Outputs } from "../parts/outputs.js";
import { Boards } from "../screen/boards.js";
import { t } from "../words/say.js";

/** @import { Color, PublicView } from "../live/protocol.js" */
/** @import { ShownBoard } from "../screen/source.js" */

/** Of each table what a screen draws, once for each thing that the hall has said of it. @type {WeakMap<PublicView, ShownBoard>} */
const drawn = new WeakMap();

export function Screen() {
  const all = [...state.screens.values()].sort(byNumber);
  // A delay is that of an event: where none is known, only tables hold anything back.
  const isKnown = Boolean(state.event?.name || state.event?.sections?.length);
  const isArbiter = state.account?.role === "chief" || state.account?.role === "arbiter";
  const about = [state.event?.site, state.event?.time_control].filter(Boolean).join(" · ");
  const none = html`<p class="ps-none">${t(isArbiter ? "screen.arbiter" : "screen.noBoards")} <a href="#/people">${t("view.people")}</a></p>`;
  const above = state.account?.role === "broadcaster" ? html`<${Outputs} />` : null;
  return html`<${Boards} title=${eventName()} above=${above} groups=${[{ key: "", about, boards: all.map(board) }]} delay_s=${isKnown ? (state.event?.delay_s ?? 0) : 0} none=${none} />`;
}

/** @param {PublicView} view @returns {ShownBoard} */
function board(view) {
  const known = drawn.get(view);
  if (known) return known;
  const player = (/** @type {Color} */ color) => ({ ...view.persons[color], name: view.players[color] ?? "" });
  const isPlaying = view.phase === "playing";
  /** @type {ShownBoard} */
  const shown = {
    board: tableLabel(view.table),
    id: view.table,
    white: player("white"),
    black: player("black"),
    begun: view.plies > 0,
    fen: view.fen,
    last: view.last && {
      number: Math.ceil(view.plies / 2),
      by: view.plies % 2 ? "white" : "black",
      san: view.last[1],
      squares: [view.last[0].slice(0, 2), view.last[0].slice(2, 4)],
    },
    clock: view.clock && (isPlaying ? view.clock : { ...view.clock, running: null }),
    result: view.result,
    termination: view.termination,
    interrupted: false,
  };
  drawn.set(view, shown);
  return shown;
}
