// The wall: every table, as a tile, a cell or a row.

import { html, useState } from "../vendor/preact.js";
import { choose, device } from "../device.js";
import {
  byNumber,
  caseOfTables,
  familyName,
  health,
  inTray,
  isLost,
  isTaken,
  playerName,
  SEVERITIES,
  shortName,
  tableLabel,
  waiting,
} from "../live/looks.js";
import { hallNow, state } from "../live/state.js";
import { thinkingSince } from "../live/thinking.js";
import { Board } from "../parts/board.js";
import { Icon } from "../parts/icons.js";
import { pure } from "../parts/pure.js";
import {
  boardLabel,
  caseMarks,
  Disc,
  isOfNow,
  lastMove,
  lastSquares,
  Ltr,
  Player,
  PlayerClock,
  runs,
  Tag,
  Who,
} from "../parts/table.js";
import { Age, Stopped, Thinking } from "../parts/ticking.js";
import { caseTitle } from "../words/cases.js";
import { resultText } from "../words/format.js";
import { rich } from "../words/marks.js";
import { t, tp } from "../words/say.js";

/** @import { Case, Severity, TableView } from "../live/protocol.js" */
/** @typedef {{ view: TableView, one?: Case, mutedBy?: string, rank: number, stands: string, turned: boolean, label: string }} Item */

/** From so many tables on, only those that need somebody are tiles. */
const CELLS_ABOVE = 40;
/** From so many tables on there are no small boards, in whatever order. */
const NO_BOARDS_FROM = 200;

export function Wall() {
  const [filter, setFilter] = useState("");
  const [section, setSection] = useState("");
  const [arbiter, setArbiter] = useState("");
  const all = items();
  const shown = all.filter(
    (item) =>
      (!section || item.view.place.section === section) &&
      (!arbiter || item.view.place.arbiter === arbiter) &&
      (!filter || severity(item) === filter),
  );
  if (device.order === "urgency") shown.sort((one, other) => one.rank - other.rank || byNumber(one.view, other.view));
  else shown.sort((one, other) => byNumber(one.view, other.view));
  return html`<h1 class="vh">${t("view.wall")}</h1>
    <${Bar} all=${all} ...${{ filter, setFilter, section, setSection, arbiter, setArbiter }} />
    ${shown.length ? html`<${Tables} shown=${shown} />` : html`<p class="dt-empty none-here"><span>${state.complete ? t(all.length ? "wall.none" : "app.noTables") : t("app.loading")}</span></p>`}`;
}

/** @returns {Item[]} */
function items() {
  const cases = caseOfTables();
  const muted = new Map(inTray("muted").map((one) => [one.tables[0], one.under]));
  return [...state.tables.values()].map((view) => {
    const found = cases.get(view.table);
    const one = found?.case;
    const other = one && !found.first ? one.tables[0] : muted.get(view.table);
    const mutedBy = one && !found.first && one.data.group === "line" ? other : undefined;
    return {
      view,
      one,
      mutedBy,
      rank: rank(view, found),
      stands: state.link,
      turned: device.turned,
      label: tableLabel(view.table),
    };
  });
}

/** @param {TableView} view @param {{ case: Case, first: boolean, rank: number } | undefined} found */
function rank(view, found) {
  if (found && found.case.severity !== "notice") return found.rank + (found.first ? 0 : 0.5);
  if (found) return 100_000 + found.rank;
  if (isLost(view)) return 90_000;
  if (view.doing === "setup" || view.doing === "unknown") return 200_000;
  return view.doing === "over" ? 400_000 : 300_000;
}

/** @param {Item} item @returns {Severity | ""} */
const severity = (item) => item.one?.severity ?? "";

/** @param {Item} item */
function look(item) {
  if (item.mutedBy) return "lost seen";
  return item.one ? `${item.one.severity} ${isTaken(item.one) ? "seen" : "new"}` : "";
}

