// A file: what it would change before it changes anything, or where it is wrong.

import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { clearDesk, compare, desk, takeOver } from "../../live/arranging.js";
import { boardText } from "../../live/rounds.js";
import { Icon } from "../../parts/icons.js";
import { Disc } from "../../parts/table.js";
import { show } from "../../ui.js";
import { resultText } from "../../words/format.js";
import { joined } from "../../words/lists.js";
import { ltr, rich } from "../../words/marks.js";
import { hasMessage, say, t, tp } from "../../words/say.js";

/** @import { Comparison, Fault, PairingCompared, RoundCompared } from "../../live/arranging.js" */
/** @import { Player } from "../../live/rounds.js" */
/**
 * A line of the comparison.
 * @typedef {object} Row
 * @property {string} key
 * @property {string} board
 * @property {Player | null} white
 * @property {Player | null} black
 * @property {"as-before" | "bye" | "changed" | "gone" | "moved" | "name" | "new" | "swapped"} kind
 * @property {string[]} more Sentences that say how it was.
 * @property {boolean} differs
 * @property {string} [result]
 */

const ICONS = { bye: "minus", changed: "edit", gone: "x", moved: "swap", name: "edit", new: "plus", swapped: "swap" };
const COUNTED = /** @type {const} */ (["as-before", "new", "changed", "moved", "bye", "gone"]);
/** How much of a wrong line is shown before and behind the place, in letters. */
const BEFORE = 36;
const BEHIND = 24;

/** Nothing is known yet: what is to be done. */
export const NoFile = () =>
  html`<section class="card drop"><h2>${t("file.none")}</h2><p>${t("file.noneMore")}</p><p class="soft">${t("file.nothingYet")}</p></section>`;

/** @param {{ comparison: Comparison, again: unknown }} p */
export function Compared({ comparison, again }) {
  const [isBrief, setBrief] = useState(false);
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  // What has just been read is where the keyboard goes on.
  useLayoutEffect(() => heading.current?.focus(), [comparison.digest]);
  const rounds = comparison.rounds.map((round) => ({ round, rows: rowsOf(round) }));
  const all = rounds.flatMap(({ rows }) => rows);
  const differ = all.filter((row) => row.differs).length;
  const facts = Object.entries(comparison.event);
  const counted = (/** @type {typeof COUNTED[number]} */ kind) => all.filter((row) => family(row.kind) === kind).length;
  const isOver = comparison.rounds.find((round) => round.state === "over");
  const cancel = () => {
    clearDesk();
    show();
  };
  return html`<section class="card rv-p"><div class="card-h"><h2 tabindex="-1" ref=${heading}>${t("file.changes")}</h2><span class="soft"><bdi>${comparison.file}</bdi> · ${t("file.boards", { n: all.filter((row) => row.board).length })}</span></div>
    ${desk.isAgain ? html`<p class="errm" role="alert"><${Icon} of="later" /><span>${t("file.again")}</span></p>` : null}
    <div class="sum">${COUNTED.filter((kind) => counted(kind)).map((kind) => html`<span key=${kind}>${kind === "as-before" ? null : html`<${Icon} of=${ICONS[kind]} />`}<b>${counted(kind)}</b> ${t(`file.count.${kind}`, { n: counted(kind) })}</span>`)}<label class="ck-l"><input type="checkbox" checked=${isBrief} onChange=${() => setBrief(!isBrief)} /> ${t("file.only")}</label></div>
    ${facts.length ? html`<p class="facts"><b>${t("file.facts")}</b> ${facts.map(([field, value]) => html`<span key=${field}><span class="soft">${t(`event.${field}`)}</span> <bdi>${String(value)}</bdi></span>`)}</p>` : null}
    ${rounds.map(({ round, rows }) => html`<${Table} key=${`${round.number} ${round.section ?? ""}`} round=${round} rows=${isBrief ? rows.filter((row) => row.differs) : rows} several=${rounds.length > 1} />`)}
    <${Omitted} all=${comparison.omitted ?? []} />
    ${isOver ? html`<p class="errm in"><${Icon} of="warning" /><span>${t("file.over", { number: isOver.number })}</span></p>` : null}${desk.failed ? html`<p class="errm in" role="alert"><${Icon} of="warning" /><span>${desk.failed}</span></p>` : null}
    <div class="acts in"><div class="acts-1"><button type="button" class="btn pri" data-act="take-over" disabled=${desk.isBusy || comparison.as_before || Boolean(isOver)} onClick=${takeOver}>${comparison.as_before ? t("file.nothing") : t(differ ? "file.take" : "file.takeRest", { n: differ })}</button>${again}<button type="button" class="btn" data-act="put-away" onClick=${cancel}>${t("file.away")}</button></div><p class="soft">${t("file.promise")}</p></div></section>`;
}

