// The round: who plays whom, what a file would change, which tables have begun, which results are missing.

import { html, useState } from "../vendor/preact.js";
import { canDecide, offersAt } from "../live/acting.js";
import { byNumber, caseOfTables, playerName, tableLabel } from "../live/looks.js";
import { state } from "../live/state.js";
import { openForm } from "../forms/forms.js";
import { Icon } from "../parts/icons.js";
import { Disc } from "../parts/table.js";
import { caseTitle } from "../words/cases.js";
import { resultText } from "../words/format.js";
import { ltr, rich } from "../words/marks.js";
import { t, tp } from "../words/say.js";

/** @import { TableView } from "../live/protocol.js" */

const RESULTS = ["1-0", "1/2-1/2", "0-1"];

export function Round() {
  return html`<div class="rv"><div class="rv-h"><h1>${t("view.round")} <span>${t("round.results")}</span></h1></div>
    <div class="rv-g"><section class="card rv-p"><div class="card-h"><h2>${t("round.atTables")}</h2></div><${Pairs} /></section><div class="rv-r"><${Results} /></div></div></div>`;
}

/** Who plays at each table now. */
function Pairs() {
  const all = [...state.tables.values()].sort(byNumber);
  if (!all.length) return html`<p class="soft none">${t(state.complete ? "app.noTables" : "app.loading")}</p>`;
  const player = (/** @type {TableView} */ view, /** @type {"white" | "black"} */ color) => html`<td><${Disc} of=${color} /><bdi>${playerName(view, color) || t("table.unnamed")}</bdi></td>`;
  return html`<div class="tw" tabindex="0" role="region" aria-label=${tp("round.atTables")}><table class="pt"><thead><tr><th scope="col">${t("word.table")}</th><th scope="col">${t("color.white")}</th><th scope="col">${t("color.black")}</th><th scope="col">${t("wall.col.state")}</th></tr></thead><tbody>${all.map((view) => html`<tr key=${view.table}><th scope="row" class="no"><a href=${`#/table/${encodeURIComponent(view.table)}`}>${tableLabel(view.table)}</a></th>${player(view, "white")}${player(view, "black")}<td>${stateText(view)}</td></tr>`)}</tbody></table></div>`;
}

/** @param {TableView} view */
function stateText(view) {
  if (view.game && view.game.result !== "*") return rich(ltr(resultText(view.game.result)));
  if (view.doing === "playing" || view.doing === "proposed") return t("round.atMove", { number: Math.floor((view.game?.plies ?? 0) / 2) + 1 });
  return html`<span class="soft">${t(`doing.${view.doing === "unknown" || view.doing === "setup" ? "setup" : view.doing}`)}</span>`;
}

/** Which results are there, and which are missing. */
function Results() {
  const all = [...state.tables.values()].filter((view) => view.game).sort(byNumber);
  const missing = all.filter((view) => view.game?.result === "*");
  const there = all.length - missing.length;
  const cases = caseOfTables();
  const share = all.length ? there / all.length : 0;
  return html`<section class="card"><div class="card-h"><h2>${t("round.resultsCard")}</h2><span class="soft">${t("round.of", { n: there, of: all.length })}</span></div>
    <div class="meter" role="img" aria-label=${tp("round.meter", { n: there, of: all.length })}><i style=${{ inlineSize: `${(share * 100).toFixed(1)}%` }}></i></div>
    ${missing.length ? html`<ul class="miss">${missing.map((view) => html`<${Missing} key=${view.table} view=${view} said=${cases.get(view.table)?.case} />`)}</ul>` : html`<p class="soft none">${t("round.allThere")}</p>`}</section>`;
}

/** @param {{ view: TableView, said?: import("../live/protocol.js").Case }} p */
function Missing({ view, said }) {
  const [isAsked, setAsked] = useState(false);
  const label = tableLabel(view.table);
  const give = async (/** @type {string} */ result) => {
    setAsked(true);
    const offer = (await offersAt(view.table)).find((one) => one.name === "set-result");
    setAsked(false);
    if (offer) openForm({ offer, table: view.table, chosen: result });
  };
  return html`<li><a href=${`#/table/${encodeURIComponent(view.table)}`}>${label}</a><span>${said?.severity === "result" || said?.kind === "flag-fall" ? html`${rich(caseTitle(said))} <${Icon} of="result" />` : stateText(view)}</span><span class="quick" role="group" aria-label=${tp("round.resultOf", { table: label })}>${RESULTS.map((result) => html`<button key=${result} type="button" disabled=${isAsked || !canDecide()} onClick=${() => give(result)}>${rich(ltr(resultText(result)))}</button>`)}</span></li>`;
}
