// The event and its rounds.

import { ltr, name } from "../marks.js";

/** @type {import("../say.js").Catalogue["messages"]} */
export default {
  "round.title": ({ number }) => `Round ${ltr(number)}`,
  "round.choice": ({ number, section }) => `Round ${number}${section ? `, ${name(section)}` : ""}`,
  "round.results": "who plays, and what is missing",
  "round.atTables": "At the tables",
  "round.pairings": "Pairings",
  "round.state.planned": "not started",
  "round.state.on": "being played",
  "round.state.over": "over",
  "round.atMove": ({ number }) => `move ${ltr(number)}`,
  "round.absent": "did not come",
  "round.waiting": "waits for its board",
  "round.noTable": "no table is heard",
  "round.resultsCard": "Results",
  "round.of": ({ n, of }) => `${n} of ${of}`,
  "round.meter": ({ n, of }) => `${n} of ${of} results`,
  "round.allThere": "Every result is there.",
  "round.resultOf": ({ table }) => `Result of table ${name(table)}`,
  "round.writeBack": "Write back",
  "round.file.pgn": "PGN",
  "round.file.trf": "TRF",
  "round.file.csv": "CSV",
};
