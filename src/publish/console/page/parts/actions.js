// The buttons of a case: left what decides, the proposal first; right who and when.

import { html } from "../vendor/preact.js";
import { act, actOnAll, canDecide, goOrNot, mark, mayShelve, refusalOf } from "../live/acting.js";
import { state } from "../live/state.js";
import { tableLabel } from "../live/looks.js";
import { openForm } from "../forms/forms.js";
import { askFirst } from "../forms/ask.js";
import { ui } from "../ui.js";
import { offerLabel } from "../words/cases.js";
import { rich } from "../words/marks.js";
import { say, t, tp } from "../words/say.js";
import { Icon } from "./icons.js";

/** @import { Case, Offer } from "../live/protocol.js" */

/** Does what is offered, or opens its form; what is lost by it is asked once. @param {Case} one @param {Offer} offer */
export function take(one, offer) {
  const table = one.tables[0];
  if (!canDecide() || ui.sending.has(one.id)) return;
  if (one.severity === "result" && offer.name === "confirm" && !showsBoard()) return;
  if (offer.form) openForm({ offer, table, one });
  else if (offer.outcome.destructive)
    askFirst({ table, outcome: offer.outcome, label: offerLabel(offer, one), go: () => act({ offer, table, one }) });
  else act({ offer, table, one });
}

/** How much of the board must be seen. */
const IN_SIGHT = 0.6;

/** A result is confirmed only with its position in sight: where it is not, it is brought there first. */
function showsBoard() {
  const board = document.querySelector(".dt-board .brd, .bigb .brd");
  if (!board) return true;
  const { top, bottom, height } = board.getBoundingClientRect();
  // On a phone the decision lies over the lower end of the page.
  const foot = document.querySelector(".dt > .acts")?.getBoundingClientRect().top ?? innerHeight;
  const seen = Math.min(bottom, foot, innerHeight) - Math.max(top, 0);
  if (seen >= height * IN_SIGHT) return true;
  board.scrollIntoView({ block: "center", behavior: "smooth" });
  return false;
}

/** The offer that a key stands for. @param {Case} one @param {string} name */
export function offerFor(one, name) {
  if (name === "proposed") return one.offers.find((offer) => offer.proposed) ?? one.offers[0];
  return one.offers.find((offer) => offer.name === name);
}

const KEYS = { dismiss: "d" };

/** What decides. @param {{ of: Case, quiet?: boolean }} p */
export function Deciding({ of, quiet }) {
  if (of.members?.length) return html`<${DecidingAll} of=${of} />`;
  const sending = ui.sending.get(of.id);
  const isAway = !canDecide();
  const offers = [...of.offers].sort((one, other) => Number(other.proposed) - Number(one.proposed));
  return html`<div class="acts-1">${offers.map((offer, i) => {
    const key = i === 0 ? "c" : KEYS[/** @type {"dismiss"} */ (offer.name)];
    return html`<button key=${offer.name} type="button" class=${`btn ${i === 0 && !quiet ? "pri" : ""} ${sending === offer.name ? "sending" : ""}`} disabled=${isAway || Boolean(sending)} data-act=${offer.name} onClick=${() => take(of, offer)}><span>${rich(offerLabel(offer, of))}</span>${key ? html` <kbd aria-hidden="true">${key}</kbd>` : null}</button>`;
  })}</div>`;
}

/** @param {{ of: Case }} p */
function DecidingAll({ of }) {
  const members = (of.members ?? []).flatMap((id) => state.cases.get(id) ?? []);
  const names = ["acknowledge", "dismiss", "identify"].filter((name) =>
    members.every((one) => one.offers.some((offer) => offer.name === name && !offer.form)),
  );
  const sending = ui.sending.has(of.id);
  return html`<div class="acts-1">${names.map(
    (name, i) =>
      html`<button key=${name} type="button" class=${`btn ${i === 0 ? "pri" : ""} ${sending ? "sending" : ""}`} disabled=${sending || !canDecide()} data-act=${name} onClick=${() => actOnAll(of, name)}><span>${t(name === "acknowledge" ? "act.acknowledgeAll" : `act.${name}`, { n: members.length })}</span></button>`,
  )}</div>`;
}

/** Who goes, and when. @param {{ of: Case }} p */
export function Taking({ of }) {
  const isMine = of.going?.by === state.account?.name;
  const isAway = !canDecide();
  const [sample] = of.members?.length ? of.members.flatMap((id) => state.cases.get(id) ?? []) : [of];
  const acknowledges = sample?.offers.some((offer) => offer.name === "acknowledge" && offer.proposed);
  return html`<div class="acts-2">
    <button type="button" class="btn" disabled=${isAway} data-act="go" onClick=${() => goOrNot(of)}><${Icon} of="go" /><span>${t(isMine ? "act.go-not" : "act.go")}</span> <kbd aria-hidden="true">g</kbd></button>
    <button type="button" class="btn" disabled=${isAway || !mayShelve(of)} title=${mayShelve(of) ? undefined : tp("act.onlyChief")} data-act="shelve" onClick=${() => mark(of, "shelve")}><${Icon} of="later" /><span>${t("act.shelve")}</span></button>
    ${of.seen || acknowledges ? null : html`<button type="button" class="btn" disabled=${isAway} data-act="seen" onClick=${() => mark(of, "seen")}><${Icon} of="eye" /><span>${t("act.seen")}</span></button>`}</div>`;
}

/** Why it was not done, under the buttons. @param {{ of: Case }} p */
export function Refusal({ of }) {
  const text = refusalOf(of);
  if (text) return html`<p class="refusal" role="alert"><${Icon} of="x" /><span>${text}</span></p>`;
  if (!canDecide())
    return html`<p class="refusal"><${Icon} of="lost" /><span>${t(state.link === "live" ? "refused.no-broker" : "refused.no-link")}</span></p>`;
  return null;
}

/** @param {Case} one */
export const askTitle = (one) => say("ask.title", { table: tableLabel(one.tables[0]) });
