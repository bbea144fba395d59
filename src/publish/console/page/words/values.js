// What goes into a sentence: how each parameter is shown, by its name. Numbers stay numbers, for languages choose by
// them; words to choose from stay as they are; all else is marked, so that catalogues need not know of directions.

import { boardText } from "../live/rounds.js";
import { FluentNumber } from "../vendor/fluent.js";
import { articleText } from "./articles.js";
import { clockText, numbered, resultText, sanText } from "./format.js";
import { joined } from "./lists.js";
import { ltr, name } from "./marks.js";
import { say } from "./say.js";

/** @typedef {import("../vendor/fluent.js").FluentVariable} Shown */

/** What stands for a value that is not there. */
const NONE = "none";

/** A number that is counted, or a word, or text that is a sentence already. @param {any} value */
const plainly = (value) => value;

/** @param {any} value */
const result = (value) => ltr(resultText(String(value)));

/** @param {any} value */
const clock = (value) => ltr(clockText(Number(value)));

/** A board as it is numbered, alone or within a match. @param {any} value */
const board = (value) => ltr(typeof value === "object" ? boardText(value) : value);

/** @param {any} san */
const move = (san) => ltr(sanText(String(san)));

/** A list of names; or how many there are. @param {any} value */
const tables = (value) => (Array.isArray(value) ? joined("and", value.map(name)) : value);

/** Moves that would do, of which one has to be made; or how many. @param {any} value */
const moves = (value) => (Array.isArray(value) ? joined("or", value.map((one) => move(one.san ?? one))) : value);

/** A count, or who plays. @param {any} value */
const countOrName = (value) => (typeof value === "number" ? value : name(value));

/** A board, or somebody's name or address. @param {any} value */
const boardOrName = (value) => (typeof value === "object" ? board(value) : name(value));

/** The squares that a sentence is about. @param {any} value */
const squares = (value) => (Array.isArray(value) ? joined("and", value.map(ltr)) : value);

/** Moves that are named for what they are; text where they come as text. @param {any} value */
const sans = (value) => joined("and", value.map(move));

/** @type {Record<string, (value: any) => Shown>} */
const SHOWN = {
  // Names, and what somebody else has written: it may be of any script.
  agent: name,
  by: name,
  error: name,
  event: name,
  file: name,
  found: name,
  name,
  note: name,
  section: name,
  sheet: name,
  table: name,
  trouble: name,
  white_was: name,
  black_was: name,
  // What is read from left to right in every language.
  age: ltr,
  articles: (value) => ltr(value.join(", ")),
  at: ltr,
  became: ltr,
  before: result,
  before_ms: clock,
  board,
  cell: ltr,
  edition: ltr,
  fen: ltr,
  first: move,
  move: ltr,
  now: result,
  port: ltr,
  range: ltr,
  result,
  san: move,
  set_ms: clock,
  share: ltr,
  signed: ltr,
  since: ltr,
  square: ltr,
  sum: ltr,
  time: ltr,
  turn: ltr,
  uci: ltr,
  until: ltr,
  was: result,
  // Lists.
  boards: (value) => joined("and", value.map(board)),
  fields: plainly,
  listed: (value) => joined("list", value.map(name)),
  moves,
  places: (value) => joined("list", value.map(ltr)),
  sans,
  squares,
  tables,
  // One thing here, another there.
  white: countOrName,
  black: countOrName,
  from: boardOrName,
  to: boardOrName,
  // Numbers.
  all: plainly,
  as_before: plainly,
  changed: plainly,
  column: plainly,
  gone: plainly,
  increment: plainly,
  line: plainly,
  minutes: plainly,
  n: plainly,
  number: plainly,
  of: plainly,
  page: plainly,
  pages: plainly,
  plies: plainly,
  ply: plainly,
  records: plainly,
  round: plainly,
  rounds: plainly,
  seconds: plainly,
  shown: plainly,
  waiting: plainly,
  // Words to choose from.
  again: plainly,
  claim: plainly,
  did: plainly,
  field: plainly,
  isStart: plainly,
  kind: plainly,
  many: plainly,
  output: plainly,
  piece: plainly,
  player: plainly,
  reason: plainly,
  role: plainly,
  severity: plainly,
  state: plainly,
  taken: plainly,
  verdict: plainly,
  way: plainly,
  who: plainly,
  // Sentences and parts of them, marked already; and words of the program that are English.
  act: plainly,
  content: plainly,
  expected: plainly,
  item: plainly,
  list: plainly,
  lower: plainly,
  pair: plainly,
  place: plainly,
  termination: plainly,
  text: plainly,
  title: plainly,
  view: plainly,
  what: plainly,
};

/** @type {Record<string, Shown>} */
const ABSENT = Object.fromEntries(Object.keys(SHOWN).map((parameter) => [parameter, NONE]));

/** More moves than these are not named. */
const MOST_OWED = 8;
const MOST_TAKEN_BACK = 6;
const MOST_TAKEN_BACK_IN_BRIEF = 3;

/** The two of a pairing, where anybody is known. @param {{ white?: string | null, black?: string | null }} players */
const two = ({ white, black }) =>
  white || black ? say("table.pair", { white: white || "?", black: black || "?" }) : null;

/** @param {string} text */
const sentence = (text) => (/[.!?]\u2069*$/.test(text) ? text : `${text}.`);

/** The code of what no catalogue knows. @param {unknown} code */
const spaced = (code) => ({ text: String(code ?? "").replaceAll("-", " ") });

