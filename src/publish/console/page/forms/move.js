// What a half-move was: one of the candidates, or two clicks on the board. And how far a game is taken back.

import { html, useState } from "../vendor/preact.js";
import { state } from "../live/state.js";
import { ClickBoard, Legend } from "../parts/board.js";
import { pieces, promotes } from "../parts/position.js";
import { boardLabel } from "../parts/table.js";
import { sanText } from "../words/format.js";
import { ltr, rich } from "../words/marks.js";
import { t, tp } from "../words/say.js";
import { Do, FormDialog, useOutcome, WillDo } from "./ready.js";

/** @import { Given } from "./forms.js" */

/** @param {Given} p */
export function MoveForm({ offer, table, one, chosen: begin = "", send }) {
  const ply = offer.form?.ply ?? 1;
  /** @type {string[]} */
  const candidates = offer.form?.candidates ?? [];
  const [from, setFrom] = useState("");
  const [line, setLine] = useState(begin);
  const [pawn, setPawn] = useState("");
  const view = state.tables.get(table);
  const detail = state.details.get(table);
  const moves = detail?.moves ?? [];
  const known = moves.find((move) => move.ply === ply);
  const fen = known
    ? (moves.findLast((move) => move.ply < ply && move.fen)?.fen ?? detail?.initial_fen)
    : view?.game?.fen;
  const on = pieces(fen ?? one?.fen ?? "");
  const acts = line ? line.split(" ").map((uci, i) => ({ command: "set-move", ply: ply + i, uci })) : null;
  const outcome = useOutcome(table, acts);
  const after = outcome?.effects[0]?.after;
  const isLegal = !after || after.san !== after.uci;
  const choose = (/** @type {string} */ square) => {
    setPawn("");
    if (!from || from === square) {
      setFrom(on[square] && from !== square ? square : "");
      return;
    }
    if (on[square] && on[from] && sameSide(on[square], on[from]) && !isCastling(on, from, square)) {
      setFrom(square);
      return;
    }
    setFrom("");
    if (promotes(on, from, square)) setPawn(from + square);
    else setLine(from + square);
  };
  const chosen = line && !line.includes(" ") ? [line.slice(0, 2), line.slice(2, 4)] : [];
  const marks = { from: from ? [from] : chosen };
  return html`<${FormDialog} table=${table} name="set-move" wide>
    <p>${t("form.move", { turn: `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"}`, san: known?.san })}</p>
    ${
      candidates.length
        ? html`<h3>${t("form.candidates")}</h3><div class="cand">${candidates.map(
            (uci) =>
              html`<button key=${uci} type="button" class=${`btn ${line === uci ? "pri" : ""}`} data-act=${uci} onClick=${() => {
                setLine(uci);
                setFrom("");
                setPawn("");
              }}>${rich(ltr(candidateName(one, uci)))}</button>`,
          )}</div>`
        : null
    }
    <p class="soft">${t(candidates.length ? "form.onBoard" : "form.onBoardOnly")}</p>
    <div class="dlg-b"><${ClickBoard} pieces=${on} marks=${marks} label=${boardLabel(table)} choose=${choose} /><${Legend} marks=${marks} /></div>
    ${
      pawn
        ? html`<fieldset class="seg-f"><legend>${t("form.promote")}</legend><div class="cand">${[
            "q",
            "r",
            "b",
            "n",
          ].map(
            (letter) =>
              html`<button key=${letter} type="button" class="btn" onClick=${() => {
                setLine(pawn + letter);
                setPawn("");
              }}>${t("piece.name", { piece: letter })}</button>`,
          )}</div></fieldset>`
        : null
    }
    ${line && outcome && !isLegal ? html`<p class="errm" role="alert">${t("form.notLegal", { uci: line })}</p>` : html`<${WillDo} outcome=${outcome} />`}
    <p class="soft">${t("form.anew")}</p>
    <${Do} label=${after && isLegal ? t("form.doItMove", { san: after.san }) : t("form.doIt")} disabled=${!acts || !outcome || !isLegal} go=${() => acts && outcome && send(acts, outcome)} /></${FormDialog}>`;
}

/** A line of moves by the names that the case has for them. @param {import("../live/protocol.js").Case | undefined} one @param {string} line */
export function candidateName(one, line) {
  const name = (/** @type {string} */ uci) => sanText(one?.legal.find((move) => move.uci === uci)?.san ?? uci);
  return line.split(" ").map(name).join(" ");
}

/** @param {string} one @param {string} other */
const sameSide = (one, other) => (one === one.toLowerCase()) === (other === other.toLowerCase());

/** In Chess960 the king takes his own rook to castle. @param {Record<string, string>} on @param {string} from @param {string} to */
const isCastling = (on, from, to) =>
  on[from].toLowerCase() === "k" && on[to]?.toLowerCase() === "r" && sameSide(on[from], on[to]);

/** @param {Given} p */
export function TakeBackForm({ offer, table, send }) {
  const moves = state.details.get(table)?.moves ?? [];
  const most = Math.max(1, offer.form?.plies ?? moves.length);
  const [plies, setPlies] = useState(1);
  const acts = [{ command: "take-back", plies }];
  const outcome = useOutcome(table, acts);
  const [first] = moves.slice(-plies);
  const change = (/** @type {any} */ event) => setPlies(Math.max(1, Math.min(most, Number(event.target.value) || 1)));
  return html`<${FormDialog} table=${table} name="take-back"><p>${t("form.takeBack")}</p>
    <div class="cand">${[1, 2, 3, 4].filter((n) => n <= most).map((n) => html`<button key=${n} type="button" class="btn" aria-pressed=${String(plies === n)} onClick=${() => setPlies(n)}>${n}</button>`)}<input type="number" min="1" max=${most} value=${plies} aria-label=${tp("form.takeBack")} onInput=${change} /></div>
    ${first ? html`<p class="soft">${t("form.takeBackTo", { plies, san: first.san })}</p>` : null}
    <${WillDo} outcome=${outcome} /><${Do} label=${t("form.takeBackDo", { plies })} disabled=${!outcome} go=${() => outcome && send(acts, outcome)} /></${FormDialog}>`;
}
