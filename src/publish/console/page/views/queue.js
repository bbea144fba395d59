// The queue: everything that waits for an arbiter, and the case that is looked at.

import { html, useEffect, useRef } from "../vendor/preact.js";
import { canDecide, chosenCase, goOrNot, mark } from "../live/acting.js";
import { beside, hold, isHeld, lines, release } from "../live/holding.js";
import { familyName, inTray, isTaken, playerName, tableLabel, tableLabels, waiting } from "../live/looks.js";
import { state } from "../live/state.js";
import { CaseDetail } from "../parts/case.js";
import { Icon } from "../parts/icons.js";
import { Tag, Who } from "../parts/table.js";
import { Age } from "../parts/ticking.js";
import { go } from "../router.js";
import { show, ui } from "../ui.js";
import { caseSentence, caseTitle } from "../words/cases.js";
import { hourMinute } from "../words/format.js";
import { rich } from "../words/marks.js";
import { t, tp } from "../words/say.js";

/** @import { Case } from "../live/protocol.js" */

/** How long after a touch the list still holds, in milliseconds. */
const AFTER_TOUCH_MS = 3_000;
/** A hand that does nothing for so long is gone, in milliseconds. */
const IDLE_MS = 20_000;
/** How far a swipe goes, in pixels. */
const SWIPE = 90;

/** Chooses the next or the one before. @param {number} step */
export function step(step) {
  const id = beside(waiting(), step);
  if (!id) return;
  choose(id);
  requestAnimationFrame(() =>
    /** @type {HTMLElement | null} */ (document.querySelector(`.qi[data-id="${CSS.escape(id)}"]`))?.focus({
      preventScroll: false,
    }),
  );
}

/** @param {string} id */
function choose(id) {
  show({ chosen: id, ended: null });
  if (location.hash.startsWith("#/queue/")) history.replaceState(null, "", `#/queue/${encodeURIComponent(id)}`);
}

/** @param {{ id?: string }} p */
export function Queue({ id }) {
  if (id && ui.chosen !== id && ui.ended?.id !== id) {
    ui.chosen = id;
    ui.ended = null;
  }
  const list = waiting();
  const { lines: shown, newcomers } = lines(list);
  // An address may be of a case that waits no more.
  const isGone = Boolean(id && state.complete && !ui.ended && !state.cases.has(id));
  const open = isGone ? null : (ui.ended ?? chosenCase());
  const isEnded = Boolean(open && !state.cases.has(open.id));
  if (open && !isEnded) ui.chosen = open.id;
  const next = () => {
    release();
    show({ ended: null, chosen: list.find((one) => !isTaken(one))?.id ?? list[0]?.id ?? "" });
    if (id) go(ui.chosen ? `#/queue/${encodeURIComponent(ui.chosen)}` : "#/queue");
  };
  return html`<div class=${`qv ${id ? "has-detail" : ""}`}><h1 class="vh">${t("view.queue")}</h1>
    <section class="ql" aria-labelledby="ql-h"><div class="ql-h"><h2 id="ql-h">${t("queue.title")} <span>${list.length}</span></h2><p>${t("queue.order")}</p></div>
      ${
        newcomers
          ? html`<button type="button" class="newcomers" onClick=${() => {
              release();
              show();
            }}>${t("queue.newcomers", { n: newcomers })}</button>`
          : null
      }
      <${List} shown=${shown} chosen=${open?.id} />
      ${shown.length ? null : html`<p class="ql-none soft">${state.complete ? t("queue.calmMore") : t("app.loading")}</p>`}
      ${shown.length ? html`<p class="swipe soft">${t("queue.swipe")}</p>` : null}<${Shelved} /><${Private} /></section>
    <section class="qd" aria-label=${tp("queue.evidence")}>${id ? html`<a class="back" href="#/queue"><${Icon} of="next" class="mir" />${t("view.queue")}</a>` : null}${open ? html`<${CaseDetail} key=${open.id} of=${open} ended=${isEnded} next=${next} />` : html`<div class="dt-empty"><${Icon} of="check" /><p>${t(isGone ? "second.gone" : "queue.calm")}</p></div>`}</section></div>`;
}

/** @param {{ shown: { one: Case, ended: boolean }[], chosen?: string }} p */
function List({ shown, chosen }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => (list.current ? holdWhileUsed(list.current) : undefined), []);
  return html`<ul class="qlist" ref=${list}>${shown.map(({ one, ended }) => html`<${Line} key=${one.id} of=${one} ended=${ended} chosen=${one.id === chosen} />`)}</ul>`;
}

/** The order holds while pointer, finger or the keyboard's focus is in the list; not where a mouse was left lying there. @param {HTMLElement} list */
function holdWhileUsed(list) {
  let used = 0;
  const letGo = () => {
    if (!isHeld()) return;
    release();
    show();
  };
  const use = (/** @type {Event} */ event) => {
    // A click leaves the focus behind, which is no hand.
    if (event.type === "focusin" && !list.querySelector(":focus-visible")) return;
    used = Date.now();
    hold();
  };
  const look = () => {
    const isIn = list.matches(":hover") || list.querySelector(":focus-visible");
    if (!isIn || Date.now() - used > IDLE_MS) letGo();
  };
  const soon = () => setTimeout(look, 0);
  const lifted = () =>
    setTimeout(() => {
      if (Date.now() - used >= AFTER_TOUCH_MS) letGo();
    }, AFTER_TOUCH_MS);
  const uses = ["pointerenter", "pointermove", "focusin", "keydown", "touchstart"];
  for (const kind of uses) list.addEventListener(kind, use, { passive: true });
  for (const kind of ["pointerleave", "focusout"]) list.addEventListener(kind, soon);
  list.addEventListener("touchend", lifted);
  const timer = setInterval(() => {
    if (Date.now() - used > IDLE_MS) letGo();
  }, 1_000);
  return () => {
    clearInterval(timer);
    release();
  };
}

