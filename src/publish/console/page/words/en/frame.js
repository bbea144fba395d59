// The frame around every view, and what all views share.

import { count } from "./grammar.js";
import { ltr, name, strong } from "../marks.js";

/** @type {import("../say.js").Catalogue["messages"]} */
export default {
  "app.name": "touchmove",
  "app.title": ({ waiting, view, event }) => `${waiting ? `(${waiting}) ` : ""}${view} – ${event}`,
  "app.event": "Arbiters’ console",
  "app.round": ({ round, rounds }) => `Round ${round}${rounds ? ` of ${rounds}` : ""}`,
  "app.views": "Views",
  "app.skip": "To the content",
  "app.loading": "Fetching what stands at the tables…",
  "app.noTables": "No table has told of itself yet. A table appears here as soon as its computer is heard.",

  "view.wall": "Wall",
  "view.queue": "Queue",
  "view.round": "Round",
  "view.record": "Record",
  "view.people": "People",
  "view.signin": "Sign in",
  "view.screen": "Boards",
  "view.table": ({ table }) => `Table ${name(table)}`,

  "link.live": ({ heard, all }) => `Live · ${ltr(`${heard}/${all}`)} heard`,
  "link.connecting": "Connecting…",
  "link.old": "No news for",
  "link.noBroker": "No table heard for",
  "link.noBrokerMore": ({ trouble }) =>
    `The hall does not reach the broker${trouble ? ` (${trouble})` : ""}; trying again. Nothing can be decided until then.`,
  "output.down": ({ name: output }) => `${outputText(output)} behind for`,
  "output.downMore": ({ trouble }) => `${trouble ? `${name(sentence(trouble))} ` : ""}Trying again; everything else goes on.`,
  "output.partly": ({ name: output }) => `${outputText(output)}:`,
  "output.note": ({ note }) => name(sentence(note)),
  "output.board": ({ section, round, board, text }) =>
    `${round === undefined ? "Board" : `Round ${ltr(round)}${section ? ` of ${name(section)}` : ""}, board`} ${ltr(board)}: ${name(sentence(text))}`,
  "output.more": ({ n }) => `And ${count(n, "more board")}.`,
  "output.mark": ({ name: output, text }) => `${outputText(output)}: ${name(text)}`,
  "link.lostMore": "No connection; trying again. What you decide now is not sent.",

  "top.sound": "Sound for rulings",
  "top.theme": "Light or dark",
  "top.account": ({ by }) => `Account and settings: ${name(by)}`,

  "color.white": "White",
  "color.black": "Black",
  "word.table": "Table",
  "word.close": "Close",
  "word.cancel": "Cancel",
  "word.save": "Save",
  "table.name": ({ table }) => `Table ${name(table)}`,
  "table.several": ({ tables }) => `tables ${tables.map(name).join(", ")}`,
  "table.pair": ({ white, black }) => `${name(white)} – ${name(black)}`,
  "table.unnamed": "Player not named",

  "sev.ruling": "Ruling",
  "sev.warning": "Look now",
  "sev.result": "Result",
  "sev.unread": "Unread",
  "sev.lost": "Board lost",
  "sev.notice": "When free",
  "sev.private": "For you alone",
  "sevs.ruling": ({ n }) => (n === 1 ? "Ruling" : "Rulings"),
  "sevs.warning": "Look now",
  "sevs.result": ({ n }) => (n === 1 ? "Result" : "Results"),
  "sevs.unread": "Unread",
  "sevs.lost": ({ n }) => (n === 1 ? "Board lost" : "Boards lost"),
  "sevs.notice": "When free",

  "who.youGo": "You go",
  "who.goes": ({ by }) => `${name(by)} goes`,
  "who.seenYou": "Seen by you",
  "who.seen": ({ by }) => (by ? `Seen by ${name(by)}` : "Seen"),

  "doing.over": "Finished",
  "doing.setup": "Not started",
  "doing.suspended": "Suspended",
  "doing.unknown": "No game yet",
  "doing.boardNotSetUp": "Board not set up",
  "doing.for": "for",
  "doing.stopped": "Clocks stopped",
  "doing.lostWith": ({ table }) => `with ${name(table)}`,
  "doing.interrupted": "Play not recorded",

  "health.board": "Board lost",
  "health.table": ({ age }) => `Off the network for ${ltr(age)}`,
  "health.searching": "Board not found",
  "health.battery": "Clock battery low",
  "health.clock": "No clock",
  "health.dead": ({ squares }) => `Silent: ${squares.map(ltr).join(" ")}`,
  "health.missing": ({ records }) => `${count(records, "record")} missing`,
  "health.catchingUp": "Catching up",

  "board.sensed": "Board senses",
  "board.of": ({ table }) => `Position at table ${name(table)}`,
  "board.square": ({ square, piece }) => (piece ? `${square}, ${piece}` : square),
  "board.piece": ({ color, piece }) => `${color} ${piece}`,
  "legend.touch": "touched first",
  "legend.bad": "put here",
  "legend.owed": "owed",
  "legend.last": "last move",
  "legend.differ": "differs",
  "legend.from": "chosen",

  "hand.lift": ({ player, piece, square }) => `${player} lifts the ${strong(piece)} from ${ltr(square)}`,
  "hand.drop": ({ player, piece, square }) => `${player} puts the ${strong(piece)} on ${ltr(square)}`,
  "hand.press": ({ player }) => `${player} presses the clock`,
  "hand.somebody": "Somebody",

  "piece.p": "pawn",
  "piece.n": "knight",
  "piece.b": "bishop",
  "piece.r": "rook",
  "piece.q": "queen",
  "piece.k": "king",
  "piece.": "piece",

  "keys.title": "Keys",
  "keys.jk": "next, previous that waits",
  "keys.enter": "open the table",
  "keys.c": "do what is proposed",
  "keys.d": "dismiss",
  "keys.a": "seen",
  "keys.g": "I go, or not after all",
  "keys.s": "shelve 5 minutes",
  "keys.u": "take back my last decision",
  "keys.views": "wall, queue, round, record",
  "keys.search": "search",
  "keys.walk": "walk the timeline",
  "keys.help": "these keys",
  "keys.off": "Letters work outside fields only, and can be switched off under your name.",

  "call.ruling": ({ table, title }) => `Table ${name(table)}: ${title}`,
  "aloud.newcomer": ({ word, table, title }) => `${word}, table ${name(table)}: ${title}`,
  "aloud.live": "Connected again.",
  "aloud.lost": "No connection.",
};

/** @type {Record<string, string>} */
const OUTPUTS = { folder: "Broadcast folder", lichess: "Lichess", livechess: "LiveChess port", livechesscloud: "LiveChessCloud folder" };

/** @param {string} output */
const outputText = (output) => OUTPUTS[output] ?? output;

/** @param {string} text */
const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);
