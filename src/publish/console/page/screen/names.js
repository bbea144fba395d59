// Names in little room: as much of a name as there is room for, measured.

import { html } from "../vendor/preact.js";
import { t } from "../words/say.js";

/** @import { ShownPlayer } from "./source.js" */

const pen = document.createElement("canvas").getContext("2d");
const fonts = getComputedStyle(document.documentElement).getPropertyValue("--sans").trim() || "sans-serif";
/** @type {Map<string, number>} */
const widths = new Map();

/** Sizes of a title and of what stands behind a name, in letters of the name. */
const SMALL = 0.78;
export const DISC = 1.3;
const SPACE = 0.4;
/** From here on there is room for a rating and a federation. */
const WIDE = 15.5;
/** A name is written so much smaller before half of it goes, and before it is cut. */
const GOOD = 0.82;
const LEAST = 0.72;

/** What was measured before the letters were there is forgotten. */
export const forgetWidths = () => widths.clear();

/** In pixels. @param {string} text @param {number} size @param {number} [weight] */
export function widthOf(text, size, weight = 400) {
  if (!pen) return text.length * size * 0.6;
  // Letters grow with their size, so one size is measured for all.
  const key = `${weight} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size > 5_000) widths.clear();
    pen.font = `${weight} 100px ${fonts}`;
    width = pen.measureText(text).width / 100;
    widths.set(key, width);
  }
  return width * size;
}

/** The name whole, then with an initial, then the family name. @param {string} name */
function forms(name) {
  const [family, first] = name.split(/,\s*/, 2);
  return first ? [name, `${family}, ${[...first][0]}.`, family] : [name];
}

/** Of a double name the first, and the second's initial. @param {string} family */
const halved = (family) => family.replace(/^([^-\s]{3,}-)(.).*$/u, "$1$2.");

/**
 * @param {ShownPlayer} player @param {number} room In pixels, the disc included. @param {number} text @param {number} weight
 * @param {boolean} always Whether a rating stands wherever there is room.
 * @returns {{ title: string, name: string, about: string, scale: number }}
 */
export function fitted(player, room, text, weight, always) {
  const left = room - DISC * text;
  const of = (/** @type {string} */ small) => (small ? widthOf(small, SMALL * text) + SPACE * text : 0);
  const title = player.title ?? "";
  const all = [player.rating, player.federation].filter(Boolean).join(" ");
  // Where some had one and others had none, it would look as if they had none.
  const about = !always && room < WIDE * text ? [""] : [all, player.rating ? String(player.rating) : "", ""];
  const wide = (/** @type {string} */ name) => widthOf(name, text, weight) + 2;
  const known = forms(player.name);
  for (const [name, rest] of known.flatMap((name, i) => (i ? [[name, ""]] : about.map((one) => [name, one]))))
    if (of(title) + wide(name) + of(rest) <= left) return { title, name, about: rest, scale: 1 };
  const family = known[known.length - 1];
  const scaleOf = (/** @type {string} */ name, /** @type {string} */ title) => Math.min(1, (left - of(title)) / wide(name));
  if (scaleOf(family, title) >= GOOD) return { title, name: family, about: "", scale: scaleOf(family, title) };
  const short = halved(family);
  if (scaleOf(short, title) >= LEAST) return { title, name: short, about: "", scale: scaleOf(short, title) };
  return { title: "", name: short, about: "", scale: Math.max(LEAST, scaleOf(short, "")) };
}

/** @param {{ player: ShownPlayer, room: number, text: number, weight?: number, about?: boolean }} p */
export function Name({ player, room, text, weight = 600, about: always = false }) {
  if (!player.name) return html`<span class="sp-nm unnamed">${t("table.unnamed")}</span>`;
  const { title, name, about, scale } = fitted(player, room, text, weight, always);
  const draw = (/** @type {HTMLElement | null} */ element) => {
    if (element) element.style.fontSize = scale < 1 ? `${scale}em` : "";
  };
  return html`<span class="sp-nm"><span class="sp-n" ref=${draw}>${title ? html`<small>${title}</small> ` : null}<bdi>${name}</bdi></span>${about ? html`<small class="ab"><bdi dir="ltr">${about}</bdi></small>` : null}</span>`;
}
