// How a round begins: which tables have been told their players, and for what the others wait.

import { html, useState } from "../../vendor/preact.js";
import { arrange, ofRound } from "../../live/arranging.js";
import { boardText, rounds, wouldWait } from "../../live/rounds.js";
import { hallNow, state } from "../../live/state.js";
import { askRound } from "../../forms/round.js";
import { Icon } from "../../parts/icons.js";
import { refusedText } from "../../words/alerts.js";
import { hourMinute } from "../../words/format.js";
import { rich } from "../../words/marks.js";
import { say, t, tp } from "../../words/say.js";

/** @import { Pairing, Round, Waits } from "../../live/rounds.js" */

/** Up to so many hours before now a begin that is typed is of this day. */
const HOURS_BACK = 12;

/** @param {{ round: Round }} p */
export function Start({ round }) {
  if (round.state === "over") return null;
  const isPlanned = round.state === "planned";
  const waiting = round.pairings
    .filter((pairing) => pairing.result === "*")
    .map((pairing) => ({ pairing, waits: isPlanned ? wouldWait(pairing) : (pairing.waits ?? null) }))
    .filter(({ waits }) => waits);
  const waits = new Set(waiting.map(({ pairing }) => pairing));
  const all = round.pairings.length;
  const told = all - waits.size;
  const label = tp(isPlanned ? "start.ready" : "start.told", { n: told, of: all });
  return html`<section class="card"><div class="card-h"><h2>${t("start.title", { number: round.number })}</h2><span class="soft">${t("round.of", { n: told, of: all })}</span></div>
    <div class="prog" role="img" aria-label=${label}>${round.pairings.map((pairing) => html`<span key=${boardText(pairing.board)} class=${waits.has(pairing) ? "wait" : "ok"}>${boardText(pairing.board)}</span>`)}</div>
    <${Waiting} round=${round} waiting=${waiting} />${isPlanned ? html`<${Begin} round=${round} told=${told} all=${all} />` : html`<${Since} round=${round} all=${waits.size === 0} />`}</section>`;
}

/** Those that wait for the same are one line, but for those about which something can be done. @param {{ round: Round, waiting: { pairing: Pairing, waits: Waits | null }[] }} p */
function Waiting({ round, waiting }) {
  /** @type {Map<string, { pairing: Pairing, waits: Waits }[]>} */
  const groups = new Map();
  for (const { pairing, waits } of waiting) {
    if (!waits) continue;
    const board = boardText(pairing.board);
    const key = waits.for === "game" || waits.for === "refused" || waits.for === "other-pairing" ? board : waits.for;
    groups.set(key, [...(groups.get(key) ?? []), { pairing, waits }]);
  }
  const isOn = round.state === "on";
  return [...groups].map(([key, all]) => {
    const [{ pairing, waits }] = all;
    const parameters = {
      ...waits,
      error: waits.for === "refused" ? refusedText(waits) : undefined,
      tables: all.map((one) => one.pairing.table ?? boardText(one.pairing.board)),
      board: waits.board ? boardText(waits.board) : undefined,
    };
    const text = say(`start.waits.${waits.for}${isOn || waits.for !== "game" ? "" : ".planned"}`, parameters);
    return html`<div class="stn" key=${key}><${Icon} of=${waits.for === "refused" ? "x" : "later"} /><div><p>${rich(text)}</p>${isOn && state.account?.role === "chief" ? html`<${About} round=${round} pairing=${pairing} waits=${waits} />` : null}</div></div>`;
  });
}

/** What the chief arbiter can do about a table that waits. @param {{ round: Round, pairing: Pairing, waits: Waits }} p */
function About({ round, pairing, waits }) {
  const again = { request: "start-round", ...ofRound(round) };
  if (waits.for === "refused")
    return html`<button type="button" class="btn sm" onClick=${() => arrange(again)}>${t("start.again")}</button>`;
  if (waits.for !== "game") return null;
  const table = pairing.table ?? boardText(pairing.board);
  const seen = [{ table, as_of: { game: waits.game, plies: waits.plies, result: waits.result } }];
  const leave = () =>
    askRound({
      title: say("start.leaveTitle", { table }),
      lost: [say("start.leaveLost", { ...waits.players, plies: waits.plies })],
      label: say("start.leave"),
      go: () => arrange({ ...again, abandon: seen }),
    });
  return html`<p class="two-b"><button type="button" class="btn sm" data-act="adopt" onClick=${() => arrange({ ...again, adopt: seen })}>${t("start.adopt")}</button><button type="button" class="btn sm" data-act="abandon" onClick=${leave}>${t("start.leave")}</button></p>`;
}

/** @param {{ round: Round, told: number, all: number }} p */
function Begin({ round, told, all }) {
  const [at, setAt] = useState("");
  const [isSent, setSent] = useState(false);
  if (state.account?.role !== "chief") return html`<p class="soft none">${t("start.notYet")}</p>`;
  // Sections play the same round as a rule: one button begins it in all of them.
  const others = rounds().filter((one) => one.number === round.number && one.state === "planned");
  const begin = async (/** @type {Record<string, unknown>} */ which) => {
    setSent(true);
    const start = at ? { start: timeOf(at) } : {};
    await arrange({ request: "start-round", ...which, ...start }, say("toast.started", { number: round.number }));
    setSent(false);
  };
  const isOne = others.length < 2;
  const of = { number: round.number, section: round.section };
  return html`<div class="acts in col">${told === all ? html`<p class="soft">${t("start.allReady")}</p>` : null}<label class="inl">${t("start.at")} <input type="time" value=${at} onInput=${(/** @type {any} */ event) => setAt(event.target.value)} /></label>
    <div class="acts-1"><button type="button" class="btn pri" data-act="start" disabled=${isSent} onClick=${() => begin(isOne ? ofRound(round) : { round: round.number })}>${t(isOne ? "start.do" : "start.doAll", { ...of, n: others.length })}</button>${isOne ? null : html`<button type="button" class="btn" disabled=${isSent} onClick=${() => begin(ofRound(round))}>${t("start.doOne", of)}</button>`}</div></div>`;
}

/** The time of day nearest to now. @param {string} text */
function timeOf(text) {
  const [hours, minutes] = text.split(":").map(Number);
  const now = new Date(hallNow());
  const then = new Date(now);
  then.setHours(hours, minutes, 0, 0);
  const off = then.getTime() - now.getTime();
  if (off > HOURS_BACK * 3_600_000) then.setDate(then.getDate() - 1);
  if (off < -HOURS_BACK * 3_600_000) then.setDate(then.getDate() + 1);
  return then.getTime();
}

/** @param {{ round: Round, all: boolean }} p */
function Since({ round, all }) {
  const { start, default_at: late } = round;
  return html`<p class="none soft">${all ? t("start.allTold") : null} ${start ? t("start.since", { at: hourMinute(start) }) : null} ${late ? t("start.late", { at: hourMinute(late), isStart: late === start }) : null}</p>`;
}
