// A part that is drawn again only when something that it was given is another thing than before, or the
// language is.

import { Component } from "../vendor/preact.js";
import { language } from "../words/say.js";

/** @extends {Component<any>} */
export class Pure extends Component {
  /** In which language it was drawn. */
  drawn = language();

  /** @returns {unknown} */
  render() {
    return null;
  }

  /** @param {any} next @param {any} state */
  shouldComponentUpdate(next, state) {
    const isOther = this.drawn !== language();
    this.drawn = language();
    return isOther || state !== this.state || differ(this.props, next);
  }
}

/** @param {any} one @param {any} other */
function differ(one, other) {
  for (const key in one) if (!(key in other)) return true;
  for (const key in other) if (one[key] !== other[key]) return true;
  return false;
}

/** @param {(p: any) => unknown} draw */
export function pure(draw) {
  return class extends Pure {
    render() {
      return draw(this.props);
    }
  };
}
