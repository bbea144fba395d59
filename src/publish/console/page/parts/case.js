// A case whole: what happened, the position with its squares, what is proposed, the touches, who did what.

import { html } from "../vendor/preact.js";
import { familyName, playerName, tableLabel, tableLabels } from "../live/looks.js";
import { state } from "../live/state.js";
import { caseSentence, caseTitle, effectBrief, effectsText, kindTitle, stepText } from "../words/cases.js";
import { dayTime, resultText, sanText } from "../words/format.js";
import { ltr, plain, rich } from "../words/marks.js";
import { hasMessage, say, t, tp } from "../words/say.js";
import { Deciding, Refusal, Taking } from "./actions.js";
import { Board, Legend } from "./board.js";
import { Icon } from "./icons.js";
import { caseMarks, Disc, Player, Tag, Who } from "./table.js";
import { Age } from "./ticking.js";
import { KnownTables } from "../views/wall.js";
import { isTurned } from "./board.js";
import { canDecide, takeBack } from "../live/acting.js";
import { askFirst } from "../forms/ask.js";
import { openForm } from "../forms/forms.js";
import { candidateName } from "../forms/move.js";

/** @import { Case, Entry, Hand, Offer } from "../live/protocol.js" */

/** Severity, article and edition, whether it is a judgement, who, how long. @param {{ of: Case, plainAge?: boolean }} p */
export function CaseHead({ of }) {
  const articles = [of.article, ...of.articles].filter((article) => article && article !== "convention");
  return html`<p class="dt-k"><${Tag} of=${of.severity} />${articles.length ? html`<span class="art">${t("case.article", { articles, edition: of.edition })}</span>` : null}${of.advisory ? html`<span class="judge">${t("case.judgement")}</span>` : null}<${Who} of=${of} /><span class="age" dir="ltr"><${Age} since=${of.since} /></span></p>`;
}

/** @param {{ of: Case }} p */
export function TableLine({ of }) {
  if (of.members?.length)
    return html`<p class="dt-t"><span>${t("table.several", { listed: tableLabels(of.tables) })}</span></p>`;
  const [table] = of.tables;
  const view = state.tables.get(table);
  const white = of.before ? (of.before.white ?? "") : playerName(view, "white");
  const black = of.before ? (of.before.black ?? "") : playerName(view, "black");
  return html`<p class="dt-t"><a href=${`#/table/${encodeURIComponent(table)}`}>${t("table.name", { table: tableLabel(table) })}</a>${white || black ? html`<span>${t("table.pair", { white, black })}</span>` : null}${view?.place.section ? html`<span><bdi>${view.place.section}</bdi></span>` : null}</p>`;
}

/** The position with the squares, between the two players. @param {{ of: Case }} p */
export function CaseBoard({ of }) {
  const view = state.tables.get(of.tables[0]);
  const fen = of.fen || view?.game?.fen;
  if (!fen || of.members?.length) return null;
  const marks = caseMarks(of, view);
  // Who sits there now is not who played that game.
  const by = of.before ? undefined : view;
  const isOld = of.severity === "lost";
  const turned = isTurned();
  return html`<div class="dt-board">${by ? html`<${Player} view=${by} color=${turned ? "white" : "black"} room=${34} />` : null}<${Board} fen=${fen} marks=${marks} turned=${turned} coords label=${plain(caseSentence(of))} class=${isOld ? "stale" : ""} />${by ? html`<${Player} view=${by} color=${turned ? "black" : "white"} room=${34} />` : null}${isOld ? html`<p class="soft">${t("plan.lastKnown")}</p>` : html`<${Legend} marks=${marks} />`}</div>`;
}

/** What the sensors leave open, each to be looked at by one click. @param {{ of: Case, offer: Offer }} p */
function Candidates({ of, offer }) {
  const { form } = offer;
  const all = /** @type {string[]} */ (
    form?.form === "move" ? form.candidates : form?.form === "result" ? form.results : []
  );
  if (!all?.length || !canDecide()) return null;
  const name = (/** @type {string} */ one) => (form?.form === "result" ? resultText(one) : candidateName(of, one));
  return html`<div class="cand">${all.map((one) => html`<button key=${one} type="button" class="btn" data-act=${one} onClick=${() => openForm({ offer, table: of.tables[0], one: of, chosen: one })}>${rich(ltr(name(one)))}</button>`)}</div>`;
}

/** What a step says, the sentence above it need not. @param {Offer} offer */
const saidOnce = (offer) =>
  offer.outcome.effects.filter(
    (effect) => effect.effect !== "move-owed" || !offer.steps.some((step) => step.step === "move-due"),
  );

