// What is to be chosen before something can be done: each form in a dialog of its own, with what it will do said before.

import { html } from "../vendor/preact.js";
import { act } from "../live/acting.js";
import { state } from "../live/state.js";
import { closeDialog, show } from "../ui.js";
import { offerLabel } from "../words/cases.js";
import { askFirst } from "./ask.js";
import { ClaimForm, ClockForm, IllegalMovesForm, RegisterForm } from "./irregular.js";
import { MoveForm, TakeBackForm } from "./move.js";
import { NewGameForm, PlayersForm } from "./players.js";
import { PositionForm } from "./position.js";
import { ResultForm } from "./result.js";
import { Ready } from "./ready.js";

/** @import { Act, Case, Offer, Outcome } from "../live/protocol.js" */
/**
 * What a form is given.
 * @typedef {object} Given
 * @property {Offer} offer
 * @property {string} table
 * @property {Case} [one]
 * @property {string} [chosen] What is chosen at the beginning.
 * @property {Offer[]} [all] Offers of the same name.
 * @property {(acts: Act[], outcome?: Outcome) => void} send
 */

const FORMS = {
  claim: ClaimForm,
  clock: ClockForm,
  "illegal-moves": IllegalMovesForm,
  move: MoveForm,
  "new-game": NewGameForm,
  players: PlayersForm,
  position: PositionForm,
  result: ResultForm,
  "take-back": TakeBackForm,
};

/** @param {{ offer: Offer, table: string, one?: Case, chosen?: string }} what */
export function openForm({ offer, table, one, chosen }) {
  const form = FORMS[/** @type {"move"} */ (offer.form?.form)];
  if (!form) return;
  const given = { offer, table, one, chosen, send: sender({ offer, table, one }) };
  show({ dialog: () => html`<${form} ...${given} />` });
}

/** A command of the table's menu; several offers of one name are chosen from. @param {string} table @param {Offer[]} offers */
export function openCommand(table, offers) {
  const [offer] = offers;
  if (offer.form) return openForm({ offer, table });
  const form = offers.length > 1 ? RegisterForm : Ready;
  show({
    dialog: () => html`<${form} offer=${offer} all=${offers} table=${table} send=${sender({ offer, table })} />`,
  });
}

/**
 * Sends what a form has come to, asked once where something is lost. What was in sight when the form was opened is what
 * it is done to.
 * @param {{ offer: Offer, table: string, one?: Case }} what
 * @returns {(acts: Act[], outcome?: Outcome) => void}
 */
function sender({ offer, table, one }) {
  const game = state.tables.get(table)?.game;
  const seen = game && !one?.before ? { game: game.id, plies: game.plies, result: game.result } : undefined;
  return (acts, outcome = offer.outcome) => {
    closeDialog();
    const done = { ...offer, acts, outcome };
    const go = () => act({ offer: done, table, one, acts, seen });
    if (outcome.destructive) askFirst({ table, outcome, label: offerLabel(done, one), go });
    else go();
  };
}
