// Marks within a sentence: what is read from left to right in every language, names, what is stressed. A sentence stays
// a string until it is drawn, so that catalogues need not know how.

import { html } from "../vendor/preact.js";

const LTR = "\uE000";
const LTR_END = "\uE001";
const NAME = "\uE002";
const NAME_END = "\uE003";
const STRONG = "\uE004";
const STRONG_END = "\uE005";
const ALL = /[\uE000-\uE005]/g;
const ENDS = /[\uE001\uE003]/g;
const PARTS = /([\uE000-\uE005])/;

/** A move, square, result, number or time: never broken, never mirrored. @param {unknown} text */
export const ltr = (text) => LTR + clean(text) + LTR_END;

/** What somebody else has written: a name may be of any script. @param {unknown} text */
export const name = (text) => NAME + clean(text) + NAME_END;

/** The text of a catalogue, where `<b>` stands around what is stressed. @param {string} text */
export const marked = (text) => text.replaceAll("<b>", STRONG).replaceAll("</b>", STRONG_END);

/** @param {unknown} text */
const clean = (text) => String(text ?? "").replace(ALL, "");

/** Without marks, for titles and attributes. @param {string} marked */
export const plain = (marked) => marked.replace(ALL, "");

/** As text alone, where what is read from left to right must still be kept apart. @param {string} marked */
export const isolated = (marked) =>
  plain(marked.replaceAll(LTR, "\u2066").replaceAll(NAME, "\u2068").replace(ENDS, "\u2069"));

/** Finds moves, squares, results and times in a sentence that comes from elsewhere. @param {string} text */
export const found = (text) =>
  clean(text).replace(
    /(?:\d+:\d\d(?::\d\d)?|1-0|0-1|1\/2-1\/2|½-½|O-O(?:-O)?|\b[NBRQK]?[a-h]?[1-8]?x?[a-h][1-8](?:=[NBRQ])?[+#]?)(?![\w-])/g,
    ltr,
  );

/** To be drawn. @param {string} marked @returns {unknown} */
export function rich(marked) {
  if (!PARTS.test(marked)) return marked;
  const pieces = marked.split(PARTS);
  let at = 0;
  /** @param {string | null} until @returns {unknown[]} */
  const read = (until) => {
    const all = [];
    while (at < pieces.length) {
      const piece = pieces[at++];
      if (piece === until) break;
      if (piece === LTR) all.push(html`<bdi dir="ltr" class="nw">${read(LTR_END)}</bdi>`);
      else if (piece === NAME) all.push(html`<bdi>${read(NAME_END)}</bdi>`);
      else if (piece === STRONG) all.push(html`<b>${read(STRONG_END)}</b>`);
      else if (piece) all.push(piece);
    }
    return all;
  };
  return read(null);
}