/** What is proposed, its steps, and what happens otherwise. @param {{ of: Case }} p */
export function Plan({ of }) {
  const [first, ...rest] = [...of.offers].sort((one, other) => Number(other.proposed) - Number(one.proposed));
  if (of.members?.length && of.severity !== "lost")
    return html`<section class="plan"><h3>${t("plan.follows")}</h3><p class="does">${t("flood.does", { n: of.members.length })}</p><p class="alt"><b>${t("plan.dismiss")}</b> ${t("flood.dismiss")}</p></section>`;
  if (!first) return null;
  const head = first.form
    ? "plan.choose"
    : first.name === "confirm"
      ? "plan.confirm"
      : first.name === "acknowledge" || first.name === "identify"
        ? "plan.follows"
        : "plan.proposed";
  const others = rest.filter((offer) => !offer.form && offer.outcome.effects.length);
  const otherwise = (/** @type {Offer} */ offer) =>
    offer.name === "confirm" ? "plan.confirmElse" : `plan.${offer.name}`;
  return html`<section class="plan"><h3>${t(head)}</h3>
    ${first.form ? html`<p class="does">${t(`plan.${first.name}`)}</p><${Candidates} of=${of} offer=${first} />` : html`<p class="does">${rich(effectsText(saidOnce(first)))}</p>`}
    ${first.steps.length ? html`<ol>${first.steps.map((step, i) => html`<li>${rich(stepText({ ...step, again: first.steps.slice(0, i).some((before) => before.step === step.step) }))}</li>`)}</ol>` : null}
    ${others.map((offer) => html`<p class="alt" key=${offer.name}><b>${t(hasMessage(otherwise(offer)) ? otherwise(offer) : "plan.follows")}</b> ${rich(effectsText(offer.outcome.effects))}</p>`)}</section>`;
}

/** @param {{ of: Case }} p */
export function Owed({ of }) {
  const shown = of.legal.slice(0, 24);
  if (!shown.length || of.legal.length > 40) return null;
  return html`<section class="blk"><h3>${t("plan.owed")}</h3><p class="owed">${shown.map((move) => html`<span key=${move.uci} class="mv">${rich(ltr(sanText(move.san)))}</span>`)}</p></section>`;
}

/** What a hand did, in words. @param {Hand} hand */
export const handText = ({ by, ev, piece, sq }) =>
  say(`hand.${ev}`, { player: by, piece: piece?.toLowerCase(), square: sq });

/** @param {{ hands: Hand[], current?: number, choose?: (index: number) => void }} p */
export function Hands({ hands, current, choose }) {
  return html`<ol class="touches">${hands.map((hand, i) => {
    const words = html`<time dir="ltr">${dayTime(hand.at, true)}</time>${hand.by ? html`<${Disc} of=${hand.by} />` : html`<i class="disc"></i>`}<span>${rich(handText(hand))}</span>`;
    return html`<li key=${i} class=${current === i ? "cur" : ""}>${choose ? html`<button type="button" class="touch" aria-current=${current === i ? "step" : undefined} onClick=${() => choose(i)}>${words}</button>` : words}</li>`;
  })}</ol>`;
}

/** @param {{ of: Case }} p */
export function Touches({ of }) {
  if (!of.hands.length) return null;
  return html`<section class="blk"><h3>${t("plan.touches")}</h3><${Hands} hands=${of.hands.slice(-10)} /></section>`;
}

/** Raised, seen, gone to, shelved: in order. @param {{ of: Case }} p */
export function Course({ of }) {
  /** @type {{ at: number, by?: string, text: string }[]} */
  const all = [];
  for (const { alert, raised_at, changed_at } of of.alerts) {
    const title = kindTitle(alert.kind, alert);
    all.push({ at: raised_at, text: say("course.raised", { title }) });
    if (alert.state !== "raised")
      all.push({ at: changed_at, by: alert.decided_by, text: say(`course.${alert.state}`, { title }) });
  }
  if (!of.alerts.length) all.push({ at: of.since, text: say("course.began") });
  for (const { by, at, what } of of.course) all.push({ at, by, text: say(`course.${what}`) });
  all.sort((one, other) => one.at - other.at);
  return html`<section class="blk"><h3>${t("plan.history")}</h3><ol class="hist">${all.map(({ at, by, text }, i) => html`<li key=${i}><time dir="ltr">${dayTime(at)}</time><span>${rich(by ? say("course.by", { by, text }) : text)}</span></li>`)}</ol></section>`;
}