/** @param {any} p */
function Bar({ all, filter, setFilter, section, setSection, arbiter, setArbiter }) {
  const cases = waiting();
  const values = (/** @type {"section" | "arbiter"} */ field) =>
    [
      .../** @type {Set<string>} */ (
        new Set(all.map((/** @type {Item} */ item) => item.view.place[field]).filter(Boolean))
      ),
    ].sort();
  const sections = values("section");
  const arbiters = values("arbiter");
  const segment = (/** @type {"order" | "view"} */ field, /** @type {[string, string][]} */ choices) =>
    html`<div class="seg" role="group" aria-label=${tp(`wall.${field}`)}>${choices.map(([value, key]) => html`<button key=${value} type="button" aria-pressed=${String(device[field] === value)} onClick=${() => choose({ [field]: value })}>${t(key)}</button>`)}</div>`;
  return html`<div class="bar"><div class="chips" role="group" aria-label=${tp("wall.filter")}>
      <button type="button" class="chip" aria-pressed=${String(!filter)} onClick=${() => setFilter("")}><b>${all.length}</b> ${t("wall.tables", { n: all.length })}</button>
      ${SEVERITIES.map((kind) => {
        const n = cases.filter((one) => one.severity === kind).length;
        if (!n && filter !== kind) return null;
        return html`<button key=${kind} type="button" class=${`chip ${kind}`} aria-pressed=${String(filter === kind)} onClick=${() => setFilter(filter === kind ? "" : kind)}><${Icon} of=${kind} /><b>${n}</b> ${t(`sevs.${kind}`, { n })}</button>`;
      })}</div>
    <div class="bar-end">
      ${sections.length > 1 ? choice("section", sections, section, setSection) : null}
      ${arbiters.length > 1 ? choice("arbiter", arbiters, arbiter, setArbiter) : null}
      ${segment("order", [
        ["urgency", "wall.urgency"],
        ["number", "wall.number"],
      ])}
      ${segment("view", [
        ["tiles", "wall.tiles"],
        ["rows", "wall.rows"],
      ])}</div></div>`;
}

/** @param {"section" | "arbiter"} of @param {string[]} values @param {string} chosen @param {(value: string) => void} set */
function choice(of, values, chosen, set) {
  return html`<label class="sel"><span class="vh">${t(`wall.${of}`)}</span><select value=${chosen} onChange=${(/** @type {any} */ event) => set(event.target.value)}><option value="">${tp(`wall.${of}s`)}</option>${values.map((value) => html`<option key=${value} value=${value}>${value}</option>`)}</select></label>`;
}

/** @param {{ shown: Item[] }} p */
function Tables({ shown }) {
  if (device.view === "rows") return html`<${Rows} shown=${shown} />`;
  if (state.tables.size <= CELLS_ABOVE) return html`<ul class="tiles">${shown.map(asTile)}</ul>`;
  const blocks =
    device.order === "urgency"
      ? [
          { name: t("wall.needed"), all: shown.filter((item) => item.one), tiles: true },
          {
            name: t("wall.playing"),
            all: shown.filter((item) => !item.one && item.view.doing !== "over"),
            tiles: false,
          },
          { name: t("wall.done"), all: shown.filter((item) => !item.one && item.view.doing === "over"), tiles: false },
        ]
      : bySection(shown).map(([name, all]) => ({
          name: name || t("wall.noSection"),
          all,
          tiles: state.tables.size < NO_BOARDS_FROM,
        }));
  return blocks
    .filter((block) => block.all.length)
    .map(
      (block, i) =>
        html`<section key=${i}><h2 class="band">${block.name} <span>${block.all.length}</span></h2><ul class=${block.tiles ? "tiles" : "cells"}>${block.all.map(block.tiles ? asTile : asCell)}</ul></section>`,
    );
}

/** @param {Item[]} shown @returns {[string, Item[]][]} */
function bySection(shown) {
  /** @type {Map<string, Item[]>} */
  const found = new Map();
  for (const item of shown) {
    const name = item.view.place.section ?? "";
    found.set(name, [...(found.get(name) ?? []), item]);
  }
  return [...found];
}

/** @param {Item} item */
const asTile = (item) => html`<${Tile} key=${item.view.table} ...${item} rank=${0} />`;
/** @param {Item} item */
const asCell = (item) => html`<${Cell} key=${item.view.table} ...${item} rank=${0} />`;

/** Tables as they were when last heard. @param {{ tables: string[] }} p */
export function KnownTables({ tables }) {
  const all = tables.flatMap((name) => state.tables.get(name) ?? []);
  return html`<ul class="tiles known">${all.map((view) => asTile({ view, rank: 0, stands: state.link, turned: device.turned, label: tableLabel(view.table) }))}</ul>`;
}

