// How the outputs of a broadcast stand: a line where one fails, or where a board is not shown there as it stands.

import { html } from "../vendor/preact.js";
import { troubles } from "../live/outputs.js";
import { state } from "../live/state.js";
import { rich } from "../words/marks.js";
import { boardTroubleText, roundsText } from "../words/outputs.js";
import { say, t } from "../words/say.js";
import { Icon } from "./icons.js";
import { Age } from "./ticking.js";

/** Most boards that are named in a line; the round has them all. */
const NAMED = 3;

export function Outputs() {
  if (state.link !== "live") return null;
  return state.outputs.map((output) => {
    const boards = troubles(output);
    if (output.up && !boards.length && !output.note) return null;
    const { name } = output;
    const note = roundsText(output.notes, output.note);
    const trouble = roundsText(output.troubles, output.trouble);
    const named = boards.slice(0, NAMED).map((board) => say("output.board", { ...board, text: boardTroubleText(board) }));
    const more = boards.length - named.length;
    return html`<p key=${name} class=${`out ${output.up ? "" : "bad"}`} role="status"><${Icon} of=${output.up ? "notice" : "lost"} />${output.up ? html`<b>${t("output.partly", { output: name })}</b>` : html`<b>${t("output.down", { output: name })} <bdi dir="ltr"><${Age} since=${output.since} /></bdi></b> <span>${t("output.downMore", { trouble })}</span>`}${note ? html` <span>${t("output.note", { note })}</span>` : null}${named.map((text) => html` <span key=${text}>${rich(text)}</span>`)}${more > 0 ? html` <span class="soft">${t("output.more", { n: more })}</span>` : null}</p>`;
  });
}

/** What is wrong with a board there, as marks. @param {{ all: { name: string, text: string }[] }} p */
export const BoardMarks = ({ all }) =>
  all.map(
    ({ name, text }) =>
      html` <span key=${`${name} ${text}`} class="omark"><${Icon} of="notice" />${t("output.mark", { output: name, text })}</span>`,
  );
