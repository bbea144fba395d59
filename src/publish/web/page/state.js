// What the page knows, made from the records as they come. No document here, no clock: `now` is an argument.

const MAX_PAST = 50;

export const SEVERITIES = ["ruling", "warning", "notice", "private", "info"];

export function emptyState() {
  return { game: null, fen: null, moves: new Map(), board: null, clock: null, status: null, open: new Map(), past: [], clockAge: 0 };
}

/** Takes in what the server says before the first record of a stream: all that stands is told again after it. */
export function greet(state, hello) {
  Object.assign(state, emptyState(), { clockAge: hello.clock_age_ms ?? 0 });
}

export function apply(state, record, now) {
  switch (record.type) {
    case "alert": return applyAlert(state, record);
    case "board": state.board = record; return;
    case "clock": state.clock = { ...record, read: now - state.clockAge }; state.clockAge = 0; return;
    case "game": return applyGame(state, record, now);
    case "move": return applyMove(state, record);
    case "status": state.status = record; return;
  }
}

function applyGame(state, game, now) {
  const known = state.moves;
  const retracted = known.get(game.moves.length + 1);
  state.game = game;
  state.fen = game.fen;
  state.moves = new Map(game.moves.map((uci, i) => {
    const told = known.get(i + 1);
    return [i + 1, told && told.uci === uci && told.status !== "retracted" ? told : { uci, san: game.sans[i] ?? uci }];
  }));
  if (retracted?.status === "retracted") state.moves.set(game.moves.length + 1, retracted);
  if (game.clock && !state.clock) state.clock = { ...game.clock, read: now };

  const open = new Set(game.alerts.map((alert) => alert.id));
  for (const [id, alert] of state.open) if (!open.has(id)) retire(state, alert, alert.state);
  for (const alert of game.alerts) {
    if (alert.state === "raised" && !state.open.has(alert.id)) applyAlert(state, { ...alert, t_ms: game.t_ms, at: game.at });
  }
}

function applyMove(state, move) {
  const last = lastPly(state);
  state.moves.set(move.ply, move);
  if (move.status === "retracted") {
    if (move.ply === last) state.fen = state.moves.get(last - 1)?.fen ?? (last === 1 ? state.game?.initial_fen : null) ?? state.fen;
  } else if (move.ply >= last) {
    state.fen = move.fen;
  }
}

function applyAlert(state, alert) {
  if (alert.state === "raised") state.open.set(alert.id, alert);
  else retire(state, alert, alert.state);
}

function retire(state, alert, as) {
  state.open.delete(alert.id);
  state.past = [{ ...alert, state: as }, ...state.past.filter((past) => past.id !== alert.id)].slice(0, MAX_PAST);
}

/** The last ply that was not retracted; 0 before the first move. */
export function lastPly(state) {
  let last = 0;
  for (const [ply, move] of state.moves) if (move.status !== "retracted" && ply > last) last = ply;
  return last;
}

/** Open alerts, newest first. */
export function openAlerts(state) {
  return [...state.open.values()].sort((a, b) => (b.seq ?? 0) - (a.seq ?? 0) || (b.t_ms ?? 0) - (a.t_ms ?? 0));
}

/** The open alert to look at first: the most severe, the newest of these. */
export function worstAlert(alerts) {
  return SEVERITIES.map((severity) => alerts.find((alert) => alert.severity === severity)).find(Boolean);
}

/** Who has the move, by the position. */
export function sideToMove(state) {
  return state.fen?.split(" ")[1] === "b" ? "black" : "white";
}

/** Time left of both now: the last reading, and the time gone since off the clock that runs. */
export function timesAt(clock, now) {
  const left = (color) => {
    const read = clock?.[`${color}_ms`];
    if (read == null) return null;
    return clock.running === color ? Math.max(0, read - Math.max(0, now - clock.read)) : read;
  };
  return { white: left("white"), black: left("black") };
}
