// The keyboard. Letters work outside of fields only, and can be switched off.

import { device } from "./device.js";
import { chosenCase, goOrNot, mark, mayShelve, takeBackMine } from "./live/acting.js";
import { caseOfTables } from "./live/looks.js";
import { offerFor, take } from "./parts/actions.js";
import { Help } from "./parts/help.js";
import { html } from "./vendor/preact.js";
import { go, route } from "./router.js";
import { show, ui } from "./ui.js";
import { step } from "./views/queue.js";
import { walk } from "./views/timeline.js";

export const VIEWS = ["wall", "queue", "round", "record"];

export function listen() {
  document.addEventListener("keydown", (event) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.defaultPrevented ||
      document.querySelector("dialog[open]")
    )
      return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.matches("input, select, textarea")) return;
    if (press(event.key, target)) event.preventDefault();
  });
}

/** The case that a letter means: that of the view. */
function meant() {
  const { view, id } = route();
  if (view === "queue") return ui.ended ? null : chosenCase();
  if (view === "table" && id) return caseOfTables().get(id)?.case ?? null;
  return null;
}

/** @param {string} key @param {Element} target @returns {boolean} */
function press(key, target) {
  const { view } = route();
  const one = meant();
  if (view === "table" && (key === "ArrowLeft" || key === "ArrowRight") && !target.closest(".squares"))
    return walk(key === "ArrowLeft" ? -1 : 1);
  if (key === "Enter" && target.matches(".qi") && one) {
    go(`#/table/${encodeURIComponent(one.tables[0])}`);
    return true;
  }
  if (!device.letters) return false;
  if (/^[1-4]$/.test(key)) {
    go(`#/${VIEWS[Number(key) - 1]}`);
    return true;
  }
  if (key === "?") {
    show({ dialog: () => html`<${Help} />` });
    return true;
  }
  if (key === "/") {
    const field = /** @type {HTMLElement | null} */ (document.querySelector("input[type=search]"));
    if (!field) go("#/record");
    requestAnimationFrame(() =>
      /** @type {HTMLElement | null} */ (document.querySelector("input[type=search]"))?.focus(),
    );
    return true;
  }
  if (key === "u") {
    takeBackMine();
    return true;
  }
  if (view === "queue" && (key === "j" || key === "k")) {
    step(key === "j" ? 1 : -1);
    return true;
  }
  if (!one) return false;
  if (key === "g") goOrNot(one);
  else if (key === "s" && mayShelve(one)) mark(one, "shelve");
  else if (key === "a") mark(one, "seen");
  else if (key === "c" || key === "d") {
    const offer = offerFor(one, key === "c" ? "proposed" : "dismiss");
    if (!offer) return false;
    take(one, offer);
  } else return false;
  return true;
}
