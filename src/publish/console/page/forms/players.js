// Who plays, and a new game: names are the only thing that is typed.

import { html, useState } from "../vendor/preact.js";
import { state } from "../live/state.js";
import { Disc } from "../parts/table.js";
import { t, tp } from "../words/say.js";
import { Do, FormDialog, useOutcome, WillDo } from "./ready.js";

/** @import { Color, Person, TableView } from "../live/protocol.js" */
/** @import { Given } from "./forms.js" */
/** @typedef {Record<string, string>} Fields */

export const FIELDS = /** @type {const} */ ({
  name: "form.name",
  title: "form.title",
  rating: "form.rating",
  federation: "form.federation",
  fide_id: "form.fideId",
  team: "form.team",
});

/** @param {TableView | undefined} view @param {Color} color @returns {Fields} */
const asNow = (view, color) => asFields({ name: view?.game?.players[color] ?? "", ...view?.game?.persons?.[color] });

/** @param {Person & { name: string }} known @returns {Fields} */
export const asFields = (known) =>
  Object.fromEntries(Object.keys(FIELDS).map((field) => [field, String(known[/** @type {"name"} */ (field)] ?? "")]));

/** What is left empty is not known. @param {Fields} fields */
export function player(fields) {
  const kept = Object.entries(fields)
    .map(([field, text]) => [field, text.trim()])
    .filter(([, text]) => text);
  return Object.fromEntries(
    kept.map(([field, text]) => [
      field,
      field === "rating" || field === "fide_id" ? Number(text) : field === "federation" ? text.toUpperCase() : text,
    ]),
  );
}

/** @param {Given} p */
export function PlayersForm({ table, send }) {
  const view = state.tables.get(table);
  const [both, setBoth] = useState({ white: asNow(view, "white"), black: asNow(view, "black") });
  const change = (/** @type {Color} */ color, /** @type {string} */ field, /** @type {string} */ text) =>
    setBoth({ ...both, [color]: { ...both[color], [field]: text } });
  const acts = [{ command: "set-players", white: player(both.white), black: player(both.black) }];
  const outcome = useOutcome(table, acts);
  return html`<${FormDialog} table=${table} name="set-players" wide><p>${t("form.players")}</p>
    <${Both} both=${both} change=${change} />
    <div class="cand"><button type="button" class="btn sm" onClick=${() => setBoth({ white: both.black, black: both.white })}>${t("form.swap")}</button></div>
    <${WillDo} outcome=${outcome} /><${Do} label=${t("form.playersDo")} disabled=${!outcome} go=${() => outcome && send(acts, outcome)} /></${FormDialog}>`;
}

/** The fields of the two. @param {{ both: { white: Fields, black: Fields }, change: (color: Color, field: string, text: string) => void }} p */
export function Both({ both, change }) {
  return html`<div class="two">${/** @type {const} */ (["white", "black"]).map((color) => html`<fieldset key=${color} class="who-f"><legend><${Disc} of=${color} /> ${t(`color.${color}`)}</legend>${Object.entries(FIELDS).map(([field, key]) => html`<label key=${field}>${t(key)}<input name=${`${color}-${field}`} value=${both[color][field]} inputmode=${field === "rating" || field === "fide_id" ? "numeric" : undefined} maxlength="100" onInput=${(/** @type {any} */ event) => change(color, field, event.target.value)} /></label>`)}</fieldset>`)}</div>`;
}

export const LAWS = {
  edition: ["2023", "2018", "2014", "2009", "2005"],
  regime: ["standard", "rapid", "blitz"],
  supervision: ["full", "limited"],
  variant: ["chess", "chess960"],
};

/** @param {Given} p */
export function NewGameForm({ offer, table, send }) {
  const view = state.tables.get(table);
  const [who, setWho] = useState("same");
  const [laws, setLaws] = useState(/** @type {Record<string, string>} */ ({}));
  const { white, black } = view?.game?.players ?? {};
  const names = who === "same" ? { white, black } : who === "swapped" ? { white: black, black: white } : null;
  const chosen = Object.fromEntries(Object.entries(laws).filter(([, value]) => value));
  const plain =
    names && (names.white || names.black)
      ? { players: { white: names.white ?? null, black: names.black ?? null } }
      : {};
  const wanted = [{ command: "new-game", ...plain, ...chosen }];
  const outcome = useOutcome(table, wanted);
  const leaves = outcome?.effects.some((effect) => effect.effect === "game-left");
  const acts = wanted.map((act) => (leaves ? { ...act, abandon: true } : act));
  const known = Boolean(white || black);
  return html`<${FormDialog} table=${table} name=${offer.name}><p>${t("form.newGame")}</p>
    ${
      known
        ? html`<fieldset class="seg-f"><legend class="vh">${t("form.players")}</legend>${[
            ["same", "form.keepPlayers"],
            ["swapped", "form.swapPlayers"],
            ["none", "form.noPlayers"],
          ].map(
            ([value, key]) =>
              html`<label key=${value} class="ck-i"><input type="radio" name="who" checked=${who === value} onChange=${() => setWho(value)} /> ${t(key)}</label>`,
          )}</fieldset>`
        : null
    }
    <div class="laws">${Object.entries(LAWS).map(([field, values]) => html`<label key=${field}>${t(`form.${field}`)}<select value=${laws[field] ?? ""} onChange=${(/** @type {any} */ event) => setLaws({ ...laws, [field]: event.target.value })}><option value="">${tp("form.asBefore")}</option>${values.map((value) => html`<option key=${value} value=${value}>${field === "edition" ? value : tp(`form.${field}.${value}`)}</option>`)}</select></label>`)}</div>
    <${WillDo} outcome=${outcome} /><${Do} label=${t("form.newGameDo")} disabled=${!outcome} go=${() => outcome && send(acts, outcome)} /></${FormDialog}>`;
}
