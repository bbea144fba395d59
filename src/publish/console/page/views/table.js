// One table: the board as judged and as sensed, what the hands did, moves, decisions, commands.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { eventName } from "../calls.js";
import { choose, device } from "../device.js";
import { canDecide, offersAt, takeBack } from "../live/acting.js";
import { caseOfTables, isLost, playerName, tableLabel } from "../live/looks.js";
import { hallNow, state } from "../live/state.js";
import { openCommand } from "../forms/forms.js";
import { Deciding, Refusal, Taking } from "../parts/actions.js";
import { Board, Legend } from "../parts/board.js";
import { CaseHead } from "../parts/case.js";
import { Icon } from "../parts/icons.js";
import { before, differing, pieces, sensed } from "../parts/position.js";
import { boardLabel, Ltr, Player, presentMarks } from "../parts/table.js";
import { ClockTime } from "../parts/ticking.js";
import { refusedText } from "../words/alerts.js";
import { alertSentence, caseSentence, effectsText, entryDone, entryTitle, kindTitle, offerLabel } from "../words/cases.js";
import { clockText, dayTime, numbered, resultText, sanText } from "../words/format.js";
import { joined } from "../words/lists.js";
import { plain, rich } from "../words/marks.js";
import { endingText, say, t, tp } from "../words/say.js";
import { HealthSigns } from "./wall.js";
import { position, Timeline } from "./timeline.js";

/** @import { Case, MoveEntry, Offer, TableDetail, TableView } from "../live/protocol.js" */

/** @param {{ name: string }} p */
export function Table({ name }) {
  const view = state.tables.get(name);
  if (!view)
    return html`<div class="tv"><p class="dt-empty"><span>${state.complete ? t("tv.unknown", { table: name }) : t("app.loading")}</span></p></div>`;
  const detail = state.details.get(name);
  const found = caseOfTables().get(name);
  const one = found && !found.case.members?.length ? found.case : undefined;
  return html`<div class="tv"><${Head} view=${view} />${one ? html`<${Banner} of=${one} />` : null}
    <div class="tv-g"><${Judged} view=${view} one=${one} detail=${detail} /><${Sensing} view=${view} detail=${detail} />
      <div class="tv-r"><${Moves} view=${view} moves=${detail?.moves ?? []} /><${Decisions} table=${name} /><${Findings} detail=${detail} /><${Before} detail=${detail} /></div></div>
    <${Printed} view=${view} detail=${detail} /></div>`;
}

/** @param {{ view: TableView }} p */
function Head({ view }) {
  const { game, place, table } = view;
  const path = `/api/table/${encodeURIComponent(table)}`;
  const words = [
    place.section ? html`<bdi>${place.section}</bdi>` : null,
    game?.regime ? t(`regime.${game.regime}`) : null,
    game?.variant === "chess960" ? t("variant.chess960") : null,
    game?.edition ? t("tv.laws", { edition: game.edition }) : null,
    game && game.result !== "*"
      ? t("tv.result", { result: game.result, termination: endingText(game.termination) })
      : game
        ? t("tv.move", { number: Math.floor(game.plies / 2) + 1 })
        : null,
  ].filter(Boolean);
  return html`<div class="tv-h"><h1><span>${t("word.table")}</span> <bdi dir="ltr">${tableLabel(table)}</bdi></h1><p class="soft">${words.map((word, i) => (i ? [" · ", word] : word))} <${HealthSigns} view=${view} /></p>
    <div class="tv-a"><${Commands} view=${view} /><button type="button" class="btn" onClick=${() => print()}><${Icon} of="record" /><span>${t("tv.print")}</span></button><a class="btn" href=${`${path}/pgn`} download><${Icon} of="file" /><span>${t("tv.pgn")}</span></a><a class="btn" href=${`${path}/records.jsonl`} download><${Icon} of="file" /><span>${t("tv.appeal")}</span></a></div></div>`;
}

const GROUPS = {
  game: ["set-result", "reopen", "set-players", "new-game"],
  moves: ["set-move", "take-back", "set-position"],
  play: ["suspend", "resume", "claim", "register", "adjust-clock", "set-illegal-moves"],
  board: ["identify", "resync"],
};

