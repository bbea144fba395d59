// One pairing: its result, who has not come, who plays, at which board and table.

import { html, useState } from "../vendor/preact.js";
import { arrange, ofPairing } from "../live/arranging.js";
import { boardText, gameOf, isDone, isLate, roundKey, rounds, tableOf } from "../live/rounds.js";
import { hallNow, state } from "../live/state.js";
import { Board } from "../parts/board.js";
import { Dialog } from "../parts/dialog.js";
import { boardLabel, lastSquares } from "../parts/table.js";
import { closeDialog, show } from "../ui.js";
import { hourMinute, resultText } from "../words/format.js";
import { ltr, plain, rich } from "../words/marks.js";
import { say, t, tp } from "../words/say.js";
import { asFields, Both, player } from "./players.js";
import { askRound } from "./round.js";

/** @import { Color } from "../live/protocol.js" */
/** @import { BoardNumber, Pairing, Round } from "../live/rounds.js" */

const PLAYED = ["1-0", "1/2-1/2", "0-1"];
const OTHERS = ["+:-", "-:+", "-:-", "0-0", "1/2-0", "0-1/2"];

/** @param {Round} round @param {BoardNumber} board @param {string} [chosen] A result. */
export function openPairing(round, board, chosen) {
  const key = roundKey(round);
  show({ dialog: () => html`<${Form} of=${key} board=${boardText(board)} chosen=${chosen} />` });
}

/** What others do meanwhile is seen here, too. @param {{ of: string, board: string, chosen?: string }} p */
function Form({ of, board, chosen }) {
  const round = rounds().find((one) => roundKey(one) === of);
  const pairing = round?.pairings.find((one) => boardText(one.board) === board);
  const title = say("pair.title", { board, number: round?.number });
  return html`<${Dialog} title=${rich(title)} label=${plain(title)} wide>${round && pairing ? html`<${Result} round=${round} pairing=${pairing} chosen=${chosen} /><${Absent} round=${round} pairing=${pairing} />${!chosen && round.state !== "over" && state.account?.role === "chief" ? html`<${Change} key=${`${pairing.white.name}|${pairing.black.name}`} round=${round} pairing=${pairing} />` : null}` : html`<p>${t("pair.gone")}</p>`}</${Dialog}>`;
}

/** @param {{ round: Round, pairing: Pairing, chosen?: string }} p */
function Result({ round, pairing, chosen }) {
  const game = gameOf(pairing);
  const view = tableOf(pairing);
  const { white, black, result: before } = pairing;
  const send = (/** @type {string} */ result) => {
    const replaces = isDone(pairing) ? { replaces: before } : {};
    const done =
      result === "*"
        ? say("toast.noResult", { board: boardText(pairing.board) })
        : say("toast.result", { board: boardText(pairing.board), result });
    return arrange({ request: "round-result", ...ofPairing(round, pairing), result, ...replaces }, done);
  };
  const give = (/** @type {string} */ result) => {
    closeDialog();
    if (!isDone(pairing)) {
      send(result);
      return;
    }
    const lost = [say(result === "*" ? "pair.takenAway" : "pair.replaced", { before, result })];
    askRound({
      title: say("pair.title", { board: boardText(pairing.board), number: round.number }),
      lost,
      label: say("pair.doIt"),
      go: () => send(result),
    });
  };
  const button = (/** @type {string} */ result, /** @type {string} */ size) =>
    html`<button key=${result} type="button" class=${`btn ${size} ${result === chosen ? "pri" : ""}`} data-act=${result} aria-label=${tp("pair.resultIs", { result, white: white.name, black: black.name })} disabled=${result === before} onClick=${() => give(result)}>${rich(ltr(resultText(result)))}</button>`;
  return html`<p class="soft">${t("table.pair", { white: white.name, black: black.name })}${isDone(pairing) ? html` · ${t("pair.now", { result: before, by: pairing.by })}` : null}</p>
    ${game?.plies ? html`<div class="dlg-b"><${Board} fen=${game.fen} marks=${{ last: lastSquares(view) }} coords label=${boardLabel(pairing.table ?? "")} /></div>` : null}
    <h3>${t("form.result")}</h3><div class="cand big">${PLAYED.map((result) => button(result, ""))}</div>
    ${chosen ? null : html`<details class="more-r"><summary>${t("pair.others")}</summary><div class="cand">${OTHERS.map((result) => button(result, "sm"))}${isDone(pairing) ? html`<button type="button" class="btn sm" data-act="*" onClick=${() => give("*")}>${t("pair.none")}</button>` : null}</div></details>`}`;
}

