// A command without a form: what it will do is said, then it is done.

import { html, useEffect, useState } from "../vendor/preact.js";
import { preview } from "../live/acting.js";
import { Dialog } from "../parts/dialog.js";
import { tableLabel } from "../live/looks.js";
import { closeDialog } from "../ui.js";
import { effectText, offerLabel } from "../words/cases.js";
import { plain, rich } from "../words/marks.js";
import { say, t } from "../words/say.js";

/** @import { Act, Outcome } from "../live/protocol.js" */
/** @import { Given } from "./forms.js" */

/** @param {Given} p */
export function Ready({ offer, table, send }) {
  return html`<${FormDialog} table=${table} name=${offer.name}><${WillDo} outcome=${offer.outcome} /><${Do} label=${rich(offerLabel(offer))} go=${() => send(offer.acts)} /></${FormDialog}>`;
}

/** @param {{ table: string, name: string, wide?: boolean, children?: unknown }} p */
export function FormDialog({ table, name, wide, children }) {
  const title = say("form.heading", { table: tableLabel(table), act: say(`act.${name}`).replace("…", "") });
  return html`<${Dialog} title=${rich(title)} label=${plain(title)} wide=${wide}>${children}</${Dialog}>`;
}

/** What acts will do, worked out by the hall. @param {string} table @param {Act[] | null} acts @returns {Outcome | null} */
export function useOutcome(table, acts) {
  const [outcome, setOutcome] = useState(/** @type {Outcome | null} */ (null));
  useEffect(() => {
    let isWanted = true;
    setOutcome(null);
    if (acts?.length)
      preview(table, acts).then((answer) => {
        if (isWanted) setOutcome(answer.outcome ?? null);
      });
    return () => {
      isWanted = false;
    };
  }, [table, JSON.stringify(acts)]);
  return outcome;
}

/** @param {{ outcome: Outcome | null }} p */
export function WillDo({ outcome }) {
  return html`<div class="will" aria-live="polite">${outcome?.effects.length ? html`<h3>${t("form.willDo")}</h3>${outcome.effects.map((effect) => html`<p>${rich(effectText(effect))}</p>`)}` : null}</div>`;
}

/** @param {{ label: unknown, go: () => void, disabled?: boolean }} p */
export function Do({ label, go, disabled }) {
  return html`<div class="acts-1 dlg-acts"><button type="button" class="btn" onClick=${closeDialog}>${t("word.cancel")}</button><button type="button" class="btn pri" data-act="do" disabled=${disabled} onClick=${go}>${label}</button></div>`;
}