/** Every command that can be given at this table. @param {{ view: TableView }} p */
function Commands({ view }) {
  const [offers, setOffers] = useState(/** @type {Offer[]} */ ([]));
  const menu = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  const refresh = () => {
    if (menu.current?.open) offersAt(view.table).then(setOffers);
  };
  useEffect(refresh, [view]);
  useEffect(() => {
    const close = (/** @type {Event} */ event) => {
      const element = menu.current;
      const isOutside =
        event instanceof KeyboardEvent
          ? event.key === "Escape"
          : !element?.contains(/** @type {Node} */ (event.target));
      if (!element?.open || !isOutside) return;
      element.open = false;
      if (event instanceof KeyboardEvent) /** @type {HTMLElement | null} */ (element.querySelector("summary"))?.focus();
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  const choose = (/** @type {Offer[]} */ chosen) => {
    if (menu.current) menu.current.open = false;
    openCommand(view.table, chosen);
  };
  return html`<details class="menu" ref=${menu} onToggle=${refresh}><summary class="btn">${t("tv.commands")}</summary><div class="pop">${Object.entries(
    GROUPS,
  ).map(([group, names]) => {
    const all = names.map((name) => offers.filter((offer) => offer.name === name)).filter((found) => found.length);
    if (!all.length) return null;
    return html`<p key=${group}>${t(`tv.group.${group}`)}</p>${all.map((found) => html`<button key=${found[0].name} type="button" data-act=${found[0].name} disabled=${!canDecide()} onClick=${() => choose(found)}>${found.length > 1 ? t(`act.${found[0].name}`) : rich(offerLabel(found[0]))}</button>`)}`;
  })}</div></details>`;
}

/** What waits here. @param {{ of: Case }} p */
function Banner({ of }) {
  const first = of.offers.find((offer) => offer.proposed) ?? of.offers[0];
  const marks = of.seen || of.going ? "seen" : "new";
  return html`<section class=${`cb ${of.severity} ${marks}`}><div class="cb-t"><${CaseHead} of=${of} /><p class="cb-x">${rich(caseSentence(of))}</p>${first && !first.form ? html`<p class="cb-d">${rich(effectsText(first.outcome.effects))}</p>` : null}</div><div class="acts"><${Refusal} of=${of} /><${Deciding} of=${of} /><${Taking} of=${of} /></div></section>`;
}

/** The board as judged. @param {{ view: TableView, one?: Case, detail?: TableDetail }} p */
function Judged({ view, one, detail }) {
  const marks = presentMarks(view, one, detail);
  const { turned } = device;
  const owes = [detail?.obligation.own, detail?.obligation.opp].filter(Boolean);
  const illegal = view.game?.illegal_moves;
  return html`<section class="tv-b"><div class="bigb"><${Player} view=${view} color=${turned ? "white" : "black"} room=${40} /><${Board} fen=${view.game?.fen ?? ""} marks=${marks} coords turned=${turned} label=${boardLabel(tableLabel(view.table))} class=${isLost(view) ? "stale" : ""} /><${Player} view=${view} color=${turned ? "black" : "white"} room=${40} /></div>
    <div class="under"><div><${Legend} marks=${marks} />${owes.length && view.game?.turn ? html`<p class="soft note">${t("tv.owes", { player: view.game.turn, places: owes })}</p>` : null}${illegal && illegal.white + illegal.black ? html`<p class="soft note">${t("tv.illegal", illegal)}</p>` : null}</div><button type="button" class="btn sm" aria-pressed=${String(turned)} onClick=${() => choose({ turned: !turned })}><${Icon} of="flip" />${t("tv.turn")}</button></div></section>`;
}

/** The board as sensed, now or as it was, and what the hands did. @param {{ view: TableView, detail?: TableDetail }} p */
function Sensing({ view, detail }) {
  const hands = detail?.hands ?? [];
  const at = position(view.table, hands.length);
  const judged = pieces(view.game?.fen);
  const now = sensed(view.board, judged);
  const isBack = at < hands.length;
  const then = now && before(now, hands.slice(at));
  const differ = then ? differing(judged, then) : [];
  const { board, kind, port, trouble } = view.link;
  const about = [kind, port].filter(Boolean).join(" · ");
  return html`<div class="tv-m"><section class="card"><div class="card-h"><h2>${t("board.sensed")}</h2>${isBack ? html`<span class="soft">${t("tv.walkedBack", { at: dayTime(hands[at - 1]?.at ?? hands[0].at - 1, true) })}</span>` : null}</div>
    ${then ? html`<div class="sens"><${Board} pieces=${then} marks=${{ differ }} turned=${device.turned} label=${tp("board.sensed")} /><p>${isLost(view) ? html`${t("tv.lastSeen")} ` : null}${sensedText(view, differ, isBack)}</p></div>` : html`<p class="soft none">${t("tv.noSensed")}</p>`}<p class="wire soft"><span>${t(`tv.board.${board}`)}${about ? html` · <bdi dir="ltr">${about}</bdi>` : null}</span>${trouble ? html` <b><bdi dir="ltr">${trouble}</bdi></b>` : null}</p></section>
    <${Timeline} hands=${hands} at=${at} /></div>`;
}

/** @param {TableView} view @param {string[]} differ @param {boolean} isBack */
function sensedText(view, differ, isBack) {
  const air = isBack ? [] : (view.board?.in_air ?? []);
  const words = [
    differ.length === 0
      ? t("tv.agrees")
      : differ.length > 10
        ? t("tv.differsMany", { n: differ.length })
        : t("tv.differs", { places: differ }),
  ];
  if (air.length) words.push(" ", t("tv.inAir", { places: air }));
  return words;
}

/** @param {{ view: TableView, moves: MoveEntry[] }} p */
function Moves({ view, moves }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [moves.length]);
  const correct = async (/** @type {MoveEntry} */ move) => {
    const offers = await offersAt(view.table);
    const offer = offers.find((known) => known.name === "set-move");
    if (offer?.form) openCommand(view.table, [{ ...offer, form: { ...offer.form, ply: move.ply } }]);
  };
  const entry = (/** @type {MoveEntry} */ move, /** @type {boolean} */ isLast) => {
    const said = [move.inferred ? tp("tv.inferred") : "", !move.completed && isLast ? tp("tv.notCompleted") : ""];
    const notes = joined("list", said.filter(Boolean));
    return html`<button key=${move.ply} type="button" class=${`mvb ${isLast ? "cur" : ""} ${move.inferred ? "inferred" : ""}`} title=${notes || undefined} onClick=${() => correct(move)}><span dir="ltr">${sanText(move.san)}${move.inferred ? "?" : ""}</span>${move.left_ms == null ? null : html`<small dir="ltr">${clockText(move.left_ms)}</small>`}<span class="vh"> ${joined("list", [notes, tp("tv.correct")].filter(Boolean))}</span></button>`;
  };
  return html`<section class="card mvs"><div class="card-h"><h2>${t("tv.moves")}</h2><span class="soft">${moves.length}</span></div>${moves.length ? html`<ol class="moves" ref=${list} tabindex="0" role="list" aria-label=${tp("tv.moves")} dir="ltr">${inPairs(moves).map(([number, white, black]) => html`<li key=${number}><span>${number}.</span>${white ? entry(white, white === moves.at(-1)) : html`<span></span>`}${black ? entry(black, black === moves.at(-1)) : null}</li>`)}</ol>` : html`<p class="soft none">${t("tv.noMoves")}</p>`}</section>`;
}

/** @param {MoveEntry[]} moves @returns {[number, MoveEntry | undefined, MoveEntry | undefined][]} */
function inPairs(moves) {
  /** @type {Map<number, [number, MoveEntry | undefined, MoveEntry | undefined]>} */
  const pairs = new Map();
  for (const move of moves) {
    const number = Math.ceil(move.ply / 2);
    const pair = pairs.get(number) ?? [number, undefined, undefined];
    pair[move.ply % 2 ? 1 : 2] = move;
    pairs.set(number, pair);
  }
  return [...pairs.values()];
}

/** @param {{ table: string }} p */
function Decisions({ table }) {
  const game = state.tables.get(table)?.game?.id;
  const entries = [...state.entries.values()]
    .filter((entry) => entry.table === table && (!game || !entry.game || entry.game === game))
    .reverse();
  return html`<section class="card"><div class="card-h"><h2>${t("tv.decisions")}</h2></div>${entries.length ? html`<ol class="decs">${entries.map((entry) => html`<li key=${entry.number}><time dir="ltr">${dayTime(entry.at)}</time><b>${rich(entryTitle(entry))}</b><span>${rich(entryDone(entry))}${entry.by ? html` · <bdi>${entry.by}</bdi>` : null}${entry.taken_back ? html` · ${t("rec.takenBack", { by: entry.taken_back.by, at: dayTime(entry.taken_back.at) })}` : null}${entry.state === "refused" ? html` · ${t("rec.refused", { error: refusedText(entry) })}` : null}${canTakeBack(entry) ? html` <button type="button" class="btn sm" onClick=${() => takeBack(entry.number)}><${Icon} of="undo" />${t("act.undo")}</button>` : null}</span></li>`)}</ol>` : html`<p class="soft none">${t("tv.noDecisions")}</p>`}</section>`;
}

/** Whether the hall would take it back: in its own game alone. @param {import("../live/protocol.js").Entry} entry */
export function canTakeBack(entry) {
  const game = state.tables.get(entry.table)?.game?.id;
  const isOfGame = !game || !entry.game || entry.game === game;
  return (
    isOfGame &&
    entry.what === "decided" &&
    entry.state === "done" &&
    !entry.taken_back &&
    Boolean(entry.take_back?.length)
  );
}

/** What was found in this game, ended or not. @param {{ detail?: TableDetail }} p */
function Findings({ detail }) {
  const alerts = [...(detail?.alerts ?? [])].reverse();
  const all = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    // On paper nothing is folded.
    const open = () => {
      if (all.current) all.current.open = true;
    };
    addEventListener("beforeprint", open);
    return () => removeEventListener("beforeprint", open);
  }, []);
  if (!alerts.length) return null;
  return html`<details class="card finds" ref=${all}><summary class="card-h"><h2>${t("tv.alerts")}</h2><span class="soft">${alerts.length}</span></summary><ol class="decs">${alerts.map(({ alert, raised_at }) => html`<li key=${alert.id}><time dir="ltr">${dayTime(raised_at)}</time><b>${rich(kindTitle(alert.kind, alert))}</b><span>${rich(alertSentence(alert))} · ${t("tv.alertState", { state: alert.state })}</span></li>`)}</ol></details>`;
}

