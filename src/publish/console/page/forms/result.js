// How a game has ended: one tap, with the position in sight.

import { html, useState } from "../vendor/preact.js";
import { state } from "../live/state.js";
import { Board, isTurned } from "../parts/board.js";
import { boardLabel, Disc, lastSquares, Player } from "../parts/table.js";
import { resultText } from "../words/format.js";
import { ltr, rich } from "../words/marks.js";
import { t } from "../words/say.js";
import { FormDialog } from "./ready.js";

/** @import { Given } from "./forms.js" */

const WHYS = ["agreed", "resigned", "time", "mate", "forfeit"];

/** @param {Given} p */
export function ResultForm({ offer, table, one, chosen, send }) {
  const [why, setWhy] = useState("");
  const view = state.tables.get(table);
  const results = offer.form?.results ?? ["1-0", "1/2-1/2", "0-1"];
  // Of a game that another has followed the one that is on says nothing.
  const before = one?.before ? "*" : (view?.game?.result ?? "*");
  const fen = one?.before ? one.fen : (view?.game?.fen ?? "");
  const last = one?.before ? [] : lastSquares(view);
  const turned = isTurned();
  const player = (/** @type {"white" | "black"} */ color) =>
    one?.before
      ? html`<div class="pl"><${Disc} of=${color} /><span class="nm" dir="auto">${one.before[color] || html`<span class="soft">${t("table.unnamed")}</span>`}</span></div>`
      : view
        ? html`<${Player} view=${view} color=${color} room=${30} />`
        : null;
  const give = (/** @type {string} */ result) => {
    const effects = [
      ...(before === "*" ? [] : [{ effect: "result-replaced", before }]),
      { effect: "result-final", result, reason: null },
    ];
    send([{ command: "set-result", result, ...(why ? { termination: why } : {}) }], {
      effects,
      destructive: before !== "*",
      take_back: [{ command: "reopen" }],
    });
  };
  return html`<${FormDialog} table=${table} name="set-result">
    <div class="dlg-b">${player(turned ? "white" : "black")}<${Board} fen=${fen} marks=${{ last }} coords turned=${turned} label=${boardLabel(table)} />${player(turned ? "black" : "white")}</div>
    <fieldset class="seg-f"><legend>${t("form.resultWhy")}</legend><div class="cand">${WHYS.map((word) => html`<button key=${word} type="button" class="btn sm" aria-pressed=${String(why === word)} onClick=${() => setWhy(why === word ? "" : word)}>${t(`form.why.${word}`)}</button>`)}</div></fieldset>
    <p><b>${t("form.result")}</b></p><div class="cand big">${results.map((/** @type {string} */ result) => html`<button key=${result} type="button" class=${`btn ${result === chosen ? "pri" : ""}`} data-act=${result} onClick=${() => give(result)}>${rich(ltr(resultText(result)))}</button>`)}</div></${FormDialog}>`;
}
