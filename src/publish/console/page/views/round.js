// The round: who plays whom, and which results are missing. Where no round is known, what stands at the tables.

import { html, useState } from "../vendor/preact.js";
import { canDecide, offersAt } from "../live/acting.js";
import { byNumber, caseOfTables, playerName, tableLabel } from "../live/looks.js";
import { boardText, isDone, roundKey, roundNow, rounds, tableOf } from "../live/rounds.js";
import { state } from "../live/state.js";
import { openForm } from "../forms/forms.js";
import { Icon } from "../parts/icons.js";
import { Disc } from "../parts/table.js";
import { caseTitle } from "../words/cases.js";
import { resultText } from "../words/format.js";
import { ltr, plain, rich } from "../words/marks.js";
import { say, t, tp } from "../words/say.js";

/** @import { TableView } from "../live/protocol.js" */
/** @import { Pairing, Round as Paired } from "../live/rounds.js" */
/** @typedef {{ key: string, label: string, view?: TableView, white: string, black: string, done: boolean, result: string, state?: Pairing["state"] }} Row */

const RESULTS = ["1-0", "1/2-1/2", "0-1"];

export function Round() {
  const [key, setKey] = useState("");
  const all = rounds();
  const round = all.find((one) => roundKey(one) === key) ?? roundNow();
  const rows = round ? paired(round) : atTables();
  return html`<div class="rv"><div class="rv-h"><h1>${round ? t("round.title", { number: round.number }) : t("view.round")} <span>${round ? (round.section ? html`<bdi>${round.section}</bdi>` : null) : t("round.results")}</span></h1>
      ${all.length > 1 ? html`<label class="sel"><span class="vh">${t("view.round")}</span><select value=${round ? roundKey(round) : ""} onChange=${(/** @type {any} */ event) => setKey(event.target.value)}>${all.map((one) => html`<option key=${roundKey(one)} value=${roundKey(one)}>${plain(say("round.choice", one))}</option>`)}</select></label>` : null}</div>
    <div class="rv-g"><section class="card rv-p"><div class="card-h"><h2>${t(round ? "round.pairings" : "round.atTables")}</h2>${round ? html`<span class="soft">${t(`round.state.${round.state}`)}</span>` : null}</div><${Pairs} rows=${rows} /></section><div class="rv-r"><${Results} rows=${rows} writes=${Boolean(round)} /></div></div></div>`;
}

/** @param {Paired} round @returns {Row[]} */
function paired(round) {
  return round.pairings.map((pairing) => ({
    key: boardText(pairing),
    label: boardText(pairing),
    view: tableOf(pairing),
    white: pairing.white?.name ?? "",
    black: pairing.black?.name ?? "",
    done: isDone(pairing),
    result: pairing.result,
    state: pairing.state,
  }));
}

/** @returns {Row[]} */
function atTables() {
  return [...state.tables.values()].sort(byNumber).map((view) => ({
    key: view.table,
    label: tableLabel(view.table),
    view,
    white: playerName(view, "white"),
    black: playerName(view, "black"),
    done: Boolean(view.game && view.game.result !== "*"),
    result: view.game?.result ?? "*",
  }));
}

/** @param {{ rows: Row[] }} p */
function Pairs({ rows }) {
  if (!rows.length) return html`<p class="soft none">${t(state.complete ? "app.noTables" : "app.loading")}</p>`;
  const player = (/** @type {Row} */ row, /** @type {"white" | "black"} */ color) =>
    html`<td><${Disc} of=${color} /><bdi>${row[color] || t("table.unnamed")}</bdi></td>`;
  return html`<div class="tw" tabindex="0" role="region" aria-label=${tp("round.atTables")}><table class="pt"><thead><tr><th scope="col">${t("wall.number")}</th><th scope="col">${t("color.white")}</th><th scope="col">${t("color.black")}</th><th scope="col">${t("wall.col.state")}</th></tr></thead><tbody>${rows.map((row) => html`<tr key=${row.key}><th scope="row" class="no">${row.view ? html`<a href=${`#/table/${encodeURIComponent(row.view.table)}`}>${row.label}</a>` : row.label}</th>${player(row, "white")}${player(row, "black")}<td>${stateText(row)}</td></tr>`)}</tbody></table></div>`;
}

/** @param {Row} row */
function stateText({ view, done, result, state: told }) {
  if (done) return rich(ltr(resultText(result)));
  if (told === "absent") return t("round.absent");
  if (told === "waiting") return html`<span class="soft">${t("round.waiting")}</span>`;
  if (!view) return html`<span class="soft">${t("round.noTable")}</span>`;
  if (view.doing === "playing" || view.doing === "proposed")
    return t("round.atMove", { number: Math.floor((view.game?.plies ?? 0) / 2) + 1 });
  return html`<span class="soft">${t(`doing.${view.doing === "unknown" || view.doing === "setup" ? "setup" : view.doing}`)}</span>`;
}

/** Which results are there, and which are missing. @param {{ rows: Row[], writes: boolean }} p */
function Results({ rows, writes }) {
  const all = rows.filter((row) => row.state || row.view?.game);
  const missing = all.filter((row) => !row.done);
  const there = all.length - missing.length;
  const cases = caseOfTables();
  const share = all.length ? there / all.length : 0;
  return html`<section class="card"><div class="card-h"><h2>${t("round.resultsCard")}</h2><span class="soft">${t("round.of", { n: there, of: all.length })}</span></div>
    <div class="meter" role="img" aria-label=${tp("round.meter", { n: there, of: all.length })}><i style=${{ inlineSize: `${(share * 100).toFixed(1)}%` }}></i></div>
    ${missing.length ? html`<ul class="miss">${missing.map((row) => html`<${Missing} key=${row.key} row=${row} said=${row.view ? cases.get(row.view.table)?.case : undefined} />`)}</ul>` : html`<p class="soft none">${t("round.allThere")}</p>`}
    ${writes ? html`<div class="exp"><span class="soft">${t("round.writeBack")}</span>${["pgn", "trf", "csv"].map((kind) => html`<a key=${kind} class="btn sm" href=${`/api/results.${kind}`} download><${Icon} of="file" />${t(`round.file.${kind}`)}</a>`)}</div>` : null}</section>`;
}

/** @param {{ row: Row, said?: import("../live/protocol.js").Case }} p */
function Missing({ row, said }) {
  const [isAsked, setAsked] = useState(false);
  const { view } = row;
  const give = async (/** @type {string} */ result) => {
    if (!view) return;
    setAsked(true);
    const offer = (await offersAt(view.table)).find((one) => one.name === "set-result");
    setAsked(false);
    if (offer) openForm({ offer, table: view.table, chosen: result });
  };
  const label = row.label;
  const isSaid = said?.severity === "result" || said?.kind === "flag-fall";
  return html`<li>${view ? html`<a href=${`#/table/${encodeURIComponent(view.table)}`}>${label}</a>` : html`<b>${label}</b>`}<span>${said && isSaid ? html`${rich(caseTitle(said))} <${Icon} of="result" />` : stateText(row)}</span>${view ? html`<span class="quick" role="group" aria-label=${tp("round.resultOf", { table: label })}>${RESULTS.map((result) => html`<button key=${result} type="button" disabled=${isAsked || !canDecide()} onClick=${() => give(result)}>${rich(ltr(resultText(result)))}</button>`)}</span>` : null}</li>`;
}
