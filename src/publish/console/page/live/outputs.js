// Which boards are not shown by an output of a broadcast as they stand.

import { boardTroubleText } from "../words/outputs.js";
import { state } from "./state.js";

/** @import { BoardTrouble, OutputState } from "./protocol.js" */
/** @import { Pairing, Round } from "./rounds.js" */

/** @param {OutputState} output @returns {BoardTrouble[]} */
export const troubles = (output) => output.boards ?? [];

/**
 * What is wrong with the board of a pairing, by output.
 * @param {Round} round @param {Pairing} pairing
 */
export function troublesAt(round, pairing) {
  const place = round.pairings.indexOf(pairing) + 1;
  // Boards of matches are counted through.
  const board = pairing.board.of_match === undefined ? pairing.board.number : place;
  return state.outputs.flatMap((output) =>
    troubles(output)
      .filter((one) => one.round === round.number && one.section === round.section && one.board === board)
      .map((one) => ({ name: output.name, text: boardTroubleText(one) })),
  );
}
