// The public screen: made of the public's records alone, so that no alert, touch or private finding can stand here.

import { html, useEffect, useState } from "../vendor/preact.js";
import { eventName } from "../calls.js";
import { byNumber, shortName, tableLabel } from "../live/looks.js";
import { state } from "../live/state.js";
import { Board } from "../parts/board.js";
import { boardLabel, Disc } from "../parts/table.js";
import { ClockTime } from "../parts/ticking.js";
import { numbered, resultText } from "../words/format.js";
import { t } from "../words/say.js";

/** @import { Color, PublicView } from "../live/protocol.js" */

/** Boards shown at a time. */
const PAGE = 12;
/** How long each dozen stays, in milliseconds. */
const TURN_MS = 20_000;

export function Screen() {
  const [page, setPage] = useState(0);
  const all = [...state.screens.values()].sort(byNumber);
  const pages = Math.max(1, Math.ceil(all.length / PAGE));
  useEffect(() => {
    const timer = setInterval(() => setPage((before) => before + 1), TURN_MS);
    return () => clearInterval(timer);
  }, []);
  const first = (page % pages) * PAGE;
  const shown = all.slice(first, first + PAGE);
  const delay = Math.round((state.event?.delay_s ?? 0) / 60);
  const isArbiter = state.account?.role === "chief" || state.account?.role === "arbiter";
  const about = [state.event?.site, state.event?.time_control].filter(Boolean).join(" · ");
  return html`<main id="main" class="ps"><header><h1>${eventName()}</h1><p>${about}</p><p class="soft">${all.length ? t("screen.shown", { from: first + 1, to: first + shown.length, all: all.length }) : null}${delay ? html` · ${t("screen.delay", { minutes: delay })}` : null}</p></header>
    ${shown.length ? html`<ul>${shown.map((view) => html`<${Shown} key=${view.table} view=${view} />`)}</ul>` : html`<p class="soft ps-none">${t(isArbiter ? "screen.arbiter" : "screen.noBoards")} <a href="#/people">${t("view.people")}</a></p>`}</main>`;
}

/** @param {{ view: PublicView }} p */
function Shown({ view }) {
  const last = view.last ? [view.last[0].slice(0, 2), view.last[0].slice(2, 4)] : [];
  return html`<li><${Player} view=${view} color="black" /><div class="ps-m"><div class="ps-b"><${Board} fen=${view.fen} marks=${{ last }} turned=${false} label=${boardLabel(tableLabel(view.table))} /></div><div class="ps-i"><b class="no">${tableLabel(view.table)}</b>${view.result !== "*" ? html`<b class="res"><bdi dir="ltr">${resultText(view.result)}</bdi></b>` : html`<span class="mvv"><bdi dir="ltr">${view.last ? numbered(view.plies, view.last[1]) : ""}</bdi></span>`}</div></div><${Player} view=${view} color="white" /></li>`;
}

/** @param {{ view: PublicView, color: Color }} p */
function Player({ view, color }) {
  const runs = view.clock?.running === color && view.phase === "playing";
  const title = view.persons[color]?.title;
  return html`<div class=${`ps-p ${runs ? "run" : ""}`}><${Disc} of=${color} /><span class="nm">${title ? html`<small>${title}</small> ` : null}${shortName(view.players[color] ?? "", 21)}</span><span class="ck" dir="ltr"><${ClockTime} clock=${view.clock} color=${color} stands=${!runs} /></span></div>`;
}
