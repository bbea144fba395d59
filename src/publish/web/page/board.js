// The board: the position of the game, what the sensors see, and where the two differ.

import { Chessground } from "/page/vendor/chessground.min.js";
import { lastPly, sideToMove } from "/page/state.js";

const ROLES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const SQUARES = Array.from({ length: 64 }, (_, i) => "abcdefgh"[i % 8] + (1 + (i >> 3)));

export function makeBoard(element) {
  const ground = Chessground(element, {
    fen: "8/8/8/8/8/8/8/8",
    viewOnly: true,
    coordinates: true,
    ranksPosition: "left",
    drawable: { enabled: false, visible: false },
    animation: { duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 160 },
  });
  const board = { ground, element, view: "judged", pointed: [], drawn: "" };
  return board;
}

export function turnBoard(board) {
  board.ground.toggleOrientation();
  board.drawn = "";
}

export function orientation(board) {
  return board.ground.state.orientation;
}

/** Draws the state; gives back the differences in words. */
export function drawBoard(board, state) {
  const judged = placement(state.fen);
  const sensed = sensedPieces(state.board, judged);
  const differences = sensed && !state.board.agrees ? differ(judged, sensed, state.board.in_air) : [];
  const shown = new Map(board.view === "sensed" && sensed ? sensed : judged);
  for (const square of state.board?.in_air ?? []) {
    const piece = judged.get(square);
    if (piece && !sensed?.get(square)) shown.set(square, { color: piece.color, role: `${piece.role} in-air` });
  }

  const last = state.moves.get(lastPly(state));
  const marks = new Map();
  const mark = (square, name) => marks.set(square, marks.has(square) ? `${marks.get(square)} ${name}` : name);
  for (const { square, air } of differences) mark(square, air ? "air" : "differs");
  for (const square of board.pointed) mark(square, "pointed");

  const key = JSON.stringify([[...shown], [...marks], last?.uci, last?.san, state.fen]);
  if (key === board.drawn) return differences;
  board.drawn = key;
  board.ground.set({
    fen: write(shown),
    lastMove: last ? [last.uci.slice(0, 2), last.uci.slice(2, 4)] : [],
    turnColor: sideToMove(state),
    highlight: { lastMove: true, check: true, custom: marks },
  });
  // Ghosts and unknown pieces are kinds of our own, told to the widget after the position: their class names draw them.
  board.ground.setPieces(new Map([...shown].filter(([, piece]) => piece.role.includes(" ") || piece.role === "unknown")));
  board.ground.set({ check: board.view === "judged" && /[+#]$/.test(last?.san ?? "") ? sideToMove(state) : false });
  board.element.setAttribute("aria-label", `Position: ${state.fen ?? "unknown"}`);
  return differences;
}

/** The differences as one line for people. */
export function differencesText(state, differences) {
  if (!state.board) return "No reading of the board yet.";
  const link = state.status?.board.state;
  const when = link === "lost" || link === "searching" ? "When last seen: " : "";
  return when + readingText(state, differences);
}

function readingText(state, differences) {
  if (state.board.agrees) return "The board shows the position of the game.";
  const air = differences.filter((difference) => difference.air);
  const rest = differences.filter((difference) => !difference.air);
  const parts = [];
  if (air.length) parts.push(`In the air: ${air.map((d) => `${name(d.judged)} from ${d.square}`).join(", ")}.`);
  if (rest.length > 6) parts.push(`${rest.length} squares differ: ${rest.map((d) => d.square).join(" ")}.`);
  else if (rest.length) parts.push(`The board differs: ${rest.map(inWords).join("; ")}.`);
  return parts.join(" ") || "The board differs from the position of the game.";
}

function inWords({ square, judged, sensed }) {
  if (!sensed) return `${square} is empty, should hold the ${name(judged)}`;
  return judged ? `${square} holds a ${name(sensed)}, should hold the ${name(judged)}` : `${square} holds a ${name(sensed)}, should be empty`;
}

function name(piece) {
  return piece.role === "unknown" ? "piece" : `${piece.color} ${piece.role}`;
}

function placement(fen) {
  const pieces = new Map();
  let file = 0;
  let rank = 8;
  for (const letter of fen?.split(" ")[0] ?? "") {
    if (letter === "/") {
      rank -= 1;
      file = 0;
    } else if (letter >= "1" && letter <= "8") {
      file += Number(letter);
    } else {
      const role = ROLES[letter.toLowerCase()];
      if (role && file < 8 && rank > 0) pieces.set("abcdefgh"[file] + rank, { role, color: letter === letter.toLowerCase() ? "black" : "white" });
      file += 1;
    }
  }
  return pieces;
}

/** Pieces as sensed; a piece whose kind no sensor knows is taken for the one that should stand there. */
function sensedPieces(board, judged) {
  if (board?.placement != null) return placement(board.placement);
  if (board?.occupied == null) return null;
  const occupied = BigInt(`0x${board.occupied}`);
  return new Map(SQUARES.filter((_, i) => (occupied >> BigInt(i)) & 1n)
    .map((square) => [square, judged.get(square) ?? { role: "unknown", color: "grey" }]));
}

function differ(judged, sensed, inAir) {
  return SQUARES.map((square) => ({ square, judged: judged.get(square), sensed: sensed.get(square), air: inAir.includes(square) && !sensed.get(square) && judged.has(square) }))
    .filter(({ judged, sensed }) => judged?.role !== sensed?.role || judged?.color !== sensed?.color);
}

function write(pieces) {
  const letters = Object.fromEntries(Object.entries(ROLES).map(([letter, role]) => [role, letter]));
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => [..."abcdefgh"].map((file) => {
    const piece = pieces.get(file + rank);
    const letter = letters[piece?.role];
    return !letter ? "1" : piece.color === "white" ? letter.toUpperCase() : letter;
  }).join(""));
  return ranks.join("/");
}
