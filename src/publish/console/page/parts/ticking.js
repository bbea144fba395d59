// Clocks and ages: their text changes in place, nothing else is drawn again.

import { html } from "../vendor/preact.js";
import { hallNow, state } from "../live/state.js";
import { ageText, clockText } from "../words/format.js";
import { Pure } from "./pure.js";

/** @import { ClockView, Color } from "../live/protocol.js" */

const EVERY_MS = 200;

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

/** How long ago something was last heard, by this computer's own clock. */
export class OwnAge extends Ticking {
  now() {
    return ageText(Date.now() - this.props.since);
  }
}

/**
 * @param {ClockView | null | undefined} clock
 * @param {Color} color
 * @param {boolean} [stands] Whether nothing is counted down: nobody knows what the clock shows.
 * @returns {number | null}
 */
export function left(clock, color, stands = false) {
  const ms = clock?.[color === "white" ? "white_ms" : "black_ms"];
  if (clock == null || ms == null) return null;
  const runs = clock.running === color && !stands && state.link === "live" && state.broker?.up !== false;
  return runs ? Math.max(0, ms - Math.max(0, hallNow() - clock.at)) : ms;
}
