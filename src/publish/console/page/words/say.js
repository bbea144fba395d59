// Which language is spoken, and how a message becomes a sentence.

import { device } from "../device.js";
import en from "./en/index.js";
import { plain, rich } from "./marks.js";

/**
 * A catalogue: its language, its direction, and every message, whole: a text with `{parameters}`, or a function of them
 * where the language must choose.
 * @typedef {object} Catalogue
 * @property {string} language
 * @property {string} name
 * @property {"ltr" | "rtl"} dir
 * @property {Record<string, string | ((p: any) => string)>} messages
 */

/** @type {Record<string, Catalogue>} */
export const catalogues = { en };

/** @returns {Catalogue} */
export function catalogue() {
  const wanted = [device.language, ...navigator.languages].map((tag) => tag.slice(0, 2));
  const known = wanted.find((tag) => tag in catalogues);
  return catalogues[known ?? "en"];
}

/** Whether there is such a message. @param {string} key */
export const hasMessage = (key) => key in catalogue().messages || key in en.messages;

/**
 * The sentence, with marks.
 * @param {string} key
 * @param {Record<string, any>} [parameters]
 * @returns {string}
 */
export function say(key, parameters = {}) {
  const message = catalogue().messages[key] ?? en.messages[key];
  if (message === undefined) return key;
  if (typeof message === "function") return message(parameters);
  return message.replace(/\{(\w+)\}/g, (_, field) => String(parameters[field] ?? ""));
}

/** To be drawn. @param {string} key @param {Record<string, any>} [parameters] */
export const t = (key, parameters) => rich(say(key, parameters));

/** For titles and attributes. @param {string} key @param {Record<string, any>} [parameters] */
export const tp = (key, parameters) => plain(say(key, parameters));

/** Sets direction and language of the whole page. */
export function speak() {
  const { language, dir } = catalogue();
  document.documentElement.lang = language;
  document.documentElement.dir = dir;
}
