// A position, put together: a piece is picked, then squares are clicked.

import { html, useState } from "../vendor/preact.js";
import { state } from "../live/state.js";
import { ClickBoard } from "../parts/board.js";
import { colorOf, FIRST, pieces, placement, sensed } from "../parts/position.js";
import { boardLabel } from "../parts/table.js";
import { t, tp } from "../words/say.js";
import { Do, FormDialog, useOutcome, WillDo } from "./ready.js";

/** @import { Given } from "./forms.js" */
/** @import { Pieces } from "../parts/position.js" */

const LETTERS = [..."KQRBNPkqrbnp"];
/** Where king and rook stand while they may still castle. */
const CASTLING = {
  K: ["e1", "h1", "K", "R"],
  Q: ["e1", "a1", "K", "R"],
  k: ["e8", "h8", "k", "r"],
  q: ["e8", "a8", "k", "r"],
};

/** @param {Given} p */
export function PositionForm({ offer, table, send }) {
  const begin = offer.form?.fen || FIRST;
  const [on, setOn] = useState(/** @type {Pieces} */ (pieces(begin)));
  const [piece, setPiece] = useState("");
  const [turn, setTurn] = useState(begin.split(" ")[1] ?? "w");
  const [rights, setRights] = useState(begin.split(" ")[2] ?? "-");
  const [lifted, setLifted] = useState("");
  const view = state.tables.get(table);
  const onBoard = sensed(view?.board, pieces(view?.game?.fen));
  const castling = Object.entries(CASTLING).filter(([, [king, rook, k, r]]) => on[king] === k && on[rook] === r);
  const kept =
    castling
      .map(([right]) => right)
      .filter((right) => rights.includes(right))
      .join("") || "-";
  const fen = `${placement(on)} ${turn} ${view?.game?.variant === "chess960" ? rights : kept} - 0 1`;
  const acts = [{ command: "set-position", fen }];
  const outcome = useOutcome(table, acts);
  const kings = Object.values(on).filter((letter) => letter === "K" || letter === "k");
  const click = (/** @type {string} */ square) => {
    const next = { ...on };
    if (piece === "" && lifted) {
      if (lifted !== square) {
        next[square] = on[lifted];
        delete next[lifted];
      }
      setLifted("");
    } else if (piece === "") {
      setLifted(on[square] ? square : "");
    } else if (piece === "x" || on[square] === piece) delete next[square];
    else next[square] = piece;
    setOn(next);
  };
  const start = (/** @type {Pieces} */ from) => {
    setOn(from);
    setLifted("");
  };
  return html`<${FormDialog} table=${table} name="set-position" wide><p>${t("form.position")}</p>
    <div class="cand">${onBoard && !Object.values(onBoard).includes("?") ? html`<button type="button" class="btn sm" onClick=${() => start(onBoard)}>${t("form.fromBoard")}</button>` : null}<button type="button" class="btn sm" onClick=${() => start(pieces(view?.game?.fen))}>${t("form.fromGame")}</button><button type="button" class="btn sm" onClick=${() => start(pieces(FIRST))}>${t("form.first")}</button><button type="button" class="btn sm" onClick=${() => start({})}>${t("form.empty")}</button></div>
    <div class="dlg-b"><${ClickBoard} pieces=${on} marks=${{ from: lifted ? [lifted] : [] }} label=${boardLabel(table)} choose=${click} /></div>
    <div class="palette" role="group" aria-label=${tp("form.pick")}><button type="button" class="pick" aria-pressed=${String(piece === "")} aria-label=${tp("form.moveOne")} onClick=${() => setPiece("")}>↔</button>${LETTERS.map((letter) => html`<button key=${letter} type="button" class="pick" aria-pressed=${String(piece === letter)} aria-label=${tp("board.piece", { player: colorOf(letter), piece: letter.toLowerCase() })} onClick=${() => setPiece(letter)}><svg viewBox="0 0 1 1" aria-hidden="true"><use href=${`#${colorOf(letter)[0]}${letter.toUpperCase()}`} width="1" height="1" /></svg></button>`)}<button type="button" class="pick" aria-pressed=${String(piece === "x")} aria-label=${tp("form.erase")} onClick=${() => setPiece("x")}>×</button></div>
    <fieldset class="seg-f"><legend>${t("form.toMove")}</legend><div class="seg">${["w", "b"].map((side) => html`<button key=${side} type="button" aria-pressed=${String(turn === side)} onClick=${() => setTurn(side)}>${t(`color.${side === "w" ? "white" : "black"}`)}</button>`)}</div></fieldset>
    ${castling.length && view?.game?.variant !== "chess960" ? html`<fieldset class="seg-f"><legend>${t("form.castling")}</legend>${castling.map(([right]) => html`<label key=${right} class="ck-i"><input type="checkbox" checked=${rights.includes(right)} onChange=${() => setRights(rights.includes(right) ? rights.replace(right, "") : rights.replace("-", "") + right)} /> ${t(`form.castle.${right}`)}</label>`)}</fieldset>` : null}
    <${WillDo} outcome=${outcome} /><${Do} label=${t("form.positionDo")} disabled=${!outcome || kings.length !== 2} go=${() => outcome && send(acts, outcome)} /></${FormDialog}>`;
}
