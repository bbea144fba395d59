// What stands above a screen: the event, the round, which boards these are, how late they are, and how old where nothing
// is heard.

import { html } from "../vendor/preact.js";
import { state } from "../live/state.js";
import { OwnAge } from "../parts/ticking.js";
import { t, tp } from "../words/say.js";

/** @import { Turning } from "./pages.js" */

/**
 * @param {{ title: string, about: unknown, shown?: unknown, delay_s?: number, turning?: Turning }} p
 */
export function Head({ title, about, shown, delay_s = 0, turning }) {
  const notes = [shown, delay(delay_s)].filter(Boolean);
  const parts = notes.flatMap((note, i) => (i ? [" · ", note] : [note]));
  return html`<header class="ps-h"><h1>${title}</h1><p class="ab">${about}</p><p class="soft">${state.link === "lost" ? html`<${Lost} />` : parts}</p>${turning && turning.count > 1 ? html`<${Turn} of=${turning} />` : null}</header>`;
}

/** @param {number} delay_s */
function delay(delay_s) {
  if (delay_s >= 60) return t("screen.delay", { minutes: Math.round(delay_s / 60) });
  return delay_s ? t("screen.delaySeconds", { seconds: delay_s }) : null;
}

/** Nothing is heard. */
export const Lost = () =>
  html`<span class="ps-lost">${t("screen.lost")} <bdi dir="ltr" class="age"><${OwnAge} since=${state.heard} /></bdi></span>`;

/** A point for each page; a press stops them, and has them go on. @param {{ of: Turning }} p */
function Turn({ of }) {
  const label = tp(of.stands ? "screen.goOn" : "screen.stop", { page: of.at + 1, pages: of.count });
  return html`<button type="button" class=${`ps-t ${of.stands ? "stands" : ""}`} onClick=${of.stop}><span class="vh">${label}</span>${
    of.count > 12
      ? html`<bdi dir="ltr">${of.at + 1}/${of.count}</bdi>`
      : Array.from({ length: of.count }, (_, i) => html`<i class=${i === of.at ? "on" : ""}></i>`)
  }</button>`;
}
