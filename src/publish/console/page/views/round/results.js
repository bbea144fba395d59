// Which results are there and which are missing, the end of the round, and files to take along.

import { html, useState } from "../../vendor/preact.js";
import { canDecide, offersAt } from "../../live/acting.js";
import { arrange, ofRound } from "../../live/arranging.js";
import { caseOfTables } from "../../live/looks.js";
import { boardText } from "../../live/rounds.js";
import { state } from "../../live/state.js";
import { openForm } from "../../forms/forms.js";
import { openPairing } from "../../forms/pairing.js";
import { askRound } from "../../forms/round.js";
import { Icon } from "../../parts/icons.js";
import { caseTitle } from "../../words/cases.js";
import { resultText } from "../../words/format.js";
import { ltr, rich } from "../../words/marks.js";
import { say, t, tp } from "../../words/say.js";
import { stateText } from "./pairs.js";

/** @import { Case } from "../../live/protocol.js" */
/** @import { Round } from "../../live/rounds.js" */
/** @import { Row } from "./pairs.js" */

const RESULTS = ["1-0", "1/2-1/2", "0-1"];
const FILES = ["pgn", "trf", "csv"];
/** So many of those that simply play on are listed. */
const LISTED = 12;

/** @param {{ rows: Row[], round?: Round }} p */
export function Results({ rows, round }) {
  const all = rows.filter((row) => row.pairing || row.view?.game);
  const missing = all.filter((row) => !row.done);
  const there = all.length - missing.length;
  const cases = caseOfTables();
  const said = (/** @type {Row} */ row) => {
    const one = row.view ? cases.get(row.view.table)?.case : undefined;
    return one && (one.severity === "result" || one.kind === "flag-fall") ? one : undefined;
  };
  // Where a result is near it is looked for first; who plays on is many.
  const listed = [...missing]
    .sort((one, other) => Number(Boolean(said(other))) - Number(Boolean(said(one))))
    .slice(0, LISTED);
  const share = all.length ? there / all.length : 0;
  if (!all.length || (round?.state === "planned" && !there)) return null;
  return html`<section class="card"><div class="card-h"><h2>${round ? t("round.resultsOf", { number: round.number }) : t("round.resultsCard")}</h2><span class="soft">${t("round.of", { n: there, of: all.length })}</span></div>
    <div class="meter" role="img" aria-label=${tp("round.meter", { n: there, of: all.length })}><i style=${{ inlineSize: `${(share * 100).toFixed(1)}%` }}></i></div>
    ${listed.length ? html`<ul class="miss">${listed.map((row) => html`<${Missing} key=${row.key} row=${row} round=${round} said=${said(row)} />`)}${missing.length > listed.length ? html`<li class="soft more"><a href="#/wall">${t("round.more", { n: missing.length - listed.length })}</a></li>` : null}</ul>` : html`<p class="soft none">${t("round.allThere")}</p>`}
    ${round ? html`<${End} round=${round} missing=${missing} /><${Files} round=${round} />` : null}</section>`;
}

/** @param {{ row: Row, round?: Round, said?: Case }} p */
function Missing({ row, round, said }) {
  const [isAsked, setAsked] = useState(false);
  const { view, pairing, label } = row;
  const give = async (/** @type {string} */ result) => {
    if (round && pairing) return openPairing(round, pairing.board, result);
    if (!view) return;
    setAsked(true);
    const offer = (await offersAt(view.table)).find((one) => one.name === "set-result");
    setAsked(false);
    if (offer) openForm({ offer, table: view.table, chosen: result });
  };
  return html`<li>${view ? html`<a href=${`#/table/${encodeURIComponent(view.table)}`}>${label}</a>` : html`<b>${label}</b>`}<span>${said ? html`${rich(caseTitle(said))} <${Icon} of="result" />` : stateText(row, round)}</span>${view || pairing ? html`<span class="quick" role="group" aria-label=${tp(round ? "round.resultOfBoard" : "round.resultOf", { board: label, table: label })}>${RESULTS.map((result) => html`<button key=${result} type="button" disabled=${isAsked || !canDecide()} onClick=${() => give(result)}>${rich(ltr(resultText(result)))}</button>`)}</span>` : null}</li>`;
}

/** @param {{ round: Round, missing: Row[] }} p */
function End({ round, missing }) {
  if (round.state !== "on" || state.account?.role !== "chief") return null;
  const boards = missing.flatMap((row) => row.pairing?.board ?? []);
  const go = () =>
    arrange({ request: "end-round", ...ofRound(round), missing: boards }, say("toast.ended", { number: round.number }));
  const end = () =>
    boards.length
      ? askRound({
          title: say("end.title", { number: round.number }),
          lost: [say("end.missing", { boards: boards.map(boardText) })],
          label: say("end.do", { number: round.number }),
          go,
        })
      : go();
  return html`<div class="exp"><span class="soft">${t(boards.length ? "end.still" : "end.all")}</span><button type="button" class=${`btn sm ${boards.length ? "" : "pri"}`} data-act="end" onClick=${end}>${t("end.do", { number: round.number })}</button></div>`;
}

/** @param {{ round: Round }} p */
function Files({ round }) {
  const query = new URLSearchParams({
    round: String(round.number),
    ...(round.section === undefined ? {} : { section: round.section }),
  });
  const kinds = FILES.filter((kind) => kind !== "trf" || round.trf);
  return html`<div class="exp"><span class="soft">${t("round.writeBack")}</span>${kinds.map((kind) => html`<a key=${kind} class="btn sm" href=${`/api/results.${kind}?${query}`} download><${Icon} of="file" />${t(`round.file.${kind}`)}</a>`)}</div>`;
}
