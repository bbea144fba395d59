import { html } from "../vendor/preact.js";
/** @param {any} _ */
export function Round(_) { return html`<h1>Round</h1>`; }