/** @param {{ round: Round, pairing: Pairing }} p */
function Absent({ round, pairing }) {
  const game = gameOf(pairing);
  // Who has answered has come; who has opened, too.
  if (isDone(pairing) || (game?.plies ?? 0) > 1 || round.state === "over") return null;
  const has = isLate(round) && round.state === "on";
  const whos = game?.plies ? ["black"] : ["white", "black", "both"];
  const give = (/** @type {string} */ who) => {
    closeDialog();
    const announced = has ? {} : { announced: true };
    arrange(
      { request: "absent", ...ofPairing(round, pairing), who, ...announced },
      say("toast.absent", { board: boardText(pairing.board) }),
    );
  };
  const when = round.default_at ? hourMinute(round.default_at) : "";
  return html`<h3>${t(has ? "absent.title" : "absent.announced")}</h3><p class="soft">${has ? t("absent.late", { at: when }) : when && round.state === "on" ? t("absent.before", { at: when, now: hourMinute(hallNow()) }) : t("absent.beforeStart")}</p>
    <div class="cand">${whos.map((who) => html`<button key=${who} type="button" class="btn sm" data-act=${`absent-${who}`} onClick=${() => give(who)}>${t(`absent.${who}`)}</button>`)}</div>`;
}

/** @param {{ round: Round, pairing: Pairing }} p */
function Change({ round, pairing }) {
  const was = { white: asFields(pairing.white), black: asFields(pairing.black) };
  const [both, setBoth] = useState(was);
  const [board, setBoard] = useState(boardText(pairing.board));
  const [table, setTable] = useState(pairing.table ?? "");
  const edit = (/** @type {Color} */ color, /** @type {string} */ field, /** @type {string} */ text) =>
    setBoth({ ...both, [color]: { ...both[color], [field]: text } });
  const differs = (/** @type {Color} */ color) => JSON.stringify(both[color]) !== JSON.stringify(was[color]);
  const change = {
    ...(differs("white") ? { white: player(both.white) } : {}),
    ...(differs("black") ? { black: player(both.black) } : {}),
    ...(board.trim() !== boardText(pairing.board) ? { to: boardOf(board) } : {}),
    ...(table.trim() !== (pairing.table ?? "") ? { table: table.trim() } : {}),
  };
  const can =
    Object.keys(change).length > 0 &&
    both.white.name.trim() &&
    both.black.name.trim() &&
    (!("to" in change) || change.to);
  const save = () => {
    closeDialog();
    arrange(
      { request: "pair", ...ofPairing(round, pairing), ...change },
      say("toast.paired", { board: boardText(pairing.board) }),
    );
  };
  return html`<details class="more-r" open=${round.state === "planned"}><summary>${t("pair.who")}</summary><${Both} both=${both} change=${edit} />
    <div class="cand"><button type="button" class="btn sm" data-act="swap" onClick=${() => setBoth({ white: both.black, black: both.white })}>${t("form.swap")}</button></div>
    <div class="laws"><label>${t("pair.board")}<input name="board" value=${board} inputmode="decimal" maxlength="9" onInput=${(/** @type {any} */ event) => setBoard(event.target.value)} /></label><label>${t("pair.table")}<input name="table" value=${table} maxlength="64" onInput=${(/** @type {any} */ event) => setTable(event.target.value)} /></label></div>
    <p class="soft">${t(gameOf(pairing)?.plies ? "pair.inPlay" : "pair.note")}</p>
    <div class="acts-1 dlg-acts"><button type="button" class="btn" onClick=${closeDialog}>${t("word.cancel")}</button><button type="button" class="btn pri" data-act="pair" disabled=${!can} onClick=${save}>${t("word.save")}</button></div></details>`;
}

/** `3`, or in a match of teams `2.3`. @param {string} text @returns {BoardNumber | null} */
function boardOf(text) {
  const found = /^(?:([1-9]\d{0,3})\.)?([1-9]\d{0,3})$/.exec(text.trim());
  if (!found) return null;
  return found[1] ? { of_match: Number(found[1]), number: Number(found[2]) } : { number: Number(found[2]) };
}
