// The JSON between hall and page, as types: `src/hall/protocol` writes and reads it.

/** @typedef {"white" | "black"} Color */
/** @typedef {{ name: string, role: "chief" | "arbiter" | "broadcaster" | "display", sections?: string[] }} Account */
/** @typedef {{ account: Account, title?: string, version?: string, now?: number }} Me */
/** @typedef {{ section?: string, round?: number, board: number, text: string, words: Words }} BoardTrouble */
/** What is to be said of rounds. @typedef {{ rounds: { section?: string, round: number }[], words: Words }} RoundTrouble */
/** @typedef {{ name: string, up: boolean, since: number, trouble?: string, troubles?: RoundTrouble[], note?: string, notes?: RoundTrouble[], boards?: BoardTrouble[] }} OutputState */
/** @typedef {{ by: string, at: number }} Mark */
/** @typedef {{ uci: string, san: string }} NamedMove */
/** @typedef {"ruling" | "warning" | "result" | "unread" | "lost" | "notice" | "private"} Severity */

/**
 * @typedef {object} ClockView
 * @property {number | null} white_ms
 * @property {number | null} black_ms
 * @property {Color | null} running
 * @property {number} at
 */

/**
 * @typedef {object} Person
 * @property {string} [title]
 * @property {number} [rating]
 * @property {string} [federation]
 * @property {number} [fide_id]
 * @property {string} [team]
 */

/**
 * @typedef {object} GameView
 * @property {string} id
 * @property {string} edition
 * @property {string} regime
 * @property {string} variant
 * @property {string} fen
 * @property {Color | null} turn
 * @property {number} plies
 * @property {[string, string] | null} last
 * @property {string} result
 * @property {string | null} termination
 * @property {{ white?: string | null, black?: string | null }} players
 * @property {{ white?: Person, black?: Person }} persons
 * @property {{ white: number, black: number }} illegal_moves
 * @property {boolean} interrupted
 */

/**
 * @typedef {object} Sensed
 * @property {string} [placement]
 * @property {string} [occupied]
 * @property {string[]} in_air
 * @property {boolean} agrees
 * @property {boolean} [clock_battery_low]
 * @property {boolean} [clock_connected]
 * @property {string[]} dead
 * @property {Record<string, number>} noise
 */

/**
 * @typedef {object} Link
 * @property {"offline" | "online" | "silent" | "unknown"} reach
 * @property {number} since
 * @property {number} heard
 * @property {"connected" | "lost" | "searching" | "stale"} board
 * @property {number} board_since
 * @property {string} [kind]
 * @property {string} [port]
 * @property {string} [trouble]
 * @property {string[]} [errors]
 */

/**
 * @typedef {object} TableView
 * @property {string} table
 * @property {{ number?: number | null, section?: string | null, arbiter?: string | null }} place
 * @property {"over" | "playing" | "proposed" | "setup" | "suspended" | "unknown"} doing
 * @property {GameView} [game]
 * @property {ClockView} [clock]
 * @property {Sensed} [board]
 * @property {Link} link
 * @property {number} missing
 * @property {boolean} catching_up
 */

/**
 * @typedef {object} PublicView
 * @property {string} table
 * @property {TableView["place"]} place
 * @property {string} phase
 * @property {string} game
 * @property {{ white?: string | null, black?: string | null }} players
 * @property {{ white?: Person, black?: Person }} persons
 * @property {string} fen
 * @property {string} variant
 * @property {Color | null} turn
 * @property {number} plies
 * @property {[string, string] | null} last
 * @property {string} result
 * @property {string | null} termination
 * @property {ClockView | null} clock
 */

/** @typedef {{ t_ms: number, at: number, ev: "drop" | "lift" | "press", by?: Color, sq?: string, piece?: string }} Hand */

/**
 * @typedef {object} Alert
 * @property {Words} [words]
 * @property {string} id
 * @property {string} state
 * @property {string} kind
 * @property {string} article
 * @property {string} severity
 * @property {boolean} advisory
 * @property {Color} [by]
 * @property {number} ply
 * @property {string[]} squares
 * @property {Record<string, any>} data
 * @property {string} text
 * @property {string} [decided]
 * @property {string} [decided_by]
 */
/** What an alert says: a message of `words/<language>/alerts.ftl`, and its values. @typedef {Record<string, any> & { id: string }} Words */
/** @typedef {{ alert: Alert, raised_at: number, changed_at: number, gone: boolean }} StandingAlert */

