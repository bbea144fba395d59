// A dialog: one at a time, closed by Escape, by its cross, or by a click beside it.

import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { closeDialog } from "../ui.js";
import { tp } from "../words/say.js";
import { Icon } from "./icons.js";

/** @param {{ title: unknown, label: string, wide?: boolean, children?: unknown }} p */
export function Dialog({ title, label, wide, children }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayoutEffect(() => {
    const opened = element.current;
    if (opened && !opened.open) opened.showModal();
    return () => opened?.close();
  }, []);
  const outside = (/** @type {MouseEvent} */ event) => {
    if (event.target === element.current) closeDialog();
  };
  // One that has given way to another is closed, too, but later: that must not close the other.
  const closed = (/** @type {Event} */ event) => {
    if (/** @type {Element} */ (event.target).isConnected) closeDialog();
  };
  return html`<dialog ref=${element} class=${`dlg ${wide ? "wide" : ""}`} aria-label=${label} onClose=${closed} onMouseDown=${outside}>
    <div class="dlg-h"><h2>${title}</h2><button type="button" class="ib" aria-label=${tp("word.close")} onClick=${closeDialog}><${Icon} of="x" /></button></div>${children}</dialog>`;
}
