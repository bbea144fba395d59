// Articles by their numbers: those of the edition in force, and beside them those of the reader's own printed Laws where
// that translation numbers differently.

import { ltr, name } from "./marks.js";
import { language } from "./say.js";

/** Sub-articles of the Greek Laws to 2014, and their appendices. */
const GREEK = { a: "α", b: "β", c: "γ", d: "δ", e: "ε", f: "στ", g: "ζ" };
const GREEK_APPENDICES = { A: "Α", B: "Β", C: "Γ", D: "Δ", E: "Ε", F: "ΣΤ", G: "Ζ" };

/** Sub-articles of the Arabic Laws of 2005. */
const ARABIC = { a: "أ", b: "ب", c: "ت", d: "ث", e: "ج", f: "ح", g: "خ" };

/** The Russian Laws of 2018 have articles for appendices A and B, and for the guidelines. */
const RUSSIAN = { A: "13", B: "14", I: "17", III: "18" };

/**
 * As the translation numbers it; nothing where that is alike, or not known.
 * @param {string} article @param {string | undefined} edition @param {string} of A language.
 */
export function national(article, edition, of) {
  if (of === "el" && (edition === "2009" || edition === "2014")) {
    const own = article
      .replace(/^[A-G](?=\.)/, (letter) => GREEK_APPENDICES[/** @type {"A"} */ (letter)])
      .replace(/(?<=\.)[a-g](?![a-z])/, (letter) => GREEK[/** @type {"a"} */ (letter)]);
    return own === article ? null : name(own);
  }
  if (of === "ar" && edition === "2005") {
    const parts = /^(\d+)\.(\d+)(?:\.([a-g]))?(?:\((\d)\))?$/.exec(article);
    if (!parts) return null;
    const [, chapter, number, letter, last] = parts;
    const sub = letter ? ` ${ARABIC[/** @type {"a"} */ (letter)]}` : "";
    // A hyphen between numbers would be read the other way round.
    return name(`\u2066${chapter}-${number}\u2069${sub}${last ? ` (${last})` : ""}`);
  }
  if (of === "ru" && edition === "2018") {
    const own = article.replace(/^(A|B|I|III)(?=\.)/, (letter) => RUSSIAN[/** @type {"A"} */ (letter)]);
    return own === article ? null : ltr(own);
  }
  return null;
}

/** With the number of the reader's own Laws behind it. @param {string} article @param {string} [edition] */
export function articleText(article, edition) {
  const own = national(article, edition, language());
  return own ? `${ltr(article)} (${own})` : ltr(article);
}
