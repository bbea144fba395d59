// What calls somebody who does not look: title, badge, sound, notification. Private findings never do.

import { device } from "./device.js";
import { isNewRuling, isTaken, tableLabel, waiting } from "./live/looks.js";
import { onNews, state } from "./live/state.js";
import { caseTitle } from "./words/cases.js";
import { plain } from "./words/marks.js";
import { say, tp } from "./words/say.js";

/** @import { Case } from "./live/protocol.js" */

/** Sounds no closer than this, in milliseconds. */
const SOUND_EVERY_MS = 2_000;

let viewTitle = "";
/** What has called already, with how urgent it was then. @type {Map<string, string>} */
const called = new Map();
let isFirst = true;
let lastSound = 0;
/** @type {AudioContext | null} */
let audio = null;

/** @param {string} title */
export function nameView(title) {
  viewTitle = title;
  drawTitle();
}

export function eventName() {
  return state.event?.name || state.title || tp("app.name");
}

function drawTitle() {
  const list = waiting();
  document.title = tp("app.title", { waiting: list.length, view: viewTitle, event: eventName() });
  const calls = list.some(isNewRuling);
  const icon = /** @type {HTMLLinkElement | null} */ (document.getElementById("icon"));
  const file = `/console/${calls ? "icon-calls.svg" : "icon.svg"}`;
  if (icon && !icon.href.endsWith(file)) icon.href = file;
  const badge = /** @type {any} */ (navigator);
  if (badge.setAppBadge) badge.setAppBadge(list.filter((one) => !isTaken(one)).length).catch(() => {});
}

/** Whether the link was lost when it was last looked at. */
let wasLost = false;

/** That the link is lost, and that it is back, is said once. */
function tellLink() {
  const isLost = state.link === "lost";
  if (isLost === wasLost) return;
  wasLost = isLost;
  const place = document.getElementById("aloud");
  if (place) place.textContent = tp(isLost ? "aloud.lost" : "aloud.live");
}

onNews((changes) => {
  drawTitle();
  tellLink();
  if (!changes) return;
  if (changes.whole) isFirst = true;
  const list = waiting();
  for (const one of list) {
    const before = called.get(one.id);
    called.set(one.id, one.severity);
    if (!isFirst && before !== one.severity && !isTaken(one)) call(one);
  }
  for (const id of called.keys()) if (!state.cases.has(id)) called.delete(id);
  // After a whole answer all is old: what waited while nobody was signed in is seen on the page.
  isFirst = false;
});

/** @param {Case} one */
function call(one) {
  const words = say("aloud.newcomer", {
    severity: one.severity,
    table: one.tables.map(tableLabel).join(", "),
    title: caseTitle(one),
  });
  const place = document.getElementById(one.severity === "ruling" ? "alarm" : "aloud");
  if (place) place.textContent = plain(words);
  if (one.severity !== "ruling") return;
  if (device.sound) sound();
  if (device.vibrate) navigator.vibrate?.([200, 100, 200]);
  if (device.notify && document.hidden) notify(one);
}

/** @param {Case} one */
function notify(one) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const shown = new Notification(tp("sev.ruling"), {
      body: tp("call.ruling", { table: one.tables.map(tableLabel).join(", "), title: caseTitle(one) }),
      tag: one.id,
      icon: "/console/icon.svg",
    });
    shown.addEventListener("click", () => {
      focus();
      location.hash = `#/queue/${encodeURIComponent(one.id)}`;
      shown.close();
    });
  } catch {
    // Some telephones give notifications to installed pages only.
  }
}

/** Two short tones. */
export function sound() {
  const now = Date.now();
  // A browser lets a page sound only after somebody has touched it.
  if (now - lastSound < SOUND_EVERY_MS || !navigator.userActivation?.hasBeenActive) return;
  lastSound = now;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  for (const [at, pitch] of [
    [0, 660],
    [0.22, 880],
  ]) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const begin = audio.currentTime + at;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, begin);
    loudness.gain.linearRampToValueAtTime(0.25, begin + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, begin + 0.18);
    tone.connect(loudness).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.2);
  }
}

/** Whether this browser can notify here at all. */
export const canNotify = () =>
  "Notification" in window && window.isSecureContext && Notification.permission !== "denied";

/** @returns {Promise<boolean>} */
export async function allowNotify() {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}
