// What cannot be had back by one click is asked once, with what is lost said; Cancel has the focus.

import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { playerName, tableLabel } from "../live/looks.js";
import { state } from "../live/state.js";
import { Dialog } from "../parts/dialog.js";
import { closeDialog, show } from "../ui.js";
import { effectText } from "../words/cases.js";
import { plain, rich } from "../words/marks.js";
import { say, t } from "../words/say.js";

/** @import { Outcome } from "../live/protocol.js" */
/** @typedef {{ table: string, outcome: Outcome, label: string, go: () => void, title?: string }} Question */

/** @param {Question} question */
export function askFirst(question) {
  show({ dialog: () => html`<${Asking} ...${question} />` });
}

/** @param {Question} p */
function Asking({ table, outcome, label, go, title }) {
  const cancel = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useLayoutEffect(() => cancel.current?.focus(), []);
  const view = state.tables.get(table);
  const words = title ?? say("ask.title", { table: tableLabel(table) });
  const done = () => {
    closeDialog();
    go();
  };
  return html`<${Dialog} title=${rich(words)} label=${plain(words)}>
    ${view?.game ? html`<p class="soft">${t("table.pair", { white: playerName(view, "white"), black: playerName(view, "black") })}</p>` : null}
    <ul class="lost-list">${outcome.effects.map((effect) => html`<li>${rich(effectText(effect))}</li>`)}</ul>
    <p class="soft">${t("form.lostNow")}</p>
    <div class="acts-1 dlg-acts"><button type="button" class="btn" ref=${cancel} onClick=${closeDialog}>${t("word.cancel")}</button><button type="button" class="btn pri" data-act="yes" onClick=${done}>${t("ask.do", { act: label })}</button></div>
  </${Dialog}>`;
}