/** @param {number} most @returns {(p: any) => Record<string, any>} */
const takenBack =
  (most) =>
  ({ sans }) => ({ many: sans.length > most, first: sans.length ? move(sans[0]) : null });

/** Who plays at a table that waits. @param {any} p */
const waits = (p) => ({ pair: two(p.players ?? p) });

/**
 * Where a message needs what a table of names cannot know: values that are ready, by the message.
 * @type {Record<string, (p: any) => Record<string, any>>}
 */
const OF = {
  "act-other": (p) => spaced(p.name),
  "brief-move-set": ({ ply, before, after }) => ({
    was: before ? ltr(numbered(ply, before)) : null,
    became: before ? move(after.san) : ltr(numbered(ply, after.san)),
  }),
  "brief-moves-taken-back": takenBack(MOST_TAKEN_BACK_IN_BRIEF),
  "case-article": ({ articles, edition }) => ({
    articles: joined("list", articles.map((/** @type {string} */ one) => articleText(one, edition))),
  }),
  "case-board-lost-text": ({ data }) => ({ port: data.port ? ltr(data.port) : null }),
  "case-claim-made": ({ data }) => ({ claim: data.claim }),
  "case-game-ended-checkmate": ({ data }) => ({ result: data.result ? result(data.result) : null }),
  "case-other": (p) => spaced(p.kind),
  "case-records-missing-text": ({ data }) => ({ records: data.records ?? 0 }),
  "case-result-signalled": ({ data }) => ({ result: data.result ? result(data.result) : null }),
  "case-ruling-add-time": ({ data }) => ({ taken: Boolean(data.from) }),
  "case-squares-dead-text": ({ data }) => ({ squares: squares(data.squares ?? []), n: (data.squares ?? []).length }),
  "done-other": (p) => spaced(p.name),
  "effect-move-set": ({ before, after }) => ({ was: before ? move(before) : null, san: move(after.san) }),
  "effect-moves-taken-back": takenBack(MOST_TAKEN_BACK),
  "effect-other": (p) => spaced(p.effect),
  "event-field": ({ field }) => ({ text: String(field).replaceAll("_", " ") }),
  "file-told": ({ was, now }) => ({ was: was ? name(was) : null, now: now ? name(now) : null }),
  "output-board": ({ text }) => ({ text: name(sentence(text)) }),
  "output-downMore": ({ trouble }) => ({ trouble: trouble ? name(sentence(trouble)) : null }),
  "output-mark": ({ text }) => ({ text: name(text) }),
  "output-note": ({ note }) => ({ note: name(sentence(note)) }),
  "rec-did-absent": ({ default_time_min: minutes }) => ({ minutes }),
  "rec-did-ended": ({ missing = [] }) => ({ n: missing.length }),
  "rec-did-result": ({ was, now }) => ({ was: was === "*" ? null : result(was), now: now === "*" ? null : result(now) }),
  "rec-did-event": ({ set = {} }) => ({
    fields: joined("and", Object.keys(set).map((field) => say("event.field", { field }))),
  }),
  "rec-title": ({ shown, all }) => ({ shown: shown === all ? null : shown }),
  "refused-other": (p) => spaced(p.refused),
  "refused-pairing-changed": ({ now }) => ({ pair: two(now ?? {}) }),
  "start-leaveLost": waits,
  "start-waits-game": waits,
  "start-waits-game-planned": waits,
  "step-other": (p) => spaced(p.step),
  "step-set-clock": ({ before_ms, ms, set_ms }) => ({
    sum: before_ms == null || set_ms == null ? null : ltr(`${signed(ms)} = ${clockText(set_ms)}`),
  }),
};

/** @param {number} ms */
const signed = (ms) => `${ms < 0 ? "−" : "+"} ${clockText(Math.abs(ms))}`;

/** A time that is added or taken: whole minutes by their number, others as on a clock. @param {number} ms */
const span = (ms) => ({
  way: ms < 0 ? "less" : "more",
  minutes: ms && ms % 60_000 === 0 ? Math.abs(ms) / 60_000 : null,
  time: ltr(clockText(Math.abs(ms))),
  signed: ltr(signed(ms)),
});

/**
 * The values of a message.
 * @param {string} id
 * @param {Record<string, any>} given
 * @returns {Record<string, Shown>}
 */
export function values(id, given) {
  const ready = { ...ABSENT };
  for (const [parameter, value] of Object.entries(given)) {
    const show = SHOWN[parameter];
    if (!show || value === null || value === undefined || value === "") continue;
    ready[parameter] = shown(show(value));
    if (Array.isArray(value)) {
      if (given.n === undefined) ready.n = shown(value.length);
      if (parameter === "moves") ready.many = shown(value.length > MOST_OWED);
    }
  }
  const more = { ...(typeof given.ms === "number" ? span(given.ms) : {}), ...OF[id]?.(given) };
  for (const [parameter, value] of Object.entries(more)) ready[parameter] = shown(value);
  return ready;
}

/** As Fluent takes it. @param {any} value @returns {Shown} */
export function shown(value) {
  if (value === null || value === undefined) return NONE;
  if (typeof value === "boolean") return value ? "yes" : "no";
  // No number of a hall is so large that its thousands are set apart.
  if (typeof value === "number") return new FluentNumber(value, { useGrouping: false });
  return typeof value === "string" ? value : NONE;
}
