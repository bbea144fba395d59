// Since when a player thinks: known where his clock was started while this page looked on.

import { onNews, state } from "./state.js";

/** @type {Map<string, { turn: string, since: number | null }>} */
const turns = new Map();

onNews((changes) => {
  if (changes?.whole) turns.clear();
  for (const { table, game, clock } of changes?.tables ?? []) {
    const turn = `${game?.id} ${game?.plies} ${clock?.running}`;
    const known = turns.get(table);
    if (known?.turn !== turn)
      turns.set(table, {
        turn,
        since: known ? Math.max(clock?.at ?? 0, state.complete ? (changes?.now ?? 0) - 5_000 : 0) : null,
      });
  }
});

/** @param {string} table */
export const thinkingSince = (table) => turns.get(table)?.since ?? null;
