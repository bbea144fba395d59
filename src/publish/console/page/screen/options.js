// What the address of a screen asks for.

/**
 * @typedef {object} Options
 * @property {"boards" | "results"} view
 * @property {number | null} board One board, over a picture.
 * @property {string | null} section
 * @property {number | null} round Another than the one that is on.
 * @property {[number, number][]} boards Which boards, from and to; none: all.
 * @property {number} turn_ms How long a page stays; 0: for ever.
 * @property {number} most Boards of a page.
 * @property {"light" | "dark" | null} theme
 * @property {"white" | "black"} bottom Who sits below.
 * @property {"start" | "end"} side Of a wide picture, where the board stands.
 * @property {string | null} language
 */

const TURN_MS = 20_000;

/** @param {string} query @returns {Options} */
export function read(query) {
  const asked = new URLSearchParams(query);
  const number = (/** @type {string} */ name) => (/^\d{1,5}$/.test(asked.get(name) ?? "") ? Number(asked.get(name)) : null);
  const word = (/** @type {string} */ name, /** @type {string[]} */ known) =>
    known.find((one) => one === asked.get(name)?.toLowerCase()) ?? null;
  const turn = number("turn");
  return {
    view: word("view", ["results"]) ? "results" : "boards",
    board: number("board"),
    section: asked.get("section")?.trim() || null,
    round: number("round"),
    boards: ranges(asked.get("boards") ?? ""),
    turn_ms: turn === null ? TURN_MS : turn && Math.max(3, turn) * 1_000,
    most: number("most") || Infinity,
    theme: /** @type {"light" | "dark" | null} */ (word("theme", ["light", "dark"])),
    bottom: word("bottom", ["black"]) ? "black" : "white",
    side: word("side", ["end"]) ? "end" : "start",
    language: asked.get("language") ?? asked.get("lang"),
  };
}

/** `1-8,12`. @param {string} text @returns {[number, number][]} */
function ranges(text) {
  return text.split(",").flatMap((part) => {
    const found = /^\s*(\d{1,5})\s*(?:[-–]\s*(\d{1,5})?\s*)?$/.exec(part);
    if (!found) return [];
    const first = Number(found[1]);
    const last = found[2] ? Number(found[2]) : /[-–]/.test(part) ? Infinity : first;
    return [/** @type {[number, number]} */ ([Math.min(first, last), Math.max(first, last)])];
  });
}

/** Whether a board is asked for. @param {Options} options @param {number} number */
export function isAsked({ board, boards }, number) {
  if (board !== null) return board === number;
  return !boards.length || boards.some(([first, last]) => first <= number && number <= last);
}

/** Where what is shown is fetched, seen from the page: all sections, of which each has its name. @param {Options} options */
export function address({ round }) {
  return round === null ? "../screen.json" : `../round-${round}/screen.json`;
}

/**
 * Those of the section that is asked for: as it is written, else whatever is written large or small.
 * @template {{ section: string | null }} Of @param {Options} options @param {Of[]} all @returns {Of[]}
 */
export function ofSection({ section }, all) {
  if (section === null) return all;
  const named = (/** @type {Of} */ of) => of.section?.trim() ?? null;
  const exact = all.filter((of) => named(of) === section);
  return exact.length ? exact : all.filter((of) => named(of)?.toLowerCase() === section.toLowerCase());
}
