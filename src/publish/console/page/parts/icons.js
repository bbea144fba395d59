// Drawings of 16 by 16. Of each severity the outline is its own, so that colour is never alone.

import { html } from "../vendor/preact.js";

/** @type {Record<string, ReturnType<typeof html>>} */
const DRAWINGS = {
  ruling: html`<path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z" fill="currentColor"/><path d="M4.2 6.8h7.6v2.4H4.2z" fill="var(--ic-cut)"/>`,
  warning: html`<path d="M8 .9 15.6 15H.4z" fill="currentColor"/><path d="M7 5.6h2l-.3 4.6H7.300zM7.1 11.300h1.800v1.800H7.100z" fill="var(--ic-cut)"/>`,
  result: html`<path d="M2 1h1.800v14H2z" fill="currentColor"/><path d="M4.600 1.800H14l-2.400 3.600L14 9H4.600z" fill="currentColor"/>`,
  unread: html`<circle cx="8" cy="8" r="7" fill="currentColor"/><path d="M5.400 6.200a2.600 2.600 0 1 1 3.700 2.300c-.7.400-.9.700-.9 1.500" fill="none" stroke="var(--ic-cut)" stroke-width="1.700"/><path d="M7.200 11.200h1.900v1.800H7.200z" fill="var(--ic-cut)"/>`,
  lost: html`<path d="M1.500 1.500h13v13h-13z" fill="none" stroke="currentColor" stroke-width="1.800" stroke-dasharray="3.200 1.900"/><path d="m3.800 12.200 8.400-8.400" stroke="currentColor" stroke-width="2"/>`,
  notice: html`<circle cx="8" cy="8" r="6.200" fill="none" stroke="currentColor" stroke-width="1.700"/><path d="M7.100 7h1.800v4.600H7.100zM7.100 4.300h1.800v1.800H7.100z" fill="currentColor"/>`,
  private: html`<path d="M1 8s2.600-4.600 7-4.600S15 8 15 8s-2.600 4.600-7 4.600S1 8 1 8z" fill="none" stroke="currentColor" stroke-width="1.500"/><path d="m2.500 14 11-12" stroke="currentColor" stroke-width="1.700"/>`,
  battery: html`<path d="M1 4.500h12v7H1zM13 6.500h2v3h-2z" fill="none" stroke="currentColor" stroke-width="1.500"/><path d="M2.700 6.200h2v3.600h-2z" fill="currentColor"/>`,
  board: html`<path d="M1.500 1.500h13v13h-13z" fill="none" stroke="currentColor" stroke-width="1.800" stroke-dasharray="3.200 1.900"/><path d="m3.800 12.200 8.400-8.400" stroke="currentColor" stroke-width="2"/>`,
  noise: html`<path d="M1 8h2.500l1.600-4.500 2.600 9 2.400-7 1.500 2.500H15" fill="none" stroke="currentColor" stroke-width="1.600"/>`,
  go: html`<circle cx="8.600" cy="2.600" r="1.900" fill="currentColor"/><path d="M8.400 5.200 6.300 10l3 2 .6 3.400M6.600 9.600 4 15M5.200 8.600l1-2.500 2.200-.9 1.700 2.300 2.300.5" fill="none" stroke="currentColor" stroke-width="1.600" stroke-linecap="round"/>`,
  check: html`<path d="m2.500 8.500 3.700 3.700 7.300-8" fill="none" stroke="currentColor" stroke-width="2"/>`,
  x: html`<path d="m3 3 10 10M13 3 3 13" stroke="currentColor" stroke-width="1.900"/>`,
  later: html`<circle cx="8" cy="8" r="6.300" fill="none" stroke="currentColor" stroke-width="1.600"/><path d="M8 4.300V8l2.600 2" fill="none" stroke="currentColor" stroke-width="1.600"/>`,
  eye: html`<path d="M1 8s2.600-4.600 7-4.600S15 8 15 8s-2.600 4.600-7 4.600S1 8 1 8z" fill="none" stroke="currentColor" stroke-width="1.500"/><circle cx="8" cy="8" r="2.200" fill="currentColor"/>`,
  undo: html`<path d="M6 2.500 2.500 6 6 9.500M3 6h6.500a3.700 3.700 0 0 1 0 7.500H6" fill="none" stroke="currentColor" stroke-width="1.600"/>`,
  flip: html`<path d="M5 14V3L2.500 5.500M11 2v11l2.500-2.500" fill="none" stroke="currentColor" stroke-width="1.600"/>`,
  sound: html`<path d="M2 6v4h2.600L8 13V3L4.600 6z" fill="currentColor"/><path d="M10.300 5.500a3.500 3.500 0 0 1 0 5M12 3.500a6.300 6.300 0 0 1 0 9" fill="none" stroke="currentColor" stroke-width="1.500"/>`,
  mute: html`<path d="M2 6v4h2.600L8 13V3L4.600 6z" fill="currentColor"/><path d="m10.500 6 4 4m0-4-4 4" stroke="currentColor" stroke-width="1.500"/>`,
  theme: html`<circle cx="8" cy="8" r="6.200" fill="none" stroke="currentColor" stroke-width="1.500"/><path d="M8 1.800a6.200 6.200 0 0 1 0 12.400z" fill="currentColor"/>`,
  user: html`<circle cx="8" cy="5" r="3" fill="currentColor"/><path d="M2 15c.3-3.600 2.700-5.500 6-5.500s5.700 1.900 6 5.500z" fill="currentColor"/>`,
  wall: html`<path d="M1.500 2h5.600v5H1.500zM8.900 2h5.600v5H8.900zM1.500 9h5.600v5H1.500zM8.900 9h5.600v5H8.900z" fill="none" stroke="currentColor" stroke-width="1.500"/>`,
  queue: html`<path d="M1.500 3h2v2h-2zM1.500 7h2v2h-2zM1.500 11h2v2h-2z" fill="currentColor"/><path d="M5.500 4h9M5.500 8h9M5.500 12h9" stroke="currentColor" stroke-width="1.600"/>`,
  round: html`<path d="M2 2.800h4.500v3H2zM2 10.200h4.500v3H2zM6.500 4.300h3v7.400h-3M9.500 8H14" fill="none" stroke="currentColor" stroke-width="1.500"/>`,
  record: html`<path d="M3 1.500h7l3 3v10H3z" fill="none" stroke="currentColor" stroke-width="1.500"/><path d="M5.300 7h5.400M5.300 9.500h5.400M5.300 12h3.400" stroke="currentColor" stroke-width="1.300"/>`,
  next: html`<path d="m6 3 5 5-5 5" fill="none" stroke="currentColor" stroke-width="1.800"/>`,
  search: html`<circle cx="6.800" cy="6.800" r="4.600" fill="none" stroke="currentColor" stroke-width="1.600"/><path d="m10.300 10.300 4 4" stroke="currentColor" stroke-width="1.800"/>`,
  file: html`<path d="M8 1.500v8.300M4.500 6.500 8 10l3.500-3.500M2 11v3.300h12V11" fill="none" stroke="currentColor" stroke-width="1.600"/>`,
  plus: html`<path d="M8 2.500v11M2.500 8h11" stroke="currentColor" stroke-width="1.800"/>`,
  minus: html`<path d="M2.500 8h11" stroke="currentColor" stroke-width="1.800"/>`,
  swap: html`<path d="M2 5.500h11L10 2.500M14 10.500H3l3 3" fill="none" stroke="currentColor" stroke-width="1.600"/>`,
  edit: html`<path d="m2 14 .8-3.300L11 2.500 13.500 5l-8.200 8.200z" fill="none" stroke="currentColor" stroke-width="1.500"/>`,
};

/** @param {{ of: string, class?: string }} p */
export function Icon(p) {
  return html`<svg class=${`ic ${p.class ?? ""}`} viewBox="0 0 16 16" aria-hidden="true">${DRAWINGS[p.of]}</svg>`;
}
