// What waits for an arbiter: a title of a few words, and a sentence where the record brings none.
//
// A language that has `case.<kind>.text` says that sentence, of `by`, `squares`, `legal`, `ply` and the alert's `data`;
// one that has none shows the record's own, which is English.

import { ltr, name, strong } from "../marks.js";
import { CLAIMS, PIECES, and, count, result } from "./grammar.js";

/** @param {any} p */
const tables = (p) => and(p.tables.map(name));

/** @type {import("../say.js").Catalogue["messages"]} */
export default {
  "case.castling-abandoned": "Castling abandoned",
  "case.castling-forbidden-setup": "Castling out: wrong set-up",
  "case.castling-not-allowed": "Castling not allowed",
  "case.castling-rook-first": "Castling: rook first",
  "case.claim-made": ({ data }) => `Claim: ${CLAIMS[data.claim] ?? data.claim ?? ""}`,
  "case.claim-right-lost": "Right to claim lost",
  "case.clock-adjusted": "Clock adjusted",
  "case.displaced-pieces": "Pieces displaced",
  "case.disturbance": "Disturbance",
  "case.draw-claim-right-lost": "Draw not claimed in time",
  "case.fifty-moves-available": "Fifty moves: a draw could be claimed",
  "case.flag-fall": "Time has run out",
  "case.game-end-in-doubt": "End of the game in doubt",
  "case.game-ended-75-moves": "75 moves, drawn",
  "case.game-ended-checkmate": ({ data }) => `Checkmate${data.result ? `, ${result(data.result)}` : ""}`,
  "case.game-ended-dead-position": "Dead position, drawn",
  "case.game-ended-fivefold": "Fivefold repetition, drawn",
  "case.game-ended-stalemate": "Stalemate, drawn",
  "case.illegal-displacement": "Piece where no move takes it",
  "case.illegal-move-completed": "Illegal move completed",
  "case.illegal-move-stands": "Illegal move stands",
  "case.illegal-position-watch": "Illegal position stands",
  "case.initial-position-wrong": "Wrong first position",
  "case.move-ambiguous": "Move not certain",
  "case.new-game-set-up": "New game set up",
  "case.off-turn-touch": "Touched when not on move",
  "case.opponent-may-claim": "Opponent may claim",
  "case.opponent-replied-before-press": "Reply before the press",
  "case.play-not-recorded": "Play is not recorded",
  "case.position-mismatch": "Board and game differ",
  "case.position-restored": "Position restored",
  "case.press-by-other-side": "Pressed out of turn",
  "case.press-without-move": "Pressed without a move",
  "case.promotion-missing": "Pawn not promoted",
  "case.promotion-piece-changed": "Promotion piece changed",
  "case.promotion-piece-invalid": "Wrong piece for the pawn",
  "case.released-then-moved": "Released, then moved on",
  "case.result-signalled": ({ data }) => `Kings in the centre${data.result ? `, ${result(data.result)}` : ""}`,
  "case.ruling-add-time": ({ data }) => (data.from ? "Time to be taken back" : "Time to be added"),
  "case.ruling-game-drawn": "Illegal moves: drawn",
  "case.ruling-game-lost": "Illegal moves: game lost",
  "case.slide-inferred": "Capture worked out",
  "case.threefold-available": "Repetition: a draw could be claimed",
  "case.touch-move-violated": "Touched piece not moved",
  "case.touch-order-unclear": "Touched both at once",
  "case.touched-piece-returned": "Touched and put back",
  "case.two-hands-suspected": "Two hands suspected",
  "case.wrong-colour-moved-first": "Black moved first",
  "case.board-lost": "Board lost",
  "case.table-lost": "Table off the network",
  "case.clock-battery-low": "Clock battery low",
  "case.clock-disconnected": "No clock connected",
  "case.squares-dead": "Squares are silent",
  "case.records-missing": "Records are missing",
  "case.disk-full": "Disk full",
  "case.journal-failing": "Records cannot be kept",
  "case.outbox-full": "Too much waits to be sent",
  "case.before": ({ title }) => `Game before: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
  "case.before.text": ({ text }) =>
    `${text} Nobody has said so yet, and the next game is on at this table: what you decide is kept here, and changes nothing there.`,
  "case.other": ({ kind }) => kind.replaceAll("-", " "),

  "case.board-lost.text": ({ data }) =>
    `The board does not answer. Play goes on; what it missed is compared when it is back.${data.port ? ` It was on ${ltr(data.port)}.` : ""}`,
  "case.table-lost.text":
    "The table’s computer is off the network. Play goes on there and is kept; what it tells comes when it is back.",
  "case.clock-battery-low.text": "The clock’s battery is low.",
  "case.clock-disconnected.text": "The board is not connected to a clock: presses and times are not known.",
  "case.squares-dead.text": ({ data }) =>
    `${(data.squares ?? []).length === 1 ? "Square" : "Squares"} ${and((data.squares ?? []).map(ltr))} ${(data.squares ?? []).length === 1 ? "does" : "do"} not follow the game: a piece without a chip, or a sensor that is dead.`,
  "case.records-missing.text": ({ data }) =>
    `${count(data.records ?? 0, "record")} of this table ${data.records === 1 ? "is" : "are"} lost for good. The game itself is complete if its moves are.`,
  "case.disk-full.text":
    "The disk of the table’s computer is full. Free some space, or the game is kept in memory only.",
  "case.journal-failing.text":
    "The table’s computer cannot write its journal. What is played is followed, but not kept over a restart.",
  "case.outbox-full.text":
    "The table has told more than it can keep until the broker is back: the oldest moves and turns may not arrive.",

  "line.board-lost": ({ n }) => `${n} boards lost on one line`,
  "line.table-lost": ({ n }) => `${n} tables off the network`,
  "line.other": ({ n, title }) => `${n} × ${title}`,
  "line.board-lost.text": (p) =>
    `The boards of tables ${tables(p)} do not answer: one line, or one plug. Play goes on; what they missed is compared when they are back.`,
  "line.table-lost.text": (p) =>
    `Tables ${tables(p)} are off the network together: one computer, or one cable. Play goes on there and is kept.`,
  "line.other.text": (p) => `The same at tables ${tables(p)}.`,
  "flood.title": ({ n, title, tables: at }) =>
    `${n} × ${title.charAt(0).toLowerCase()}${title.slice(1)}, at ${count(at.length, "table")}`,
  "flood.text": ({ n, title, tables: at, age }) =>
    `${title}: ${n} times at ${count(at.length, "table")} in ${ltr(age)}. Put into one line, because more than ten came in ten minutes.`,
  "flood.does": ({ n }) => `All ${n} are noted as seen at their tables. Each stays in the record of its table.`,
  "flood.dismiss": "none of them happened: nothing is counted anywhere.",
  "flood.times": ({ n }) => `${n} ×`,

  "case.article": ({ articles, edition }) =>
    `Art. ${ltr(articles.join(", "))}${edition ? ` · Laws of ${ltr(edition)}` : ""}`,
  "case.convention": "by convention, in no article",
  "case.judgement": "your judgement",
  "case.illegalCount": ({ white, black }) => `Illegal moves: White ${white}, Black ${black}`,

  "queue.title": "Waiting",
  "queue.order": "Worst and oldest first",
  "queue.newcomers": ({ n }) => `${n} new: show in order`,
  "queue.calm": "Nothing waits",
  "queue.calmMore": "Whatever needs an arbiter appears here, worst first.",
  "queue.shelved": "Shelved",
  "queue.shelvedUntil": ({ until, by }) => `back at ${ltr(until)} · ${name(by)}`,
  "queue.unshelve": "Back now",
  "queue.muted": ({ n }) =>
    n === 1
      ? "1 alert that follows from this is muted until the board is back"
      : `${n} alerts that follow from this are muted until the board is back`,
  "queue.private": "For you alone",
  "queue.privateNote": "You may not act on these, and nobody may be told.",
  "queue.swipe": "Swipe towards the end of the line: I go. Towards its start: seen.",
  "queue.evidence": "Evidence",
  "queue.ended": "No longer waits",

  "plan.confirm": "If you confirm",
  "plan.proposed": "What is proposed",
  "plan.follows": "What follows",
  "plan.choose": "What you choose",
  "plan.else": ({ label, text }) => `${label} ${text}`,
  "plan.dismiss": "If you dismiss:",
  "plan.let-stand": "If it stands:",
  "plan.confirmElse": "If you confirm only:",
  "plan.take-back": "If it is taken back:",
  "plan.acknowledge": "If you have seen it:",
  "plan.set-move": "Say which move it was: what was played after it comes by itself.",
  "plan.set-result": "The Laws leave two results open: look at the position, then give one.",
  "plan.set-position": "Say what stands on the board.",
  "plan.new-game": "A new game begins.",
  "plan.owed": "Legal moves owed",
  "plan.touches": "Touches and presses",
  "plan.noTouches": "No touch was heard in the two minutes before.",
  "plan.history": "Who did what",
  "plan.together": "Grouped",
  "plan.lastKnown": "Last known",
  "plan.openTable": "Open table",
  "plan.noBoard": "No picture: the position is not known.",
  "plan.sensors": "The sensors see squares and pieces, not hands.",

  "course.raised": ({ title }) => `Raised: ${title}`,
  "course.began": "Began",
  "course.goes": "Goes to the table",
  "course.goes-not": "Does not go after all",
  "course.seen": "Seen",
  "course.shelved": "Shelved",
  "course.unshelved": "Taken back from the shelf",
  "course.acknowledged": ({ title }) => `Seen at the table: ${title}`,
  "course.cleared": ({ title }) => `Settled: ${title}`,
  "course.dismissed": ({ title }) => `Dismissed: ${title}`,
  "course.lapsed": ({ title }) => `Ended by itself: ${title}`,
  "course.by": ({ by, text }) => `${name(by)} · ${text}`,

  "second.decided": ({ by, did, at, what }) =>
    `${by ? strong(name(by)) : "Somebody"} ${did} at ${ltr(at)}, before you${what ? `: ${what}` : ""}. Nothing of yours was sent.`,
  "second.ended": ({ at }) => `This ended by itself at ${ltr(at)}. Nothing is to be decided any more.`,
  "second.gone": "This no longer waits. Nothing is to be decided any more.",
  "second.watch": ({ by, did, at, what }) =>
    `${by ? strong(name(by)) : "Somebody"} ${did} at ${ltr(at)}${what ? `: ${what}` : ""}.`,
  "second.next": "Next that waits",
  "second.takeTheirs": ({ by }) => `Take back the decision of ${name(by)}…`,

  "did.confirm": "confirmed this",
  "did.dismiss": "dismissed this",
  "did.let-stand": "let this stand",
  "did.acknowledge": "has seen this",
  "did.take-back": "took the move back",
  "did.set-result": "gave the result",
  "did.set-move": "said what the move was",
  "did.set-position": "set the position",
  "did.new-game": "began a new game",
  "did.reopen": "opened the game again",
  "did.other": "decided this",

  "piece.any": ({ letter }) => PIECES[letter?.toLowerCase() ?? ""] ?? "piece",
};