/** Several kinds are counted as one. @param {Row["kind"]} kind */
const family = (kind) => (kind === "swapped" ? "moved" : kind === "name" ? "changed" : kind);

/** @param {RoundCompared} round @returns {Row[]} */
function rowsOf(round) {
  const told = round.players ?? [];
  const renamed = (/** @type {Player} */ player) => told.find(({ now }) => now.name === player.name);
  // Of a round that nobody knows yet everything is new, which is no difference.
  const isNew = round.state === undefined;
  const rows = round.pairings.map((pairing) => {
    const named = [pairing.white, pairing.black].flatMap((player) => renamed(player) ?? []);
    const kind = pairing.change === "as-before" && named.length ? "name" : pairing.change;
    const more = [...wasText(pairing), ...named.map(playerText)];
    if (pairing.in_play) more.push(say("file.inPlay"));
    return /** @type {Row} */ ({
      key: boardText(pairing.board),
      board: boardText(pairing.board),
      white: pairing.white,
      black: pairing.black,
      kind,
      more,
      differs: !(kind === "as-before" || (isNew && kind === "new")),
      result: pairing.result,
    });
  });
  const byes = round.byes.map(({ player, kind, new: isFresh, was }) => ({
    key: `bye ${player.name}`,
    board: "",
    white: player,
    black: null,
    kind: /** @type {const} */ ("bye"),
    more: [say(`bye.${kind}`), ...(was ? [say("file.byeWas", { text: say(`bye.${was}`) })] : [])],
    differs: !isNew && Boolean(isFresh || was),
  }));
  const gone = (round.gone ?? []).map(({ board, white, black }) => ({
    key: `gone ${boardText(board)}`,
    board: boardText(board),
    white,
    black,
    kind: /** @type {const} */ ("gone"),
    more: [say("file.gonePair")],
    differs: true,
  }));
  const noBye = (round.gone_byes ?? []).map(({ player }) => ({
    key: `gone ${player.name}`,
    board: "",
    white: player,
    black: null,
    kind: /** @type {const} */ ("gone"),
    more: [say("file.goneBye")],
    differs: true,
  }));
  return [...rows, ...byes, ...gone, ...noBye];
}

/** How a pairing was. @param {PairingCompared} pairing */
function wasText({ change, white_was: white, black_was: black, from, swapped }) {
  if (change === "moved" && from) {
    const was = say("file.wasBoard", { board: boardText(from) });
    return swapped ? [was, say("file.wasSwapped")] : [was];
  }
  if (change === "swapped") return [say("file.wasSwapped")];
  return [
    ...(white ? [say("file.whiteWas", { name: white.name })] : []),
    ...(black ? [say("file.blackWas", { name: black.name })] : []),
  ];
}

const PERSON = /** @type {const} */ (["name", "title", "rating", "federation", "fide_id", "team"]);

/** What is told otherwise of a player. @param {{ was: Player, now: Player }} of */
const playerText = ({ was, now }) =>
  joined(
    "list",
    PERSON.filter((field) => (was[field] ?? "") !== (now[field] ?? "")).map((field) =>
      say("file.told", { field, was: was[field], now: now[field] }),
    ),
  );

/** @param {{ round: RoundCompared, rows: Row[], several: boolean }} p */
function Table({ round, rows, several }) {
  const name = tp("round.choice", round);
  return html`<div class="tw" tabindex="0" role="region" aria-label=${name}><table class="pt">${several ? html`<caption>${name}</caption>` : null}<thead><tr><th scope="col">${t("round.board")}</th><th scope="col">${t("color.white")}</th><th scope="col">${t("color.black")}</th><th scope="col">${t("file.against")}</th></tr></thead><tbody>${rows.map((row) => html`<${Line} key=${row.key} row=${row} />`)}</tbody></table></div>`;
}

