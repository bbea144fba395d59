// The event and its rounds.


/** @type {import("../say.js").Catalogue["messages"]} */
export default {
  "round.none": "No pairings yet",
  "round.noneMore": "Names and colours come from the pairing program’s file; without one, players are set at each table.",
};
