// What somebody has chosen on this device: kept in the browser, told to nobody.

const KEY = "touchmove";

const CHOICES = {
  theme: "",
  language: "",
  sound: true,
  notify: false,
  vibrate: false,
  letters: true,
  turned: false,
  order: "urgency",
  view: "tiles",
};

/** @typedef {typeof CHOICES} Choices */

/** @type {Set<() => void>} */
const listeners = new Set();

/** @type {Choices} */
export const device = { ...CHOICES, ...kept() };

/** @param {Partial<Choices>} change */
export function choose(change) {
  Object.assign(device, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(device));
  } catch {
    // A browser that keeps nothing still does what it was told until it is closed.
  }
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function onChoice(listener) {
  listeners.add(listener);
}

/** @returns {Partial<Choices>} */
function kept() {
  try {
    const read = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const known = Object.entries(CHOICES).filter(([name, value]) => typeof read[name] === typeof value);
    return Object.fromEntries(known.map(([name]) => [name, read[name]]));
  } catch {
    return {};
  }
}
