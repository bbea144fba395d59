// What cannot be had back in a round is asked once; Cancel has the focus.

import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { Dialog } from "../parts/dialog.js";
import { closeDialog, show } from "../ui.js";
import { plain, rich } from "../words/marks.js";
import { t } from "../words/say.js";

/** @typedef {{ title: string, lost: string[], label: string, go: () => void }} Question */

/** @param {Question} question */
export function askRound(question) {
  show({ dialog: () => html`<${Asking} ...${question} />` });
}

/** @param {Question} p */
function Asking({ title, lost, label, go }) {
  const cancel = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useLayoutEffect(() => cancel.current?.focus(), []);
  const done = () => {
    closeDialog();
    go();
  };
  return html`<${Dialog} title=${rich(title)} label=${plain(title)}><ul class="lost-list">${lost.map((text) => html`<li key=${text}>${rich(text)}</li>`)}</ul>
    <div class="acts-1 dlg-acts"><button type="button" class="btn" ref=${cancel} onClick=${closeDialog}>${t("word.cancel")}</button><button type="button" class="btn pri" data-act="yes" onClick=${done}>${rich(label)}</button></div></${Dialog}>`;
}