/** @typedef {Record<string, any> & { command: string }} Act */
/** @typedef {Record<string, any> & { effect: string }} Effect */
/** @typedef {Record<string, any> & { step: string }} Step */
/** @typedef {Record<string, any> & { form: string }} Form */
/** @typedef {{ effects: Effect[], destructive: boolean, take_back: Act[] }} Outcome */

/**
 * @typedef {object} Offer
 * @property {string} name
 * @property {Act[]} acts
 * @property {Form} [form]
 * @property {Outcome} outcome
 * @property {Step[]} steps
 * @property {boolean} proposed
 */

/**
 * @typedef {object} Case
 * @property {string} id
 * @property {string[]} tables
 * @property {string} [game]
 * @property {Severity} severity
 * @property {string} kind
 * @property {string} article
 * @property {string[]} articles
 * @property {string} edition
 * @property {boolean} advisory
 * @property {Color} [by]
 * @property {number} ply
 * @property {string[]} squares
 * @property {NamedMove[]} legal
 * @property {string} fen
 * @property {Record<string, any>} data
 * @property {string} text
 * @property {Words} [words]
 * @property {number} since
 * @property {StandingAlert[]} alerts
 * @property {Hand[]} hands
 * @property {{ white?: string | null, black?: string | null }} [before] Who played, of a game that another has followed.
 * @property {string[]} [members]
 * @property {"waiting" | "grouped" | "muted" | "shelved" | "private"} tray
 * @property {string} [under]
 * @property {number} muted
 * @property {Mark} [seen]
 * @property {Mark} [going]
 * @property {Mark & { until: number, severity: Severity }} [shelf]
 * @property {(Mark & { what: "goes" | "goes-not" | "seen" | "shelved" | "unshelved" })[]} course
 * @property {Offer[]} offers
 */

/** @typedef {{ by?: string, decided: string, at: number }} First */

/**
 * @typedef {object} Entry
 * @property {number} number
 * @property {number} at
 * @property {number} since
 * @property {string} table
 * @property {string} [section]
 * @property {string} [game]
 * @property {{ white?: string | null, black?: string | null }} players
 * @property {string} [case]
 * @property {string} [kind]
 * @property {Severity} [severity]
 * @property {string} article
 * @property {string} edition
 * @property {"decided" | "decided-elsewhere" | "ended-by-itself" | "shelved"} what
 * @property {string} [name]
 * @property {boolean} [otherwise]
 * @property {string} [command]
 * @property {string} [how]
 * @property {number} [until]
 * @property {string} [by]
 * @property {Effect[]} proposed
 * @property {Effect[]} done
 * @property {Act[]} [acts]
 * @property {Record<string, any> & { did: string, number?: number }} [round] What was done in a round.
 * @property {"done" | "no-answer" | "refused" | "second" | "sent"} state
 * @property {string} [error]
 * @property {Words} [words]
 * @property {number} [carried_out]
 * @property {First} [first]
 * @property {Record<string, any>} [claim]
 * @property {Act[]} [take_back]
 * @property {Mark} [taken_back]
 * @property {number} [takes_back]
 */

/** @typedef {{ ply: number, uci: string, san: string, fen: string, completed: boolean, inferred: boolean, left_ms?: number }} MoveEntry */

/**
 * @typedef {object} TableDetail
 * @property {string} table
 * @property {string} initial_fen
 * @property {MoveEntry[]} moves
 * @property {Hand[]} hands
 * @property {{ sq: string, piece?: string, t_ms: number }[]} touched
 * @property {{ own?: string | null, opp?: string | null, legal?: string[] }} obligation
 * @property {StandingAlert[]} alerts
 * @property {{ game: string, players: { white?: string | null, black?: string | null }, result: string, termination?: string | null, plies: number, at?: number }[]} outcomes
 */

/**
 * @typedef {object} Changes
 * @property {number} version
 * @property {boolean} [whole]
 * @property {number} now
 * @property {TableView[]} [tables]
 * @property {PublicView[]} [public]
 * @property {string[]} [removed]
 * @property {Case[]} [cases]
 * @property {string[]} [ended]
 * @property {string[]} [order]
 * @property {Entry[]} [entries]
 * @property {TableDetail[]} [details]
 * @property {Record<string, any>} [event]
 * @property {Record<string, any>[]} [rounds]
 */

/**
 * @typedef {Record<string, any> & { id: string, refused?: string, first?: First, entry?: number, outcome?: Outcome, offers?: Offer[], entries?: Entry[] }} Answer
 */

export {};
