// Who plays whom, and how far they are.

import { html } from "../../vendor/preact.js";
import { byNumber, playerName, tableLabel } from "../../live/looks.js";
import { boardText, gameOf, isDone, tableOf } from "../../live/rounds.js";
import { troublesAt } from "../../live/outputs.js";
import { state } from "../../live/state.js";
import { openPairing } from "../../forms/pairing.js";
import { BoardMarks } from "../../parts/outputs.js";
import { Disc } from "../../parts/table.js";
import { resultText } from "../../words/format.js";
import { ltr, rich } from "../../words/marks.js";
import { t, tp } from "../../words/say.js";

/** @import { TableView } from "../../live/protocol.js" */
/** @import { Pairing, Round } from "../../live/rounds.js" */
/** @typedef {{ key: string, label: string, view?: TableView, white: string, black: string, done: boolean, result: string, pairing?: Pairing }} Row */

/** @param {Round} round @returns {Row[]} */
export function paired(round) {
  return round.pairings.map((pairing) => ({
    key: boardText(pairing.board),
    label: boardText(pairing.board),
    view: tableOf(pairing),
    white: pairing.white.name,
    black: pairing.black.name,
    done: isDone(pairing),
    result: pairing.result,
    pairing,
  }));
}

/** @returns {Row[]} */
export function atTables() {
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

/** @param {{ rows: Row[], round?: Round }} p */
export function Pairs({ rows, round }) {
  if (!rows.length) return html`<p class="soft none">${t(state.complete ? "app.noTables" : "app.loading")}</p>`;
  const player = (/** @type {Row} */ row, /** @type {"white" | "black"} */ color) =>
    html`<td><${Disc} of=${color} /><bdi>${row[color] || t("table.unnamed")}</bdi></td>`;
  const change = (/** @type {Row} */ { pairing, label }) =>
    round && pairing
      ? html`<button type="button" class="btn sm" data-pairing=${label} aria-label=${tp("pair.changeOf", { board: label })} onClick=${() => openPairing(round, pairing.board)}>${t("pair.change")}</button>`
      : null;
  return html`<div class="tw" tabindex="0" role="region" aria-label=${tp(round ? "round.pairings" : "round.atTables")}><table class=${`pt ${round ? "do-c" : ""}`}><thead><tr><th scope="col">${t(round ? "round.board" : "wall.number")}</th><th scope="col">${t("color.white")}</th><th scope="col">${t("color.black")}</th><th scope="col">${t("wall.col.state")}</th>${round ? html`<th scope="col"><span class="vh">${t("pair.column")}</span></th>` : null}</tr></thead><tbody>${rows.map((row) => html`<tr key=${row.key}><th scope="row" class="no">${row.view ? html`<a href=${`#/table/${encodeURIComponent(row.view.table)}`}>${row.label}</a>` : row.label}</th>${player(row, "white")}${player(row, "black")}<td class="st">${stateText(row, round)}${round && row.pairing ? html`<${BoardMarks} all=${troublesAt(round, row.pairing)} />` : null}</td>${round ? html`<td class="do">${change(row)}</td>` : null}</tr>`)}${(round?.byes ?? []).map(({ player: who, kind }) => html`<tr key=${`bye ${who.name}`}><th scope="row" class="no"><span class="vh">${t("file.noBoard")}</span></th><td><bdi>${who.name}</bdi></td><td><span class="soft">${t("file.noOpponent")}</span></td><td><span class="dk">${t(`bye.${kind}`)}</span></td><td class="do"></td></tr>`)}</tbody></table></div>`;
}

/** How far a game is. @param {Row} row @param {Round} [round] */
export function stateText({ view, done, result, pairing }, round) {
  const where =
    pairing && view && view.table !== boardText(pairing.board)
      ? html` <span class="soft">${t("round.atTable", { table: tableLabel(view.table) })}</span>`
      : null;
  if (done) {
    const other = pairing?.table_result;
    return html`${rich(ltr(resultText(result)))}${pairing?.state === "absent" ? html` <span class="soft">${t("round.absent")}</span>` : null}${other ? html` <span class="soft">${t("round.tableSays", { result: other })}</span>` : null}`;
  }
  if (round?.state === "planned") return html`<span class="soft">${t("round.planned")}</span>${where}`;
  if (pairing?.waits) return html`<span class="soft">${t(`round.waitsFor.${pairing.waits.for}`)}</span>${where}`;
  if (!view) return html`<span class="soft">${t("round.noTable")}</span>`;
  const game = pairing ? gameOf(pairing) : view.game;
  if (game?.plies && (view.doing === "playing" || view.doing === "proposed"))
    return html`${t("round.atMove", { number: Math.floor(game.plies / 2) + 1 })}${where}`;
  return html`<span class="soft">${t(`doing.${view.doing === "suspended" || view.doing === "over" ? view.doing : "setup"}`)}</span>${where}`;
}
