// The event and its rounds.

import { ltr, name } from "../marks.js";

/** @type {import("../say.js").Catalogue["messages"]} */
export default {
  "round.results": "who plays, and what is missing",
  "round.atTables": "At the tables",
  "round.atMove": ({ number }) => `move ${ltr(number)}`,
  "round.resultsCard": "Results",
  "round.of": ({ n, of }) => `${n} of ${of}`,
  "round.meter": ({ n, of }) => `${n} of ${of} results`,
  "round.allThere": "Every result is there.",
  "round.resultOf": ({ table }) => `Result of table ${name(table)}`,
};
