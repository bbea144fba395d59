// Positions as maps from square to FEN letter.

/** @import { Hand, Sensed } from "../live/protocol.js" */
/** @typedef {Record<string, string>} Pieces A FEN letter for each square; `?` where only a piece is known. */

export const FILES = "abcdefgh";
export const SQUARES = Array.from({ length: 64 }, (_, i) => FILES[i % 8] + (1 + (i >> 3)));
export const FIRST = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** @param {string | null | undefined} fen @returns {Pieces} */
export function pieces(fen) {
  /** @type {Pieces} */
  const found = {};
  let file = 0;
  let rank = 8;
  for (const letter of fen?.split(" ")[0] ?? "") {
    if (letter === "/") {
      rank -= 1;
      file = 0;
    } else if (/[1-8]/.test(letter)) {
      file += Number(letter);
    } else {
      if (file < 8 && rank > 0) found[FILES[file] + rank] = letter;
      file += 1;
    }
  }
  return found;
}

/** @param {Pieces} of */
export function placement(of) {
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => [...FILES].map((file) => of[file + rank] ?? "1").join(""));
  return ranks.join("/").replace(/1+/g, (empty) => String(empty.length));
}

/** What the board senses; a piece whose kind no sensor knows is taken for the one that should stand there.
 * @param {Sensed | undefined} board @param {Pieces} judged @returns {Pieces | null} */
export function sensed(board, judged) {
  if (board?.placement != null) return pieces(board.placement);
  if (board?.occupied == null || !/^[0-9a-f]{1,16}$/i.test(board.occupied)) return null;
  const occupied = BigInt(`0x${board.occupied}`);
  const there = SQUARES.filter((_, i) => (occupied >> BigInt(i)) & 1n);
  return Object.fromEntries(there.map((square) => [square, judged[square] ?? "?"]));
}

/** @param {Pieces} one @param {Pieces} other */
export const differing = (one, other) => SQUARES.filter((square) => one[square] !== other[square]);

/** What was sensed before these deeds of hands: each is undone, the last first.
 * @param {Pieces} now @param {Hand[]} hands @returns {Pieces} */
export function before(now, hands) {
  const then = { ...now };
  for (const hand of [...hands].reverse()) {
    if (!hand.sq) continue;
    if (hand.ev === "drop") delete then[hand.sq];
    if (hand.ev === "lift") then[hand.sq] = hand.piece ?? "?";
  }
  return then;
}

/** @param {string} letter @returns {"white" | "black"} */
export const colorOf = (letter) => (letter === letter.toLowerCase() ? "black" : "white");

/** Whether this is a pawn's move to its last rank. @param {Pieces} of @param {string} from @param {string} to */
export const promotes = (of, from, to) => (of[from] === "P" && to[1] === "8") || (of[from] === "p" && to[1] === "1");
