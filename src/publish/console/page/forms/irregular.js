// The clock, illegal moves, claims, and what the arbiter has seen himself.

import { html, useState } from "../vendor/preact.js";
import { state } from "../live/state.js";
import { ClickBoard } from "../parts/board.js";
import { pieces, promotes } from "../parts/position.js";
import { boardLabel, Disc } from "../parts/table.js";
import { ltr, rich } from "../words/marks.js";
import { t, tp } from "../words/say.js";
import { Do, FormDialog, useOutcome, WillDo } from "./ready.js";

/** @import { Color } from "../live/protocol.js" */
/** @import { Given } from "./forms.js" */

const COLORS = /** @type {Color[]} */ (["white", "black"]);

/** @param {{ chosen: string, choose: (color: Color) => void }} p */
const ChooseSide = ({ chosen, choose }) =>
  html`<fieldset class="seg-f"><legend>${t("form.player")}</legend><div class="seg">${COLORS.map((color) => html`<button key=${color} type="button" aria-pressed=${String(chosen === color)} onClick=${() => choose(color)}>${t(`color.${color}`)}</button>`)}</div></fieldset>`;

/** @param {Given} p */
export function ClockForm({ table, send }) {
  const [player, setPlayer] = useState(/** @type {Color} */ ("white"));
  const [minutes, setMinutes] = useState(2);
  const [seconds, setSeconds] = useState(0);
  const [sign, setSign] = useState(1);
  const ms = sign * (minutes * 60 + seconds) * 1_000;
  const acts = ms ? [{ command: "adjust-clock", player, ms }] : null;
  const outcome = useOutcome(table, acts);
  const number = (
    /** @type {number} */ value,
    /** @type {(n: number) => void} */ set,
    /** @type {string} */ key,
    /** @type {number} */ most,
  ) =>
    html`<label>${t(key)}<input type="number" min="0" max=${most} value=${value} onInput=${(/** @type {any} */ event) => set(Math.max(0, Math.min(most, Math.floor(Number(event.target.value) || 0))))} /></label>`;
  return html`<${FormDialog} table=${table} name="adjust-clock"><p>${t("form.clock")}</p><${ChooseSide} chosen=${player} choose=${setPlayer} />
    <fieldset class="seg-f"><legend>${t("form.added")}</legend><div class="seg">${[1, -1].map((way) => html`<button key=${way} type="button" aria-pressed=${String(sign === way)} onClick=${() => setSign(way)}>${t(way > 0 ? "form.add" : "form.take")}</button>`)}</div></fieldset>
    <div class="laws">${number(minutes, setMinutes, "form.minutes", 599)}${number(seconds, setSeconds, "form.seconds", 59)}</div>
    <${WillDo} outcome=${outcome} /><${Do} label=${t("form.clockDo", { player, ms })} disabled=${!outcome} go=${() => acts && outcome && send(acts, outcome)} /></${FormDialog}>`;
}

/** @param {Given} p */
export function IllegalMovesForm({ offer, table, send }) {
  const now = { white: Number(offer.form?.white ?? 0), black: Number(offer.form?.black ?? 0) };
  const [counts, setCounts] = useState(now);
  const acts = [{ command: "set-illegal-moves", ...counts }];
  const outcome = useOutcome(table, acts);
  const change = (/** @type {Color} */ color, /** @type {number} */ by) =>
    setCounts({ ...counts, [color]: Math.max(0, Math.min(99, counts[color] + by)) });
  return html`<${FormDialog} table=${table} name="set-illegal-moves"><p>${t("form.illegal")}</p>
    ${COLORS.map((color) => html`<div key=${color} class="stepper" role="group" aria-label=${tp(`color.${color}`)}><${Disc} of=${color} /><span>${t(`color.${color}`)}</span><button type="button" class="btn" aria-label="−" disabled=${counts[color] === 0} onClick=${() => change(color, -1)}>−</button><b>${counts[color]}</b><button type="button" class="btn" aria-label="+" onClick=${() => change(color, 1)}>+</button></div>`)}
    <${WillDo} outcome=${outcome} /><${Do} label=${t("form.illegalDo")} disabled=${!outcome} go=${() => outcome && send(acts, outcome)} /></${FormDialog}>`;
}

/** @param {Given} p */
export function ClaimForm({ offer, table, send }) {
  const view = state.tables.get(table);
  const [player, setPlayer] = useState(view?.game?.turn ?? "white");
  const [claim, setClaim] = useState("");
  const [from, setFrom] = useState("");
  const [move, setMove] = useState("");
  const takesMove = claim === "threefold" || claim === "fifty-moves";
  const acts = claim ? [{ command: "claim", player, claim, ...(takesMove && move ? { move } : {}) }] : null;
  const outcome = useOutcome(table, acts);
  const on = pieces(view?.game?.fen);
  const click = (/** @type {string} */ square) => {
    if (!from) return setFrom(on[square] ? square : "");
    setFrom("");
    setMove(from === square ? "" : from + square + (promotes(on, from, square) ? "q" : ""));
  };
  const chosen = from ? [from] : move ? [move.slice(0, 2), move.slice(2, 4)] : [];
  return html`<${FormDialog} table=${table} name="claim"><p>${t("form.claim")}</p><${ChooseSide} chosen=${player} choose=${setPlayer} />
    <div class="cand col">${(offer.form?.claims ?? []).map((/** @type {string} */ kind) => html`<button key=${kind} type="button" class="btn" data-act=${kind} aria-pressed=${String(claim === kind)} onClick=${() => setClaim(kind)}>${t(`form.claim.${kind}`)}</button>`)}</div>
    ${takesMove ? html`<p class="soft">${t("form.claimMove")}${move ? html` <b>${rich(ltr(move))}</b>` : null}</p><div class="dlg-b"><${ClickBoard} pieces=${on} marks=${{ from: chosen }} label=${boardLabel(table)} choose=${click} /></div>` : null}
    <${WillDo} outcome=${outcome} /><${Do} label=${t("form.claimDo")} disabled=${!outcome} go=${() => acts && outcome && send(acts, outcome)} /></${FormDialog}>`;
}

/** What the arbiter has seen: one of several ready commands. @param {Given} p */
export function RegisterForm({ all = [], table, send }) {
  const [chosen, setChosen] = useState(-1);
  const offer = all[chosen];
  return html`<${FormDialog} table=${table} name="register"><p>${t("form.register")}</p>
    <div class="cand col">${all.map((one, i) => html`<button key=${i} type="button" class="btn" aria-pressed=${String(chosen === i)} onClick=${() => setChosen(i)}>${t(`form.register.${one.acts[0]?.kind}`, { player: one.acts[0]?.player })}</button>`)}</div>
    <${WillDo} outcome=${offer?.outcome ?? null} /><${Do} label=${t("done.register")} disabled=${!offer} go=${() => offer && send(offer.acts, offer.outcome)} /></${FormDialog}>`;
}