/** @param {{ row: Row }} p */
function Line({ row: { board, white, black, kind, more, differs, result } }) {
  const player = (/** @type {Player | null} */ who, /** @type {"white" | "black"} */ color) =>
    html`<td>${who ? html`${kind === "bye" ? null : html`<${Disc} of=${color} />`}<bdi>${who.name}</bdi>${who.title || who.rating ? html` <small class="soft">${who.title} ${who.rating}</small>` : null}` : html`<span class="soft">${t("file.noOpponent")}</span>`}</td>`;
  const words = result && result !== "*" ? html` <span class="soft">${rich(ltr(resultText(result)))}</span>` : null;
  return html`<tr class=${`${differs ? "dif" : ""} ${kind === "gone" ? "gone" : ""}`}><th scope="row" class="no">${board || html`<span class="vh">${t("file.noBoard")}</span>`}</th>${player(white, "white")}${player(black, "black")}<td>${kind === "as-before" ? html`<span class="soft">${t("file.kind.as-before")}</span>` : html`<span class="dk"><${Icon} of=${ICONS[kind]} />${t(`file.kind.${kind}`)}</span> ${more.map((text) => html`<span class="soft" key=${text}>${rich(text)} </span>`)}`}${words}</td></tr>`;
}

/** What the file says and cannot be kept: no reason to refuse it. @param {{ all: Fault[] }} p */
function Omitted({ all }) {
  if (!all.length) return null;
  return html`<details class="omit"><summary>${t("file.omitted", { n: all.length })}</summary><ul>${all.map((fault, at) => html`<li key=${at}>${t("file.omittedOne", { place: placeText(fault), found: fault.found, expected: expectedText(fault) })}</li>`)}</ul></details>`;
}

/** Whether the column of a place counts the fields of a line. @param {Fault} fault */
const isField = ({ place }) => /, field \d+$/.test(place);

/** What should stand there; a hall of a later version may know more than these catalogues. @param {Fault} fault */
const expectedText = ({ code, expected }) => (hasMessage(`expected.${code}`) ? say(`expected.${code}`) : expected);

/** @param {Fault} fault */
function placeText(fault) {
  const { line, column = 1, sheet } = fault;
  if (line === undefined) return say("file.whole");
  if (sheet !== undefined) return say("file.cell", { sheet, cell: `${columnName(column)}${line}` });
  return say(isField(fault) ? "file.atField" : "file.at", { line, column });
}

/** A column as a spreadsheet names it: A, .., Z, AA, .. @param {number} column @returns {string} */
const columnName = (column) =>
  column > 26
    ? columnName(Math.floor((column - 1) / 26)) + columnName(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column);

/** A file that cannot be read: where, what stands there, what may stand there. */
export function Wrong() {
  const { wrong, failed, comparison } = desk;
  const mark = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => mark.current?.scrollIntoView({ block: "nearest", inline: "center" }), [wrong]);
  if (!wrong)
    return failed && !comparison
      ? html`<section class="card err" role="alert"><div class="card-h"><h2>${t("file.wrong")}</h2></div><p>${failed}</p><p class="soft">${t("file.unchanged")}</p></section>`
      : null;
  const { fault, name } = wrong;
  return html`<section class="card err" role="alert"><div class="card-h"><h2>${t("file.wrong")}</h2></div><p>${t("file.fault", { file: name, place: placeText(fault), found: fault.found, expected: expectedText(fault) })}</p>${fault.text === undefined ? null : html`<pre dir="ltr" tabindex="0" aria-label=${tp("file.line", { line: fault.line })}>${cut(fault, mark)}</pre>`}<p class="soft">${t("file.unchanged")}</p></section>`;
}

/** The line around the place, with what stands there marked. @param {Fault} fault @param {unknown} mark */
function cut(fault, mark) {
  const { text = "", found, column = 1 } = fault;
  const letters = [...text];
  const at = isField(fault) ? [...text.slice(0, Math.max(0, text.indexOf(found)))].length : column - 1;
  const end = at + Math.max(1, [...found].length);
  const first = Math.max(0, at - BEFORE);
  const last = Math.min(letters.length, end + BEHIND);
  const piece = (/** @type {number} */ from, /** @type {number} */ to) => letters.slice(from, to).join("");
  return html`${first ? "… " : ""}${piece(first, at)}<mark ref=${mark}>${piece(at, end) || " "}</mark>${piece(end, last)}${last < letters.length ? " …" : ""}`;
}

/** The event has several sections, and the file does not say which it is of. */
export function Section() {
  const { sections, file } = desk;
  if (!sections.length || !file) return null;
  return html`<section class="card err"><div class="card-h"><h2>${t("file.whichSection")}</h2></div><p>${t("file.whichMore", { file: file.name })}</p><div class="cand in">${sections.map((section) => html`<button key=${section} type="button" class="btn" onClick=${() => compare(file, { section })}><bdi>${section}</bdi></button>`)}</div></section>`;
}
