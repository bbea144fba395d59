// What outputs cannot show, in the language of this page: the hall gives the message and its values.

import { alertText } from "./alerts.js";
import { joined } from "./lists.js";
import { isolated } from "./marks.js";
import { say } from "./say.js";

/** @import { BoardTrouble, RoundTrouble } from "../live/protocol.js" */

/** Why a board is not shown as it stands. @param {BoardTrouble} trouble */
export const boardTroubleText = ({ text, words }) => isolated(alertText(words) ?? text);

/** What is to be said of rounds; in English where that is all there is. @param {RoundTrouble[] | undefined} all @param {string | undefined} english */
export function roundsText(all, english) {
  if (!all?.length) return english ?? "";
  return isolated(joined("trouble", all.map(roundText)));
}

/** @param {RoundTrouble} trouble */
function roundText({ rounds, words }) {
  const named = rounds.map(({ section, round }) =>
    section === undefined
      ? alertText({ id: "push-of-round", round })
      : alertText({ id: "push-of-section", round, section }),
  );
  return say("output.rounds", { list: joined("list", named.map(String)), what: alertText(words) ?? words.id });
}
