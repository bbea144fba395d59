// What stands around every view: event, views, link, time, sound, theme, account.

import { html } from "../vendor/preact.js";
import { eventName } from "../calls.js";
import { choose, device } from "../device.js";
import { takeBack } from "../live/acting.js";
import { isHeard, isNewRuling, waiting } from "../live/looks.js";
import { roundNow } from "../live/rounds.js";
import { hallNow, state } from "../live/state.js";
import { show, ui } from "../ui.js";
import { dayTime } from "../words/format.js";
import { rich } from "../words/marks.js";
import { t, tp } from "../words/say.js";
import { Icon } from "./icons.js";
import { Outputs } from "./outputs.js";
import { Age, everyTick, OwnAge } from "./ticking.js";

/** @param {{ view: string, views: string[], children?: unknown }} p */
export function Frame({ view, views, children }) {
  const list = waiting();
  const calls = list.some(isNewRuling);
  const here = view === "table" ? "wall" : view;
  const skip = (/** @type {Event} */ event) => {
    event.preventDefault();
    document.getElementById("main")?.focus();
  };
  return html`<a class="skip" href="#main" onClick=${skip}>${t("app.skip")}</a>
    <header class="top"><div class="brand"><${Mark} /><div><b title=${eventName()}>${eventName()}</b><span>${roundName()}</span></div></div>
      <nav class="nav" aria-label=${tp("app.views")}>${views.map((name) => html`<a key=${name} href=${`#/${name}`} aria-current=${name === here ? "page" : undefined}><${Icon} of=${name} /><span>${t(`view.${name}`)}</span>${name === "queue" && list.length ? html`<b class=${`badge ${calls ? "hot" : ""}`}>${calls ? html`<${Icon} of="ruling" />` : null}${list.length}</b>` : null}</a>`)}</nav>
      <div class="top-end"><${LinkState} /><time class="now"><${Now} /></time>
        <button type="button" class="ib" aria-pressed=${String(device.sound)} aria-label=${tp("top.sound")} onClick=${() => choose({ sound: !device.sound })}><${Icon} of=${device.sound ? "sound" : "mute"} /></button>
        <button type="button" class="ib" aria-label=${tp("top.theme")} onClick=${turnTheme}><${Icon} of="theme" /></button>
        <a class="me" href="#/people" aria-label=${tp("top.account", { by: state.account?.name })}><${Icon} of="user" /><span title=${state.account?.name}>${state.account?.name}</span></a></div></header>
    <${Outputs} />${state.link === "lost" ? html`<p class="old" role="status"><${Icon} of="lost" /><b>${t("link.old")} <bdi dir="ltr"><${OwnAge} since=${state.heard} /></bdi></b> <span>${t("link.lostMore")}</span></p>` : null}
    ${state.link === "live" && state.broker?.up === false ? html`<p class="old" role="status"><${Icon} of="lost" /><b>${t("link.noBroker")} <bdi dir="ltr"><${Age} since=${state.broker.since} /></bdi></b> <span>${t("link.noBrokerMore", { trouble: state.broker.trouble })}</span></p>` : null}
    <main id="main" class=${`v-${view}`} tabindex="-1">${children}</main>
    <${ToastLine} />${ui.dialog?.()}`;
}

export const Mark = () =>
  html`<svg class="mark" viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" rx="3" class="mk-b" /><path d="M3 3h5v5H3zM8 8h5v5H8z" class="mk-s" /></svg>`;

/** What is played now. */
function roundName() {
  const round = roundNow();
  if (!round) return t("app.event");
  const same = state.rounds.filter((other) => other.section === round.section);
  return t("app.round", { round: round.number, rounds: state.event?.rounds ?? (same.length > 1 ? same.length : 0) });
}

function LinkState() {
  if (state.link === "connecting") return html`<span class="link">${t("link.connecting")}</span>`;
  if (state.link === "lost") return null;
  const all = [...state.tables.values()];
  if (!all.length) return null;
  return html`<span class="link"><i class="dot"></i>${t("link.live", { share: `${all.filter(isHeard).length}/${all.length}` })}</span>`;
}

let nowSaid = "";
/** The hall's time. */
function Now() {
  /** @param {HTMLElement | null} element */
  const hold = (element) => {
    if (element) element.textContent = nowSaid = dayTime(hallNow());
  };
  return html`<bdi dir="ltr" id="now" ref=${hold}></bdi>`;
}
everyTick(() => {
  const now = dayTime(hallNow());
  if (now === nowSaid) return;
  nowSaid = now;
  const element = document.getElementById("now");
  if (element) element.textContent = now;
});

export function isDark() {
  return device.theme ? device.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

const turnTheme = () => choose({ theme: isDark() ? "light" : "dark" });

function ToastLine() {
  const { toast } = ui;
  if (!toast) return null;
  const { entry } = toast;
  return html`<div class=${`toast ${toast.kind ?? ""}`} role="status"><${Icon} of=${toast.kind === "refused" ? "x" : "check"} /><span>${rich(toast.text)}</span>${entry !== undefined ? html`<button type="button" class="btn" onClick=${() => takeBack(entry)}><${Icon} of="undo" />${t("act.undo")} <kbd aria-hidden="true">u</kbd></button>` : null}<button type="button" class="ib" aria-label=${tp("word.close")} onClick=${() => show({ toast: null })}><${Icon} of="x" /></button></div>`;
}
