// Which language is spoken, and how a message becomes a sentence.

import { choose as keep, device } from "../device.js";
import { FluentBundle, FluentResource } from "../vendor/fluent.js";
import { LANGUAGES } from "./languages.js";
import { marked, plain, rich } from "./marks.js";
import { values } from "./values.js";

/** Files of a language: what the page says, and what alerts say. */
const FILES = ["console", "alerts"];

/** What has been fetched. @type {Map<string, FluentBundle>} */
const bundles = new Map();
/** Messages by their English words: how a game ended is told by tables in English. @type {Map<string, string>} */
const endings = new Map();
/** The language that is spoken now. */
let spoken = "en";
/** How often a language was chosen: of two that are fetched the later is meant. */
let choices = 0;

/** The language that is spoken now. */
export const language = () => spoken;

/** What this device asks for, of what there is. @param {string} chosen */
function wanted(chosen) {
  const all = [chosen, ...navigator.languages].map((tag) => tag.split("-")[0].toLowerCase());
  return all.find((tag) => tag in LANGUAGES) ?? "en";
}

/** The sentences of one language, from the hall. A file that is not there is done without. @param {string} of */
async function fetched(of) {
  if (bundles.has(of)) return;
  const texts = await Promise.all(FILES.map((file) => text(new URL(`${of}/${file}.ftl`, import.meta.url))));
  if (texts[0] === null) return;
  const options = { useIsolating: false, transform: marked };
  const bundle = new FluentBundle(LANGUAGES[of].locale ?? of, options);
  for (const source of texts) {
    const resource = new FluentResource(source ?? "");
    bundle.addResource(resource);
    if (of === "en")
      for (const { id, value } of resource.body)
        if (/^(form-why|termination)-/.test(id) && typeof value === "string") endings.set(value, id);
  }
  bundles.set(of, bundle);
}

/** @param {URL} address @returns {Promise<string | null>} */
async function text(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** English, and what this device asks for: before anything is drawn. */
export async function load() {
  await Promise.all([fetched("en"), fetched(wanted(device.language))]);
  speak();
}

/** Another language, once it is here; all that is drawn is drawn anew. @param {string} chosen None: as the browser. */
export async function choose(chosen) {
  const choice = ++choices;
  await fetched(wanted(chosen));
  if (choice === choices) keep({ language: chosen });
}

/** Sets direction and language of the whole page. */
export function speak() {
  const asked = wanted(device.language);
  spoken = bundles.has(asked) ? asked : "en";
  document.documentElement.lang = spoken;
  document.documentElement.dir = LANGUAGES[spoken].dir;
}

/** A message's name in a catalogue. @param {string} key */
const idOf = (key) => key.replaceAll(".", "-");

/** The catalogue that has a message. @param {string} id */
const holder = (id) => [bundles.get(spoken), bundles.get("en")].find((bundle) => bundle?.hasMessage(id));

/** Whether there is such a message. @param {string} key */
export const hasMessage = (key) => holder(idOf(key)) !== undefined;

/**
 * The sentence, with marks.
 * @param {string} key
 * @param {Record<string, any>} [parameters]
 * @returns {string}
 */
export function say(key, parameters = {}) {
  const id = idOf(key);
  return told(id, () => values(id, parameters)) ?? key;
}

/**
 * A message of values that are ready to be shown.
 * @param {string} id
 * @param {() => Record<string, import("../vendor/fluent.js").FluentVariable>} ready
 * @returns {string | null} Nothing where there is no such message.
 */
export function told(id, ready) {
  const bundle = holder(id);
  const pattern = bundle?.getMessage(id)?.value;
  if (!bundle || pattern == null) return null;
  // What is wrong in a catalogue is seen in its sentence; the page goes on.
  return bundle.formatPattern(pattern, typeof pattern === "string" ? null : ready(), []);
}

/** How a game ended, as a table tells it. @param {string | null | undefined} termination */
export function endingText(termination) {
  const id = endings.get(termination ?? "");
  return id ? say(id) : (termination ?? "");
}

/** To be drawn. @param {string} key @param {Record<string, any>} [parameters] */
export const t = (key, parameters) => rich(say(key, parameters));

/** For titles and attributes. @param {string} key @param {Record<string, any>} [parameters] */
export const tp = (key, parameters) => plain(say(key, parameters));
