// A round as a table: who plays whom, and what has come of it.

import { html } from "../vendor/preact.js";
import { t } from "../words/say.js";
import { fitTable, isInHand } from "./fit.js";
import { Head } from "./head.js";
import { DISC, Name } from "./names.js";
import { sized, useSize, useTurning } from "./pages.js";
import { Result } from "./tile.js";

/** @import { Color } from "../live/protocol.js" */
/** @import { Group } from "./boards.js" */
/** @import { ShownBoard } from "./source.js" */

/** Room in letters: the board's number, the result, and edges of cells. */
const NUMBER = 2.6;
const RESULT = 4.6;
const EDGES = 2;

/** @param {{ title: string, groups: Group[], delay_s: number, turn_ms: number }} p */
export function Results({ title, groups, delay_s, turn_ms }) {
  const size = useSize();
  const inHand = isInHand(size);
  const pages = groups.flatMap((group) => {
    if (!group.boards.length) return [];
    const fit = fitTable(group.boards.length, size);
    return Array.from({ length: fit.pages }, (_, page) => ({
      group,
      fit,
      boards: group.boards.slice(page * fit.each, (page + 1) * fit.each),
    }));
  });
  const turning = useTurning(inHand ? 1 : pages.length, turn_ms);
  if (!pages.length)
    return html`<main id="main" class="ps"><${Head} title=${title} about=${groups[0]?.about ?? ""} /><p class="ps-none">${t("screen.noBoards")}</p></main>`;
  if (inHand)
    return html`<main id="main" class="ps hand"><${Head} title=${title} about=${groups.length === 1 ? groups[0].about : ""} delay_s=${delay_s} />
      ${pages.map((page) => html`${pages.length > 1 ? html`<h2>${page.group.about}</h2>` : null}<${Page} key=${page.group.key} page=${page} width=${size.width - 20} />`)}</main>`;
  const { group, boards } = pages[Math.min(turning.at, pages.length - 1)];
  const shown =
    group.boards.length > boards.length
      ? t("screen.shown", { range: `${boards[0].board}–${boards[boards.length - 1].board}`, all: group.boards.length })
      : null;
  return html`<main id="main" class="ps"><${Head} title=${title} about=${group.about} delay_s=${delay_s} shown=${shown} turning=${turning} />
    <div class="ps-pages">${turning.pages.filter(({ at }) => at < pages.length).map(({ at, turn, leaves }) => html`<${Page} key=${turn} page=${pages[at]} leaves=${leaves} width=${size.width * 0.962} />`)}</div></main>`;
}

/** @param {{ page: { boards: ShownBoard[], fit: ReturnType<typeof fitTable> }, width: number, leaves?: boolean }} p */
function Page({ page, width, leaves }) {
  const { boards, fit } = page;
  const wide = Math.floor((width - fit.gap * (fit.columns - 1)) / fit.columns);
  const room = (wide - (NUMBER + RESULT + EDGES) * fit.text) / 2;
  const columns = Array.from({ length: fit.columns }, (_, i) => boards.slice(i * fit.rows, (i + 1) * fit.rows));
  const sizes = { "--u": `${fit.text}px`, "--cols": fit.columns, "--tg": `${fit.gap}px`, "--wide": `${wide}px` };
  return html`<div class=${`ps-r ${leaves ? "leaves" : ""}`} aria-hidden=${leaves ? "true" : null} ref=${sized(sizes)}>${columns
    .filter((column) => column.length)
    .map(
      (column) =>
        html`<table><thead><tr><th scope="col" class="no">${t("screen.col.board")}</th><th scope="col">${t("color.white")}</th><th scope="col" class="rs">${t("screen.col.result")}</th><th scope="col">${t("color.black")}</th></tr></thead>
        <tbody>${column.map((of) => html`<tr key=${of.id}><th scope="row" class="no">${of.board}</th><${Cell} of=${of} color="white" room=${room} text=${fit.text} /><td class="rs"><${Outcome} of=${of} /></td><${Cell} of=${of} color="black" room=${room} text=${fit.text} /></tr>`)}</tbody></table>`,
    )}</div>`;
}

/** A player; the winner in bold. @param {{ of: ShownBoard, color: Color, room: number, text: number }} p */
function Cell({ of, color, room, text }) {
  const won = of.result === (color === "white" ? "1-0" : "0-1");
  return html`<td class=${won ? "won" : ""}><${Name} player=${of[color]} room=${room + DISC * text} text=${text} weight=${won ? 600 : 400} /></td>`;
}

/** @param {{ of: ShownBoard }} p */
function Outcome({ of }) {
  if (of.result !== "*") return html`<${Result} of=${of} />`;
  return html`<span class="soft">${of.last ? t("screen.atMove", { number: of.last.number }) : "–"}</span>`;
}
