// The round: what a file would change, how the round begins, which results are missing. Where no round is known, what
// stands at the tables.

import { html, useRef, useState } from "../vendor/preact.js";
import { compare, desk } from "../live/arranging.js";
import { roundKey, roundNow, rounds } from "../live/rounds.js";
import { state } from "../live/state.js";
import { openEvent } from "../forms/event.js";
import { Icon } from "../parts/icons.js";
import { plain } from "../words/marks.js";
import { say, t, tp } from "../words/say.js";
import { Compared, NoFile, Section, Wrong } from "./round/file.js";
import { atTables, paired, Pairs } from "./round/pairs.js";
import { Results } from "./round/results.js";
import { Start } from "./round/start.js";

const STEPS = ["file", "compare", "start", "results"];
/** What pairing programs write. */
const ENDS = ".pgn,.trf,.trfx,.txt,.csv,.tsv,.xlsx";

export function Round() {
  const [key, setKey] = useState("");
  const [isOver, setOver] = useState(false);
  const all = rounds();
  const round = all.find((one) => roundKey(one) === key) ?? roundNow();
  const isChief = state.account?.role === "chief";
  const { comparison } = desk;
  const shown = comparison?.rounds[0] ?? round;
  const rows = round ? paired(round) : atTables();
  const step = comparison ? 1 : !round ? 0 : round.state === "planned" ? 2 : 3;
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (file && isChief) compare(file);
  };
  const over = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    if (isChief && !isOver) setOver(true);
  };
  const about = comparison
    ? t("round.pairingsOf")
    : round?.section
      ? html`<bdi>${round.section}</bdi>`
      : t("round.results");
  return html`<div class=${`rv ${isOver ? "over" : ""}`} onDragOver=${over} onDragLeave=${(/** @type {any} */ event) => event.target === event.currentTarget && setOver(false)} onDrop=${drop}>
    <div class="rv-h"><h1>${shown ? t("round.title", { number: shown.number }) : t("view.round")} <span>${about}</span></h1>
      <ol class="stp" aria-label=${tp("round.steps")}>${STEPS.map((name, at) => html`<li key=${name} class=${at < step ? "ok" : ""} aria-current=${at === step ? "step" : undefined}>${at < step ? html`<${Icon} of="check" />` : null}${t(at < step && name === "file" ? "round.step.fileRead" : `round.step.${name}`)}</li>`)}</ol></div>
    <div class="rv-bar">${all.length > 1 ? html`<label class="sel"><span class="vh">${t("view.round")}</span><select value=${round ? roundKey(round) : ""} onChange=${(/** @type {any} */ event) => setKey(event.target.value)}>${all.map((one) => html`<option key=${roundKey(one)} value=${roundKey(one)}>${plain(say("round.choice", one))}</option>`)}</select></label>` : null}${isChief ? html`${comparison ? null : html`<${Choose} label=${t(round ? "file.chooseNext" : "file.choose")} isFirst=${!round} />`}<button type="button" class="btn" data-act="event" onClick=${openEvent}><${Icon} of="edit" />${t("event.open")}</button>` : null}</div>
    <div class="rv-g"><div class="rv-l">${desk.isBusy && !comparison ? html`<p class="card none soft" role="status">${t("file.reading")}</p>` : null}<${Wrong} /><${Section} />${
      comparison
        ? html`<${Compared} comparison=${comparison} again=${html`<${Choose} label=${t("file.chooseOther")} />`} />`
        : html`${!round && isChief ? html`<${NoFile} />` : null}<section class="card rv-p"><div class="card-h"><h2>${t(round ? "round.pairings" : "round.atTables")}</h2>${round ? html`<span class="soft">${t(`round.state.${round.state}`)}${round.file ? html` · <bdi>${round.file}</bdi>` : null}</span>` : null}</div><${Pairs} rows=${rows} round=${round} /></section>`
    }</div>
    <div class="rv-r">${round && !(comparison && round.state === "planned") ? html`<${Start} key=${roundKey(round)} round=${round} />` : null}<${Results} rows=${rows} round=${round} /></div></div></div>`;
}

/** Chooses a file: a field for files cannot be said what is on its button. @param {{ label: unknown, isFirst?: boolean }} p */
function Choose({ label, isFirst }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const chosen = (/** @type {any} */ event) => {
    const [file] = event.target.files;
    // The same file, written anew, is another choice.
    if (file) compare(file).finally(() => (event.target.value = ""));
  };
  return html`<span class="choose"><input ref=${field} type="file" accept=${ENDS} hidden aria-label=${tp("file.field")} onChange=${chosen} /><button type="button" class=${`btn ${isFirst ? "pri" : ""}`} data-act="file" disabled=${desk.isBusy} onClick=${() => field.current?.click()}>${label}</button></span>`;
}
