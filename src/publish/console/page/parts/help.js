// Which keys do what.

import { html } from "../vendor/preact.js";
import { t, tp } from "../words/say.js";
import { Dialog } from "./dialog.js";

const KEYS = [
  ["j / k", "jk"],
  ["Enter", "enter"],
  ["c", "c"],
  ["d", "d"],
  ["a", "a"],
  ["g", "g"],
  ["s", "s"],
  ["u", "u"],
  ["1 2 3 4", "views"],
  ["/", "search"],
  ["← →", "walk"],
  ["?", "help"],
];

export function Help() {
  return html`<${Dialog} title=${t("keys.title")} label=${tp("keys.title")}><dl class="keys">${KEYS.map(([key, what]) => html`<dt><kbd dir="ltr">${key}</kbd></dt><dd>${t(`keys.${what}`)}</dd>`)}</dl><p class="soft">${t("keys.off")}</p></${Dialog}>`;
}
