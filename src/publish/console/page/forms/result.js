// How a game has ended: one tap, with the position in sight.

import { html, useState } from "../vendor/preact.js";
import { playerName } from "../live/looks.js";
import { state } from "../live/state.js";
import { Board } from "../parts/board.js";
import { boardLabel, lastSquares } from "../parts/table.js";
import { resultText } from "../words/format.js";
import { ltr, rich } from "../words/marks.js";
import { t, tp } from "../words/say.js";
import { FormDialog } from "./ready.js";

/** @import { Given } from "./forms.js" */

const WHYS = ["agreed", "resigned", "time", "mate", "forfeit"];

/** @param {Given} p */
export function ResultForm({ offer, table, chosen, send }) {
  const [why, setWhy] = useState("");
  const view = state.tables.get(table);
  const results = offer.form?.results ?? ["1-0", "1/2-1/2", "0-1"];
  const before = view?.game?.result ?? "*";
  const give = (/** @type {string} */ result) => {
    const effects = [
      ...(before === "*" ? [] : [{ effect: "result-replaced", before }]),
      { effect: "result-final", result, reason: null },
    ];
    send([{ command: "set-result", result, ...(why ? { termination: tp(`form.why.${why}`) } : {}) }], {
      effects,
      destructive: before !== "*",
      take_back: [{ command: "reopen" }],
    });
  };
  return html`<${FormDialog} table=${table} name="set-result">
    <p class="soft">${t("table.pair", { white: playerName(view, "white"), black: playerName(view, "black") })}</p>
    <div class="dlg-b"><${Board} fen=${view?.game?.fen ?? ""} marks=${{ last: lastSquares(view) }} coords label=${boardLabel(table)} /></div>
    <fieldset class="seg-f"><legend>${t("form.resultWhy")}</legend><div class="cand">${WHYS.map((word) => html`<button key=${word} type="button" class="btn sm" aria-pressed=${String(why === word)} onClick=${() => setWhy(why === word ? "" : word)}>${t(`form.why.${word}`)}</button>`)}</div></fieldset>
    <p><b>${t("form.result")}</b></p><div class="cand big">${results.map((/** @type {string} */ result) => html`<button key=${result} type="button" class=${`btn ${result === chosen ? "pri" : ""}`} data-act=${result} onClick=${() => give(result)}>${rich(ltr(resultText(result)))}</button>`)}</div></${FormDialog}>`;
}
