// Cases, effects and steps in words: which message, with which parameters.

import { state } from "../live/state.js";
import { tableLabels } from "../live/looks.js";
import { alertText } from "./alerts.js";
import { ageText, dayTime } from "./format.js";
import { found } from "./marks.js";
import { hasMessage, say } from "./say.js";

/** @import { Case, Effect, Entry, First, Offer, Step, Words } from "../live/protocol.js" */

/** @param {string} kind @param {Record<string, any>} [parameters] */
export const kindTitle = (kind, parameters = { data: {} }) =>
  hasMessage(`case.${kind}`) ? say(`case.${kind}`, parameters) : say("case.other", { kind });

/** A few words. @param {Case} one */
export function caseTitle(one) {
  const title = kindTitle(one.kind, one);
  const n = one.members?.length;
  const lower = title.charAt(0).toLowerCase() + title.slice(1);
  if (one.before) return say("case.before", { title, lower });
  if (!n) return title;
  if (one.data.group === "flood") return say("flood.title", { n, title, lower, tables: one.tables.length });
  return hasMessage(`line.${one.kind}`) ? say(`line.${one.kind}`, { n }) : say("line.other", { n, title });
}

/** A sentence. @param {Case} one */
export function caseSentence(one) {
  const tables = tableLabels(one.tables);
  const n = one.members?.length;
  if (n && one.data.group === "flood") {
    const members = (one.members ?? []).flatMap((id) => state.cases.get(id) ?? []);
    const span = Math.max(...members.map((member) => member.since), one.since) - one.since;
    return say("flood.text", { n, title: kindTitle(one.kind, one), tables: tables.length, age: ageText(span) });
  }
  if (n)
    return hasMessage(`line.${one.kind}.text`)
      ? say(`line.${one.kind}.text`, { tables })
      : say("line.other.text", { tables });
  const text = alertSentence(one);
  return one.before ? say("case.before.text", { text }) : text;
}

/**
 * What an alert says: in this page's words where it tells which, else in its own, which are English.
 * @param {{ kind: string, text: string, words?: Words } & Record<string, any>} alert
 */
export function alertSentence(alert) {
  const text = alert.words ? alertText(alert.words) : null;
  if (text !== null) return text;
  return hasMessage(`case.${alert.kind}.text`) ? say(`case.${alert.kind}.text`, alert) : found(alert.text);
}

/** @param {Effect} effect */
export const effectText = (effect) =>
  say(hasMessage(`effect.${effect.effect}`) ? `effect.${effect.effect}` : "effect.other", effect);

/** @param {Effect[]} effects */
export const effectsText = (effects) => effects.map(effectText).join(" ");

/** In the record, where room is scarce. @param {Effect} effect */
export const effectBrief = (effect) =>
  hasMessage(`brief.${effect.effect}`) ? say(`brief.${effect.effect}`, effect) : effectText(effect);

/** @param {Step} step */
export const stepText = (step) => say(hasMessage(`step.${step.step}`) ? `step.${step.step}` : "step.other", step);

/** What a button says: with the outcome where there is one. @param {Offer} offer @param {Case} [one] */
export function offerLabel(offer, one) {
  const has = (/** @type {string} */ effect) => offer.outcome.effects.find((known) => known.effect === effect);
  const counted = has("illegal-move-counted");
  const final = has("result-final");
  const time = has("time-given");
  const owed = has("move-owed");
  if (offer.name === "confirm" && final) return say("act.confirmResult", final);
  if (offer.name === "confirm" && counted) return say("act.confirmCounted", counted);
  if (offer.name === "confirm" && time) return say("act.confirmTime", time);
  if (offer.name === "confirm" && one?.offers.some((other) => other.name === "take-back" && other.proposed))
    return say("act.confirmNoted");
  if (offer.name === "take-back" && owed) return say("act.takeBackOwed", owed);
  if (offer.name === "take-back" && !offer.form && has("moves-taken-back"))
    return say("act.takeBackMoves", has("moves-taken-back"));
  return say(hasMessage(`act.${offer.name}`) ? `act.${offer.name}` : "act.other", { name: offer.name });
}

/** @param {string} name */
export const doneText = (name) => say(hasMessage(`done.${name}`) ? `done.${name}` : "done.other", { name });

/** Effects in few words; what a player then owes stands elsewhere. @param {Effect[]} effects */
function briefs(effects) {
  const known = effects.filter((effect) => hasMessage(`brief.${effect.effect}`));
  const counts = known.some((effect) => effect.effect !== "move-owed");
  return known
    .filter((effect) => !counts || effect.effect !== "move-owed")
    .map(effectBrief)
    .join(" · ");
}

/** What was proposed. @param {Effect[]} effects */
export const proposedText = (effects) => briefs(effects) || effects.map(effectText).join(" ");

/** What was done, as a toast tells it. @param {Offer} offer */
export const outcomeBrief = (offer) => briefs(offer.outcome.effects) || doneText(offer.name);

/** What a field wants, as a file's would. @type {Record<string, string>} */
const EXPECTED = {
  begin: "date",
  end: "date",
  federation: "federation",
  fide_id: "fide-id",
  name: "name",
  rating: "rating",
  site: "name",
  team: "name",
  time_control: "time-control",
  title: "title",
};

/** Fields of persons alone. */
const PERSONS = ["fide_id", "rating", "team", "title"];

/** @param {{ refused?: string, first?: First, field?: string, expected?: string }} answer */
export function refusalText(answer) {
  const { refused = "other", first } = answer;
  if (first?.decided === "goes") return say("refused.secondGoes", { by: first.by, at: dayTime(first.at) });
  if (first && !first.by && ["cleared", "lapsed", "gone"].includes(first.decided))
    return say("refused.secondItself", { at: dayTime(first.at) });
  if (first) return say("refused.second", { by: first.by, did: first.decided, at: dayTime(first.at) });
  const ofField = `bad.${answer.field?.replaceAll("_", "-")}`;
  if (refused === "bad-value" && hasMessage(ofField)) return say(ofField);
  if (refused === "bad-value" && answer.field && answer.field in EXPECTED) {
    const field = say(PERSONS.includes(answer.field) ? "person.field" : "event.field", { field: answer.field });
    return say("refused.bad-value", { field, expected: say(`expected.${EXPECTED[answer.field]}`) });
  }
  return say(hasMessage(`refused.${refused}`) ? `refused.${refused}` : "refused.other", answer);
}

/** What an entry is about. @param {Entry} entry */
export function entryTitle(entry) {
  if (entry.round?.number !== undefined) return say("rec.round", entry.round);
  return entry.kind ? kindTitle(entry.kind) : doneText(entry.name ?? entry.command ?? "");
}

/** What an entry of the record says was done. @param {Entry} entry */
export function entryDone(entry) {
  if (entry.what === "shelved") return say("rec.shelved", { until: dayTime(entry.until ?? 0) });
  if (entry.what === "ended-by-itself")
    return say(hasMessage(`rec.itself.${entry.how}`) ? `rec.itself.${entry.how}` : "rec.itself.gone");
  const name = entry.name ?? entry.command ?? "";
  const did = `rec.did.${entry.round?.did}`;
  if (entry.round && hasMessage(did)) return say(did, entry.round);
  const what = briefs(entry.done.filter((effect) => !["settled", "seen", "did-not-happen"].includes(effect.effect)));
  return what ? `${doneText(name)}: ${what}` : doneText(name);
}