/** @param {{ view: TableView }} p */
export function HealthSigns({ view }) {
  return health(view).map(({ icon, key, parameters }) => {
    const since = /** @type {number | undefined} */ (parameters?.since);
    const words = since === undefined ? t(key, parameters) : html`<${Away} since=${since} />`;
    return html`<span key=${key} class="hl"><${Icon} of=${icon} /><span>${words}</span></span>`;
  });
}

/** @param {{ since: number }} p */
const Away = ({ since }) => t("health.table", { age: ageOf(since) });
/** @param {number} since */
const ageOf = (since) => {
  const minutes = Math.max(0, Math.floor((hallNow() - since) / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
};

const Tile = pure((/** @type {Item} */ { view, one, mutedBy, label, turned }) => {
  const { doing } = view;
  const isDone = doing === "over" && !one ? "done" : "";
  return html`<li class=${`tile ${look({ view, one, mutedBy, rank: 0, stands: "", turned, label })} ${isDone}`}><a href=${`#/table/${encodeURIComponent(view.table)}`}>
    <span class="tile-h"><b class="no"><span class="vh">${t("word.table")} </span>${label}</b>${tileHead({ view, one, mutedBy })}</span>
    <${Player} view=${view} color=${turned ? "white" : "black"} />
    <span class="tile-b"><${Board} fen=${view.game?.fen ?? ""} marks=${tileMarks(view, one)} turned=${turned} label=${boardLabel(label)} class=${isLost(view) ? "stale" : ""} /><span class="side">${tileSide({ view, one, mutedBy })}</span></span>
    <${Player} view=${view} color=${turned ? "black" : "white"} /></a></li>`;
});

/** @param {TableView} view @param {Case | undefined} one */
function tileMarks(view, one) {
  const isShown = one?.severity === "ruling" && one.tables.length === 1 && isOfNow(one, view);
  const marks = one && isShown ? caseMarks(one, view) : {};
  return marks.bad?.length ? marks : { last: lastSquares(view) };
}

/** @param {{ view: TableView, one?: Case, mutedBy?: string }} p */
function tileHead({ view, one, mutedBy }) {
  if (mutedBy)
    return html`<${Tag} of="lost" /><span class="age">${t("doing.lostWith", { table: tableLabel(mutedBy) })}</span>`;
  if (one) return html`<${Tag} of=${one.severity} /><span class="age" dir="ltr"><${Age} since=${one.since} /></span>`;
  const words = { over: "doing.over", setup: "doing.setup", suspended: "doing.suspended", unknown: "doing.unknown" }[
    /** @type {"over"} */ (view.doing)
  ];
  return html`<span class="sub">${words ? t(words) : null}</span>`;
}

/** @param {{ view: TableView, one?: Case, mutedBy?: string }} p */
function tileSide({ view, one, mutedBy }) {
  // What was only noted in it does not hide how a game has ended.
  const isOver = view.doing === "over" && view.game?.result !== "*";
  if (one?.severity === "notice" && isOver && !mutedBy)
    return html`<b class="res"><${Ltr} of=${resultText(view.game?.result ?? "")} /></b><span class="say">${rich(caseTitle(one))}</span><${Who} of=${one} />`;
  if (one && !mutedBy)
    return html`<span class="say">${rich(caseTitle(one))}</span><${Who} of=${one} />${one.severity === "notice" ? html`<span class="lm"><${Ltr} of=${lastMove(view)} /></span>` : null}`;
  if (view.doing === "over")
    return html`<b class="res"><${Ltr} of=${resultText(view.game?.result ?? "")} /></b><span class="lm"><${Ltr} of=${lastMove(view)} /></span>`;
  if (!view.game?.last)
    return html`<span class="lm">${t(view.doing === "setup" && view.board && !view.board.agrees ? "doing.boardNotSetUp" : "doing.setup")}</span><${HealthSigns} view=${view} />`;
  const since = view.doing === "playing" && view.clock?.running && !isLost(view) ? thinkingSince(view.table) : null;
  return html`<span class="lm big"><${Ltr} of=${lastMove(view)} /></span>${clocksStand(view) ? html`<span class="lm"><${Stopped} since=${view.clock?.at} /></span>` : null}${since ? html`<span class="lm"><${Thinking} since=${since} /></span>` : null}${view.game.interrupted ? html`<span class="lm">${t("doing.interrupted")}</span>` : null}${mutedBy ? null : html`<${HealthSigns} view=${view} />`}`;
}

/** Whether a game is on and nobody's time runs. @param {TableView} view */
const clocksStand = (view) =>
  view.doing === "playing" && view.clock && !view.clock.running && !isLost(view) && state.link === "live";

const Cell = pure((/** @type {Item} */ { view, one, label }) => {
  const running = view.clock?.running ?? view.game?.turn ?? "white";
  const [sign] = health(view);
  const names = ["white", "black"].map((color) => familyName(playerName(view, /** @type {"white"} */ (color))));
  return html`<li class=${`cell ${view.doing === "over" ? "done" : ""} ${look({ view, one, rank: 0, stands: "", turned: false, label })}`}><a href=${`#/table/${encodeURIComponent(view.table)}`}>
    <b class="no"><span class="vh">${t("word.table")} </span>${label}</b>
    <span class="cn" dir="auto">${names.some(Boolean) ? names.join(" – ") : null}</span>
    ${one ? html`<span class="cell-s"><${Icon} of=${one.severity} /><span class="vh">${t(`sev.${one.severity}`)}</span></span>` : null}
    ${sign && !one ? html`<span class="cell-s"><${Icon} of=${sign.icon} /><span class="vh">${t(sign.key, { ...sign.parameters, age: "" })}</span></span>` : null}
    <span class="ck" dir="ltr">${view.doing === "over" ? resultText(view.game?.result ?? "") : html`<${Disc} of=${running} /><${PlayerClock} view=${view} color=${running} bare />`}</span></a></li>`;
});

/** @param {{ shown: Item[] }} p */
function Rows({ shown }) {
  return html`<div class="tw" tabindex="0" role="region" aria-label=${tp("wall.listOf")}><table class="rows"><thead><tr>
    <th scope="col">${t("wall.col.no")}</th><th scope="col">${t("wall.col.state")}</th><th scope="col">${t("color.white")}</th><th scope="col" class="num">${t("wall.col.clock")}</th><th scope="col">${t("wall.col.last")}</th><th scope="col" class="num">${t("wall.col.clock")}</th><th scope="col">${t("color.black")}</th><th scope="col">${t("wall.col.who")}</th>
  </tr></thead><tbody>${shown.map((item) => html`<${Row} key=${item.view.table} ...${item} rank=${0} />`)}</tbody></table></div>`;
}

const Row = pure((/** @type {Item} */ item) => {
  const { view, one, mutedBy, label } = item;
  const of = mutedBy ? "lost" : one?.severity;
  const words = { over: "doing.over", setup: "doing.setup", suspended: "doing.suspended", unknown: "doing.unknown" }[
    /** @type {"over"} */ (view.doing)
  ];
  const player = (/** @type {"white" | "black"} */ color) =>
    html`<td class="pn"><${Disc} of=${color} /><bdi>${shortName(playerName(view, color), 21)}</bdi></td>`;
  const clock = (/** @type {"white" | "black"} */ color) =>
    html`<td class=${`num ${runs(view, color) ? "run" : ""}`}><${PlayerClock} view=${view} color=${color} /></td>`;
  return html`<tr class=${`${look(item)} ${view.doing === "over" ? "done" : ""}`}><th scope="row" class="no"><a href=${`#/table/${encodeURIComponent(view.table)}`}>${label}</a></th>
    <td class="st">${of ? html`<${Tag} of=${of} />` : words ? t(words) : null}</td>
    ${player("white")}${clock("white")}
    <td class="lm">${view.doing === "over" ? html`<b><${Ltr} of=${resultText(view.game?.result ?? "")} /></b>` : html`<${Ltr} of=${lastMove(view)} />`}</td>
    ${clock("black")}${player("black")}
    <td class="wh">${mutedBy ? t("doing.lostWith", { table: tableLabel(mutedBy) }) : one ? (isTaken(one) ? html`<${Who} of=${one} />` : html`<span dir="ltr"><${Age} since=${one.since} /></span>`) : html`<${HealthSigns} view=${view} />`}</td></tr>`;
});
