// The event: what is known of it, by which laws its tables play, where its sections sit.

import { html, useState } from "../vendor/preact.js";
import { arrange } from "../live/arranging.js";
import { state } from "../live/state.js";
import { Dialog } from "../parts/dialog.js";
import { closeDialog, show } from "../ui.js";
import { refusalText } from "../words/cases.js";
import { say, t, tp } from "../words/say.js";
import { LAWS } from "./players.js";

const TEXTS = ["name", "site", "begin", "end", "federation", "time_control"];
const TYPES = /** @type {Record<string, string>} */ ({ begin: "date", end: "date" });

export const openEvent = () => show({ dialog: () => html`<${Form} />` });

function Form() {
  const event = state.event ?? {};
  const sections = /** @type {{ name?: string, first_table: number }[]} */ (event.sections ?? []);
  const [failed, setFailed] = useState("");
  // What is typed stays while the hall goes on changing the page behind it.
  const [typed, setTyped] = useState(/** @type {Record<string, string>} */ ({}));
  const type = (/** @type {any} */ { target }) => setTyped((before) => ({ ...before, [target.name]: target.value }));
  const shown = (/** @type {string} */ name, /** @type {unknown} */ stands) => typed[name] ?? String(stands ?? "");
  const title = tp("event.title");
  const submit = async (/** @type {any} */ submitted) => {
    submitted.preventDefault();
    const fields = Object.fromEntries(new FormData(submitted.target));
    const set = changed(event, sections, fields);
    if (!Object.keys(set).length) return closeDialog();
    const answer = await arrange({ request: "event", set }, say("toast.event"));
    if (answer.refused)
      setFailed(answer.refused === "bad-value" ? refusalText(answer) : "");
    else closeDialog();
  };
  const number = (
    /** @type {string} */ name,
    /** @type {number | undefined} */ value,
    /** @type {number} */ least,
    /** @type {number} */ most,
  ) =>
    html`<label>${t(`event.${name}`)}<input name=${name} type="number" min=${least} max=${most} value=${shown(name, value)} /></label>`;
  return html`<${Dialog} title=${title} label=${title} wide><form onSubmit=${submit} onInput=${type}><div class="laws">
    ${TEXTS.map((name) => html`<label key=${name}>${t(`event.${name}`)}<input name=${name} type=${TYPES[name] ?? "text"} value=${shown(name, event[name])} maxlength="200" /></label>`)}
    ${["edition", "regime"].map((name) => html`<label key=${name}>${t(`event.${name}`)}<select name=${name} value=${shown(name, event[name])}>${name === "regime" ? html`<option value="">${tp("event.byTime")}</option>` : null}${LAWS[/** @type {"edition"} */ (name)].map((value) => html`<option key=${value} value=${value}>${name === "edition" ? value : tp(`form.${name}.${value}`)}</option>`)}</select></label>`)}
    ${number("rounds", event.rounds, 1, 99)}${number("default_time_min", event.default_time_min, 0, 720)}${number("delay_min", Math.round((event.delay_s ?? 0) / 60), 0, 1_440)}
    ${sections.map((section, at) => html`<label key=${section.name ?? ""}>${section.name === undefined ? t("event.firstTable") : t("event.firstTableOf", { section: section.name })}<input name=${`first-${at}`} type="number" min="1" max="9999" value=${shown(`first-${at}`, section.first_table)} /></label>`)}</div>
    <p class="soft">${t("event.note")}</p>${failed ? html`<p class="errm" role="alert">${failed}</p>` : null}
    <div class="acts-1 dlg-acts"><button type="button" class="btn" onClick=${closeDialog}>${t("word.cancel")}</button><button type="submit" class="btn pri" data-act="save">${t("word.save")}</button></div></form></${Dialog}>`;
}

/**
 * Only what was changed is set.
 * @param {Record<string, any>} event
 * @param {{ name?: string, first_table: number }[]} sections
 * @param {Record<string, any>} fields
 */
function changed(event, sections, fields) {
  /** @type {Record<string, unknown>} */
  const set = {};
  for (const name of [...TEXTS, "edition", "regime"]) {
    const text = String(fields[name] ?? "").trim();
    if (text !== String(event[name] ?? "")) set[name] = name === "federation" ? text.toUpperCase() : text;
  }
  for (const name of ["rounds", "default_time_min"])
    if (fields[name] !== "" && Number(fields[name]) !== event[name]) set[name] = Number(fields[name]);
  const delay = Number(fields.delay_min) * 60;
  if (fields.delay_min !== "" && delay !== Math.round((event.delay_s ?? 0) / 60) * 60) set.delay_s = delay;
  const moved = sections.flatMap(({ name, first_table: was }, at) => {
    const first = Number(fields[`first-${at}`]);
    return first && first !== was ? [{ ...(name === undefined ? {} : { name }), first_table: first }] : [];
  });
  if (moved.length) set.sections = moved;
  return set;
}