/** @param {{ detail?: TableDetail }} p */
function Before({ detail }) {
  if (!detail?.outcomes.length) return null;
  return html`<details class="card finds"><summary class="card-h"><h2>${t("tv.games")}</h2><span class="soft">${detail.outcomes.length}</span></summary><ol class="decs">${[...detail.outcomes].reverse().map((game) => html`<li key=${game.game}><b><${Ltr} of=${resultText(game.result)} /></b><span>${t("table.pair", { white: game.players.white ?? "", black: game.players.black ?? "" })}${game.termination ? html` · ${endingText(game.termination)}` : null}</span></li>`)}</ol></details>`;
}

/** For paper alone: the game with pictures of the positions that matter. @param {{ view: TableView, detail?: TableDetail }} p */
function Printed({ view, detail }) {
  const moves = detail?.moves ?? [];
  const asked = [
    ...new Set((detail?.alerts ?? []).filter(({ alert }) => alert.severity !== "info").map(({ alert }) => alert.ply)),
  ];
  const plies = [...new Set([...asked.flatMap((ply) => [ply - 1, ply]), moves.at(-1)?.ply ?? 0])]
    .filter((ply) => ply > 0)
    .sort((one, other) => one - other);
  const shown = plies.flatMap((ply) => moves.find((move) => move.ply === ply && move.fen) ?? []).slice(-9);
  return html`<div class="paper"><p class="soft">${t("tv.printed", { at: dayTime(hallNow()) })}</p><h1>${t("tv.printTitle", { table: tableLabel(view.table), event: eventName() })}</h1><p>${t("table.pair", { white: playerName(view, "white"), black: playerName(view, "black") })} · ${view.clock ? html`<bdi dir="ltr"><${ClockTime} clock=${view.clock} color="white" stands /> – <${ClockTime} clock=${view.clock} color="black" stands /></bdi>` : null}</p><h2>${t("tv.positions")}</h2><ul class="paper-b">${shown.map((move) => html`<li key=${move.ply}><${Board} fen=${move.fen} turned=${false} coords label=${plain(say("tv.afterMove", { move: numbered(move.ply, move.san) }))} /><p>${t("tv.afterMove", { move: numbered(move.ply, move.san) })}</p></li>`)}</ul></div>`;
}
