// The boards of a round on a screen: as many as can be read from afar, on pages that turn by themselves.

import { html } from "../vendor/preact.js";
import { state } from "../live/state.js";
import { t } from "../words/say.js";
import { fitInHand, fitPages, isInHand } from "./fit.js";
import { Head } from "./head.js";
import { sized, useSize, useTurning } from "./pages.js";
import { Tile } from "./tile.js";

/** @import { Color } from "../live/protocol.js" */
/** @import { ShownBoard } from "./source.js" */
/** @typedef {{ key: string, about: unknown, boards: ShownBoard[] }} Group */
/** @typedef {{ group: Group, boards: ShownBoard[], from: number, fit: import("./fit.js").Fit }} Page */

/**
 * @param {{ title: string, groups: Group[], delay_s: number, bottom?: Color, turn_ms?: number, most?: number, none?: unknown, above?: unknown }} p
 */
export function Boards({ title, groups, delay_s, bottom = "white", turn_ms = 20_000, most, none, above }) {
  const size = useSize();
  const inHand = isInHand(size);
  /** @type {Page[]} */
  const pages = groups.flatMap((group) => {
    if (!group.boards.length) return [];
    if (inHand) return [{ group, boards: group.boards, from: 0, fit: fitInHand(size) }];
    const { pages, each, fit } = fitPages(group.boards.length, size, most);
    return Array.from({ length: pages }, (_, page) => ({
      group,
      boards: group.boards.slice(page * each, (page + 1) * each),
      from: page * each,
      fit,
    }));
  });
  const turning = useTurning(inHand ? 1 : pages.length, turn_ms);
  if (!pages.length)
    return html`<main id="main" class="ps">${above}<${Head} title=${title} about=${groups[0]?.about ?? ""} />${none ?? html`<p class="ps-none">${t("screen.noBoards")}</p>`}</main>`;
  if (inHand)
    return html`<main id="main" class="ps hand">${above}<${Head} title=${title} about=${groups.length === 1 ? groups[0].about : ""} delay_s=${delay_s} />
      ${pages.map((page) => html`${pages.length > 1 ? html`<h2>${page.group.about}</h2>` : null}<${Grid} key=${page.group.key} page=${page} bottom=${bottom} />`)}</main>`;
  const at = Math.min(turning.at, pages.length - 1);
  const page = pages[at];
  const shown = page.group.boards.length > page.boards.length ? shownText(page) : null;
  return html`<main id="main" class="ps">${above}<${Head} title=${title} about=${page.group.about} delay_s=${delay_s} shown=${shown} turning=${turning} />
    <div class="ps-pages">${turning.pages.filter(({ at }) => at < pages.length).map(({ at, turn, leaves }) => html`<${Grid} key=${turn} page=${pages[at]} bottom=${bottom} leaves=${leaves} />`)}</div></main>`;
}

/** @param {Page} page */
function shownText({ group, boards }) {
  return t("screen.shown", { range: `${boards[0].board}–${boards[boards.length - 1].board}`, all: group.boards.length });
}

/** @param {{ page: Page, bottom: Color, leaves?: boolean }} p */
function Grid({ page, bottom, leaves }) {
  const { fit } = page;
  const lost = state.link === "lost";
  const sizes = {
    "--cols": fit.columns,
    "--rows": fit.rows || "auto",
    "--u": `${fit.text}px`,
    "--b": `${fit.board}px`,
    "--k": `${fit.clock}px`,
    "--c": `${fit.beside}px`,
    "--tile": `${fit.tile}px`,
    "--tg": `${fit.gap}px`,
  };
  return html`<ul class=${`ps-g sp-${fit.layout} ${leaves ? "leaves" : ""} ${lost ? "stale" : ""}`} aria-hidden=${leaves ? "true" : null} ref=${sized(sizes)}>${page.boards.map((of) => html`<li key=${of.id}><${Tile} of=${of} bottom=${bottom} text=${fit.text} room=${fit.inner} lost=${lost} /></li>`)}</ul>`;
}
