// Clocks and ages: their text changes in place, nothing else is drawn again.

import { html } from "../vendor/preact.js";
import { hallNow, state } from "../live/state.js";
import { ageText, clockText } from "../words/format.js";
import { isolated } from "../words/marks.js";
import { say } from "../words/say.js";
import { Pure } from "./pure.js";

/** @import { ClockView, Color } from "../live/protocol.js" */

const EVERY_MS = 200;

/** So long a thought is nothing to speak of. */
const WORTH_A_WORD_MS = 5_000;

/** So long two clocks may stand while a game is on: it takes that to ask an arbiter something. */
const WORTH_A_LOOK_MS = 60_000;

/** @type {Set<Ticking>} */
const shown = new Set();
/** @type {Set<() => void>} */
const others = new Set();

setInterval(() => {
  if (document.hidden) return;
  for (const one of shown) one.tick();
  for (const other of others) other();
}, EVERY_MS);

/** @param {() => void} other */
export function everyTick(other) {
  others.add(other);
  return () => others.delete(other);
}

/** Text that time changes. */
class Ticking extends Pure {
  /** @type {Text | null} */
  text = null;
  said = "";

  now() {
    return "";
  }

  tick() {
    const now = this.now();
    if (now === this.said || !this.text) return;
    this.said = now;
    this.text.data = now;
  }

  componentDidMount() {
    shown.add(this);
  }

  componentWillUnmount() {
    shown.delete(this);
  }

  /** The text node is this part's own: the library must not compare it with what it drew before. */
  hold = (/** @type {Element | null} */ element) => {
    if (!element) return;
    this.said = this.now();
    this.text = document.createTextNode(this.said);
    element.replaceChildren(this.text);
  };

  componentDidUpdate() {
    this.tick();
  }

  render() {
    return html`<span ref=${this.hold}></span>`;
  }
}

/** What a player has left. */
export class ClockTime extends Ticking {
  now() {
    const { clock, color, stands } = this.props;
    const ms = left(clock, color, stands);
    return ms === null ? "–" : clockText(ms);
  }
}

/** How long ago something was. */
export class Age extends Ticking {
  now() {
    return ageText(hallNow() - this.props.since);
  }
}

/** For how long somebody has been thinking, once it is worth a word: at every move it would only come and go. */
export class Thinking extends Ticking {
  now() {
    const age = hallNow() - this.props.since;
    return age < WORTH_A_WORD_MS ? "" : isolated(say("doing.for", { age: ageText(age) }));
  }
}

/** For how long both clocks have stood in a game that is on, once it looks as if somebody were needed. */
export class Stopped extends Ticking {
  now() {
    const age = hallNow() - this.props.since;
    return age < WORTH_A_LOOK_MS ? "" : isolated(say("doing.stopped", { age: ageText(age) }));
  }
}

/** How long ago something was last heard, by this computer's own clock. */
export class OwnAge extends Ticking {
  now() {
    return ageText(Date.now() - this.props.since);
  }
}

/** When the hall was last within reach, by its clock. */
let reached = 0;

/**
 * What a player has left. While the hall is out of reach it is what it was then: nobody knows what runs meanwhile.
 * @param {ClockView | null | undefined} clock
 * @param {Color} color
 * @param {boolean} [stands] Whether nothing is counted down: nobody knows what the clock shows.
 * @returns {number | null}
 */
export function left(clock, color, stands = false) {
  const ms = clock?.[color === "white" ? "white_ms" : "black_ms"];
  if (clock == null || ms == null) return null;
  if (state.link === "live" && state.broker?.up !== false) reached = hallNow();
  return clock.running === color && !stands ? Math.max(0, ms - Math.max(0, reached - clock.at)) : ms;
}
