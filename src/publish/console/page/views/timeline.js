// What the hands did, walked back and forth: a slider, two lanes to scale, a list, and the board as it was sensed then.

import { html } from "../vendor/preact.js";
import { Hands, handText } from "../parts/case.js";
import { Icon } from "../parts/icons.js";
import { Disc } from "../parts/table.js";
import { show } from "../ui.js";
import { dayTime } from "../words/format.js";
import { plain } from "../words/marks.js";
import { t, tp } from "../words/say.js";

/** @import { Color, Hand } from "../live/protocol.js" */

/** How many deeds are shown around the chosen one. */
const SHOWN = 10;
/** A longer pause is drawn as one of this length, broken, in milliseconds. */
const LONGEST_PAUSE_MS = 12_000;
/** How much room a sign needs, in hundredths of the lane; and each letter of its square, on a phone. */
const ROOM = { press: 5.5, sign: 2.4, letter: 1.8 };

/** Where the timeline stands: how many deeds are done; `null`: all, and what comes. @type {{ table: string, at: number | null, of: number }} */
const walked = { table: "", at: null, of: 0 };

/** @param {string} table @param {number} count @returns {number} */
export function position(table, count) {
  if (walked.table !== table) Object.assign(walked, { table, at: null });
  walked.of = count;
  return Math.min(walked.at ?? count, count);
}

/** @param {number} at */
function walkTo(at) {
  const to = Math.max(0, Math.min(walked.of, at));
  walked.at = to >= walked.of ? null : to;
  show();
}

/** One deed on or back. @param {number} step @returns {boolean} */
export function walk(step) {
  if (!walked.of) return false;
  walkTo((walked.at ?? walked.of) + step);
  return true;
}

/** @param {{ hands: Hand[], at: number }} p */
export function Timeline({ hands, at }) {
  if (!hands.length)
    return html`<section class="card tl"><div class="card-h"><h2>${t("tv.timeline")}</h2></div><p class="soft none">${t("tv.noHands")}</p></section>`;
  const first = Math.max(0, Math.min(at - Math.ceil(SHOWN * 0.7), hands.length - SHOWN));
  const some = hands.slice(first, first + SHOWN);
  const current = hands[at - 1];
  const places = spread(some);
  const said = current ? `${dayTime(current.at, true)} ${plain(handText(current))}` : tp("tv.before");
  return html`<section class="card tl"><div class="card-h"><h2>${t("tv.timeline")}</h2><span class="soft" dir="ltr">${dayTime(some[0].at)} – ${dayTime(/** @type {Hand} */ (some.at(-1)).at)}</span></div>
    <div class="lanes" dir="ltr">${["black", "white"].map((color) => html`<${Lane} key=${color} of=${color} hands=${some} places=${places} current=${at - 1 - first} />`)}</div>
    <div class="scrub"><button type="button" class="ib" aria-label=${tp("tv.back")} disabled=${at === 0} onClick=${() => walkTo(at - 1)}><${Icon} of="next" class="rev" /></button>
      <input type="range" min="0" max=${hands.length} value=${at} dir="ltr" aria-label=${tp("tv.timeline")} aria-valuetext=${tp("tv.step", { n: at, of: hands.length, text: said })} onInput=${(/** @type {any} */ event) => walkTo(Number(event.target.value))} />
      <button type="button" class="ib" aria-label=${tp("tv.forward")} disabled=${at === hands.length} onClick=${() => walkTo(at + 1)}><${Icon} of="next" /></button></div>
    <${Hands} hands=${some} current=${at - 1 - first} choose=${(/** @type {number} */ index) => walkTo(first + index + 1)} /></section>`;
}

/** Signs to scale; those that would lie over one another are spread. @param {Hand[]} hands */
function spread(hands) {
  let time = 1_000;
  const times = hands.map((hand, i) => (time += i ? Math.min(LONGEST_PAUSE_MS, hand.at - hands[i - 1].at) : 0));
  const places = times.map((at) => 4 + (at / (time + 1_000)) * 91);
  for (const color of ["white", "black", undefined]) {
    let last = -9;
    hands.forEach((hand, i) => {
      if (hand.by !== color) return;
      places[i] = Math.max(places[i], last + (hand.ev === "press" ? ROOM.press : ROOM.sign));
      last = places[i];
    });
  }
  const over = Math.max(...places) - 97;
  return over > 0 ? places.map((place) => (place * 97) / (97 + over)) : places;
}

const SIGNS = { lift: "▲", drop: "▼", press: "┃" };

/** @param {{ of: Color, hands: Hand[], places: number[], current: number }} p */
function Lane({ of, hands, places, current }) {
  const isMine = (/** @type {Hand} */ hand) => hand.by === of || (!hand.by && of === "white");
  const squares = hands.map((hand, i) => (isMine(hand) && hand.ev !== "press" ? sign(hands, places, i) : ""));
  const low = lowered(squares, places);
  return html`<div class="lane"><${Disc} of=${of} /><div class=${`lane-l ${low.some(Boolean) ? "deep" : ""}`} aria-hidden="true">${hands.map((hand, i) => (isMine(hand) ? html`<span key=${i} class=${`evm ${hand.ev} ${i === current ? "cur" : ""} ${low[i] ? "low" : ""}`} style=${{ left: `${places[i].toFixed(1)}%` }}>${SIGNS[hand.ev]}<small>${squares[i]}</small></span>` : null))}${hands.map((hand, i) => (i && hand.at - hands[i - 1].at > LONGEST_PAUSE_MS ? html`<i key=${`p${i}`} class="pause" style=${{ left: `${((places[i - 1] + places[i]) / 2).toFixed(1)}%` }}></i>` : null))}${current >= 0 ? html`<i class="needle" style=${{ left: `${places[current].toFixed(1)}%` }}></i>` : null}</div></div>`;
}

/** Which squares go into a second row, because the first has no room for them. @param {string[]} squares @param {number[]} places */
function lowered(squares, places) {
  const ends = [-9, -9];
  return squares.map((square, i) => {
    if (!square) return false;
    const half = (square.length * ROOM.letter) / 2;
    const row = places[i] - half >= ends[0] || ends[0] <= ends[1] ? 0 : 1;
    ends[row] = places[i] + half + ROOM.letter / 2;
    return row === 1;
  });
}

/** The square of a sign; told once where a lift and its drop lie together. @param {Hand[]} hands @param {number[]} places @param {number} i */
function sign(hands, places, i) {
  const hand = hands[i];
  const isPair = (/** @type {number} */ one, /** @type {number} */ other) =>
    hands[one]?.ev === "lift" &&
    hands[other]?.ev === "drop" &&
    hands[one].by === hands[other].by &&
    places[other] - places[one] < 5;
  if (isPair(i, i + 1)) return "";
  if (isPair(i - 1, i) && hands[i - 1].sq !== hand.sq) return `${hands[i - 1].sq}–${hand.sq}`;
  return hand.sq ?? "";
}
