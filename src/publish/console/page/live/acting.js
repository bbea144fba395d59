// What somebody does: sent once, and what became of it told at the place where it was done.

import { refusedText } from "../words/alerts.js";
import { doneText, outcomeBrief, refusalText } from "../words/cases.js";
import { rich } from "../words/marks.js";
import { say } from "../words/say.js";
import { show, tell, ui } from "../ui.js";
import { isTaken, tableLabel, waiting } from "./looks.js";
import { ask } from "./socket.js";
import { onNews, state } from "./state.js";

/** @import { Act, Answer, Case, Entry, Offer } from "./protocol.js" */

/** For how long a case is shelved. */
const SHELF_S = 300;

/** What a table is told: with the game as it stands here, so that nothing is done to another. @param {string} table */
function asOf(table) {
  const game = state.tables.get(table)?.game;
  return game ? { game: game.id, plies: game.plies, result: game.result } : undefined;
}

/**
 * Does what is offered.
 * @param {{ offer: Offer, table: string, one?: Case, acts?: Act[], seen?: ReturnType<typeof asOf> }} what
 */
export async function act({ offer, table, one, acts = offer.acts, seen = asOf(table) }) {
  const key = one?.id ?? `table:${table}`;
  if (ui.sending.has(key)) return null;
  ui.sending.set(key, offer.name);
  ui.refused.delete(key);
  show();
  const answer = await ask({
    request: "act",
    table,
    ...(one ? { case: one.id } : {}),
    acts,
    ...(seen ? { as_of: seen } : {}),
  });
  ui.sending.delete(key);
  if (answer.refused) {
    refused(key, offer.name, answer);
    return answer;
  }
  if (answer.entry !== undefined) {
    ui.mine.push(answer.entry);
    watched.set(answer.entry, { key, name: offer.name });
    const entry = state.entries.get(answer.entry);
    tell({
      text: say("toast.done", { table: tableLabel(table), what: outcomeBrief(offer) }),
      table,
      ...(offer.outcome.take_back.length ? { entry: answer.entry } : {}),
    });
    if (entry) follow(entry);
  } else {
    tell({ text: say("toast.done", { table: tableLabel(table), what: doneText(offer.name) }), table });
  }
  return answer;
}

/** All members of a group are meant by its own case; each of its tables is told. @param {Case} group @param {string} name */
export async function actOnAll(group, name) {
  if (ui.sending.has(group.id)) return;
  ui.sending.set(group.id, name);
  show();
  for (const id of group.members ?? []) {
    const member = state.cases.get(id);
    const offer = member?.offers.find((known) => known.name === name);
    if (!member || !offer || offer.form) continue;
    const answer = await ask({ request: "act", table: member.tables[0], case: member.id, acts: offer.acts });
    if (answer.refused) {
      ui.sending.delete(group.id);
      refused(group.id, name, answer);
      return;
    }
  }
  ui.sending.delete(group.id);
  tell({ text: say("toast.done", { table: group.tables.map(tableLabel).join(", "), what: doneText(name) }) });
}

/** @param {string} key @param {string} name @param {Answer} answer */
function refused(key, name, answer) {
  ui.refused.set(key, { name, text: refusalText(answer) });
  // Who is second is told so even where the case is no longer in sight.
  if (answer.refused === "second" || !state.cases.has(key)) tell({ kind: "refused", text: refusalText(answer) });
  else show();
}

/** Entries on their way, until the table has answered. @type {Map<number, { key: string, name: string }>} */
const watched = new Map();

onNews((changes) => {
  for (const entry of changes?.entries ?? []) follow(entry);
});

/** @param {Entry} entry */
function follow(entry) {
  const sent = watched.get(entry.number);
  if (!sent || entry.state === "sent") return;
  if (entry.state !== "no-answer") watched.delete(entry.number);
  if (entry.state === "done") return;
  const table = tableLabel(entry.table);
  const text =
    entry.state === "refused"
      ? say("toast.refused", { table, error: refusedText(entry) })
      : entry.state === "second"
        ? say("toast.second", { table, by: entry.first?.by })
        : say("toast.noAnswer", { table });
  ui.refused.set(sent.key, { name: sent.name, text });
  tell({ kind: "refused", text });
}

/** Seen, going, shelved: said of a case without deciding it. @param {Case} one @param {"seen" | "go" | "go-not" | "shelve" | "unshelve"} what */
export async function mark(one, what) {
  ui.refused.delete(one.id);
  const answer = await ask({ request: what, case: one.id, ...(what === "shelve" ? { for_s: SHELF_S } : {}) });
  if (answer.refused) refused(one.id, what, answer);
  else show();
}

/** I go; or, where I go already, not after all. @param {Case} one */
export const goOrNot = (one) => mark(one, one.going?.by === state.account?.name ? "go-not" : "go");

/** @param {number} entry */
export async function takeBack(entry) {
  const table = state.entries.get(entry)?.table ?? "";
  const answer = await ask({ request: "take-back", entry });
  if (answer.refused) {
    tell({ kind: "refused", text: refusalText(answer) });
    return;
  }
  ui.mine = ui.mine.filter((known) => known !== entry);
  if (answer.entry !== undefined) watched.set(answer.entry, { key: `entry:${entry}`, name: "take-back" });
  tell({ text: say("toast.takenBack", { table: tableLabel(table) }), table });
}

/** Takes back what this person decided last on this page. */
export function takeBackMine() {
  const entry = ui.toast?.entry ?? ui.mine.at(-1);
  if (entry !== undefined) takeBack(entry);
}

/** @param {string} table @returns {Promise<Offer[]>} */
export async function offersAt(table) {
  return (await ask({ request: "offers", table })).offers ?? [];
}

/** What acts would do. @param {string} table @param {Act[]} acts */
export const preview = (table, acts) => ask({ request: "preview", table, acts });

/** Whether decisions can be sent at all. */
export const canDecide = () => state.link === "live" && state.broker?.up !== false;

/** Whether this account may shelve a case. @param {Case} one */
export const mayShelve = (one) => one.severity !== "ruling" || state.account?.role === "chief";

/** @param {Case} one */
export const refusalOf = (one) => {
  const found = ui.refused.get(one.id);
  return found ? rich(found.text) : null;
};

/** The case that is looked at: the chosen one, else the first that nobody has taken on, else the first. @returns {Case | null} */
export function chosenCase() {
  const list = waiting();
  const chosen = state.cases.get(ui.chosen);
  return chosen ?? list.find((one) => !isTaken(one)) ?? list[0] ?? null;
}
