// The languages of the page: how each is called by who speaks it, and which way it is read.

/**
 * @typedef {object} Language
 * @property {string} name
 * @property {"ltr" | "rtl"} dir
 * @property {string} [locale] For numbers and plurals, where the language alone leaves something open.
 */

/** @type {Record<string, Language>} */
export const LANGUAGES = {
  en: { name: "English", dir: "ltr" },
  de: { name: "Deutsch", dir: "ltr" },
  ru: { name: "Русский", dir: "ltr" },
  it: { name: "Italiano", dir: "ltr" },
  el: { name: "Ελληνικά", dir: "ltr" },
  // Clocks, squares and results have these digits in every language; so have all other numbers.
  ar: { name: "العربية", dir: "rtl", locale: "ar-u-nu-latn" },
};