/** The cases of a group. @param {{ of: Case }} p */
export function Members({ of }) {
  const members = (of.members ?? []).flatMap((id) => state.cases.get(id) ?? []);
  if (!members.length) return null;
  if (of.severity === "lost")
    return html`<section class="blk"><h3>${t("plan.lastKnown")}</h3><${KnownTables} tables=${of.tables} /></section>`;
  const tables = [...new Set(members.map((member) => member.tables[0]))].sort((one, other) =>
    tableLabel(one).localeCompare(tableLabel(other), undefined, { numeric: true }),
  );
  return html`<section class="blk"><h3>${t("plan.together")}</h3><ul class="flood">${tables.map((table) => {
    const view = state.tables.get(table);
    const n = members.filter((member) => member.tables[0] === table).length;
    const names = [playerName(view, "white"), playerName(view, "black")].map(familyName);
    return html`<li key=${table}><a href=${`#/table/${encodeURIComponent(table)}`}>${t("table.name", { table: tableLabel(table) })}</a><span>${t("flood.times", { n })}</span><span dir="auto">${names.join(" – ")}</span></li>`;
  })}</ul></section>`;
}

/** A case no longer waits: who decided what and when, or that it ended by itself. @param {{ of: Case }} p */
export const EndedNote = ({ of }) =>
  html`<p class="second" role="alert"><${Icon} of="check" /><span>${rich(endedText(entryOf(of)))}</span></p>`;

/** What can be done about a case that waits no more. @param {{ of: Case, next: () => void }} p */
export function EndedActions({ of, next }) {
  const entry = entryOf(of);
  const isMine = entry?.by === state.account?.name;
  const back = () => {
    if (!entry) return;
    const go = () => takeBack(entry.number);
    const title = say("ask.takeBackTitle", { by: entry.by });
    if (isMine) go();
    else
      askFirst({
        table: entry.table,
        outcome: { effects: entry.done, destructive: true, take_back: [] },
        label: plain(say("act.undo")),
        title,
        go,
      });
  };
  const canBack = entry?.by && entry.take_back?.length && !entry.taken_back;
  return html`<div class="acts"><div class="acts-1"><button type="button" class="btn pri" onClick=${next}>${t("second.next")} <kbd aria-hidden="true">j</kbd></button>${canBack ? html`<button type="button" class="btn" onClick=${back}><${Icon} of="undo" />${isMine ? t("act.undo") : t("second.takeTheirs", { by: entry.by })}</button>` : null}</div></div>`;
}

/** The entry of the record that ended a case. @param {Case} one @returns {Entry | undefined} */
export function entryOf(one) {
  const names = (/** @type {Entry} */ entry) =>
    entry.case === one.id &&
    (entry.state === "done" || entry.state === "sent") &&
    entry.what !== "shelved" &&
    !entry.taken_back;
  return [...state.entries.values()].reverse().find(names);
}

/** @param {Entry | undefined} entry */
function endedText(entry) {
  if (!entry) return say("second.gone");
  if (entry.what === "ended-by-itself") return say("second.ended", { at: dayTime(entry.at) });
  const what = entry.done
    .filter((effect) => effect.effect === "result-final")
    .map(effectBrief)
    .join(" ");
  const key = entry.by === state.account?.name ? "second.watch" : "second.decided";
  return say(key, { by: entry.by, did: entry.name ?? entry.command, at: dayTime(entry.at), what });
}

/**
 * @param {{ of: Case, ended?: boolean, next: () => void }} p
 */
export function CaseDetail({ of, ended, next }) {
  const board = html`<${CaseBoard} of=${of} />`;
  const hasBoard = !of.members?.length && Boolean(of.fen || state.tables.get(of.tables[0])?.game?.fen);
  return html`<article class=${`dt ${of.severity} ${ended ? "over" : ""}`} aria-labelledby="dt-h"><header class="dt-h"><${CaseHead} of=${of} /><h2 id="dt-h">${rich(caseSentence(of))}</h2><${TableLine} of=${of} /></header>
    ${ended ? html`<${EndedNote} of=${of} />` : html`<div class="acts-ph"><${Taking} of=${of} /></div>`}
    <div class=${`dt-g ${hasBoard ? "" : "nob"}`}>${hasBoard ? html`<div class="dt-c1">${board}</div>` : null}<div class="dt-c2"><${Plan} of=${of} /><${Owed} of=${of} /><${Touches} of=${of} /><${Members} of=${of} />${of.muted ? html`<p class="mutedn"><${Icon} of="mute" />${t("queue.muted", { n: of.muted })}</p>` : null}<${Course} of=${of} /></div></div>
    ${ended ? html`<${EndedActions} of=${of} next=${next} />` : html`<div class="acts"><${Refusal} of=${of} /><${Deciding} of=${of} /><${Taking} of=${of} /></div>`}</article>`;
}

/** @param {Case} one */
export const caseLabel = (one) =>
  tp("call.ruling", { table: one.tables.map(tableLabel).join(", "), title: caseTitle(one) });