/** @param {Case} one */
function number(one) {
  const labels = tableLabels(one.tables);
  if (one.data.group === "flood") return html`<${Icon} of="queue" />`;
  const numbers = labels.map(Number);
  const isRun = numbers.every((number, i) => number === numbers[0] + i);
  const text = labels.length === 1 ? labels[0] : isRun ? `${labels[0]}–${labels.at(-1)}` : `${labels.length} ×`;
  return html`<bdi dir="ltr">${text}</bdi>`;
}

/** @param {{ of: Case, ended: boolean, chosen: boolean }} p */
function Line({ of, ended, chosen }) {
  const view = state.tables.get(of.tables[0]);
  const names = [playerName(view, "white"), playerName(view, "black")].map(familyName);
  const several = of.members?.length;
  const confirm = of.severity === "result" && of.offers.some((offer) => offer.name === "confirm");
  return html`<li class=${ended ? "gone" : ""}><a class=${`qi ${of.severity} ${isTaken(of) || ended ? "seen" : "new"}`} href=${`#/queue/${encodeURIComponent(of.id)}`} data-id=${of.id} aria-current=${chosen ? "true" : undefined} onClick=${() => {
    ui.chosen = of.id;
    ui.ended = ended ? of : null;
  }}>
    <span class=${`qi-no ${several ? "many" : ""}`}>${number(of)}</span><span class="qi-m"><span class="qi-h"><${Tag} of=${of.severity} />${ended ? html`<span class="who"><${Icon} of="check" />${t("queue.ended")}</span>` : html`<${Who} of=${of} />`}<span class="age" dir="ltr"><${Age} since=${of.since} /></span></span><span class="qi-t">${rich(caseTitle(of))}</span><span class="qi-p">${several ? t("table.several", { listed: tableLabels(of.tables) }) : names.some(Boolean) ? html`<span dir="auto">${names[0]}</span> – <span dir="auto">${names[1]}</span>` : view?.place.section}</span></span></a>
    ${ended ? null : html`<div class="qi-a">${confirm ? html`<a class="btn pri" href=${`#/queue/${encodeURIComponent(of.id)}`}><${Icon} of="check" /><span>${t("act.lookAndConfirm")}</span></a>` : html`<button type="button" class="btn pri" disabled=${!canDecide()} onClick=${() => goOrNot(of)}><${Icon} of="go" />${t(of.going?.by === state.account?.name ? "act.go-not" : "act.go")}</button>`}${of.seen ? null : html`<button type="button" class="btn" disabled=${!canDecide()} onClick=${() => mark(of, "seen")}><${Icon} of="eye" />${t("act.seen")}</button>`}</div>`}</li>`;
}

function Shelved() {
  const all = inTray("shelved");
  if (!all.length) return null;
  return html`<h2 class="band"><${Icon} of="later" />${t("queue.shelved")} <span>${all.length}</span></h2><ul class="quiet">${all.map(
    (one) =>
      html`<li key=${one.id}><b class="qi-no"><bdi dir="ltr">${one.tables.map(tableLabel).join(", ")}</bdi></b><span class="qn"><a href=${`#/table/${encodeURIComponent(one.tables[0])}`}>${rich(caseTitle(one))}</a><span class="soft">${t("queue.shelvedUntil", { until: hourMinute(one.shelf?.until ?? 0), by: one.shelf?.by })}</span></span><button type="button" class="btn sm" disabled=${!canDecide()} onClick=${() => mark(one, "unshelve")}>${t("queue.unshelve")}</button></li>`,
  )}</ul>`;
}

function Private() {
  const all = inTray("private");
  if (!all.length) return null;
  return html`<details class="priv"><summary><${Icon} of="private" />${t("queue.private")} <span>${all.length}</span></summary><p class="soft">${t("queue.privateNote")}</p><ul class="quiet">${all.map(
    (one) =>
      html`<li key=${one.id}><b class="qi-no"><bdi dir="ltr">${one.tables.map(tableLabel).join(", ")}</bdi></b><span class="qn"><span>${rich(caseSentence(one))}</span> <span class="soft">${t("case.article", { articles: [one.article] })}</span></span></li>`,
  )}</ul></details>`;
}

/** A swipe says what the buttons say: towards the end of the line I go, towards its start seen. */
export function swipes() {
  /** @type {{ x: number, y: number, id: string } | null} */
  let begun = null;
  document.addEventListener(
    "touchstart",
    (event) => {
      const line = event.target instanceof Element ? event.target.closest(".qlist li")?.querySelector(".qi") : null;
      begun =
        line instanceof HTMLElement && event.touches.length === 1
          ? { x: event.touches[0].clientX, y: event.touches[0].clientY, id: line.dataset.id ?? "" }
          : null;
    },
    { passive: true },
  );
  document.addEventListener("touchend", (event) => {
    const one = begun && state.cases.get(begun.id);
    if (begun && one && canDecide()) {
      const along = (event.changedTouches[0].clientX - begun.x) * (document.documentElement.dir === "rtl" ? -1 : 1);
      const isAlong = Math.abs(event.changedTouches[0].clientY - begun.y) < SWIPE / 2;
      if (isAlong && along > SWIPE) goOrNot(one);
      if (isAlong && along < -SWIPE) mark(one, "seen");
    }
    begun = null;
  });
}
