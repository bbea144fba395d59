// The public screen: begins, and draws what its address asks for. Nobody is asked who he is.

import { html, render } from "../vendor/preact.js";
import { device } from "../device.js";
import { state } from "../live/state.js";
import { joined } from "../words/lists.js";
import { rich } from "../words/marks.js";
import { load, say, tp } from "../words/say.js";
import { Boards } from "./boards.js";
import { forgetWidths } from "./names.js";
import { address, isAsked, ofSection, read } from "./options.js";
import { Overlay } from "./overlay.js";
import { Results } from "./results.js";
import { follow, source } from "./source.js";

/** @import { Section } from "./source.js" */

/** So long a pointer that stands is seen. */
const IDLE_MS = 3_000;

const options = read(location.search);
const app = /** @type {HTMLElement} */ (document.getElementById("app"));
/** The page's own files, wherever it is served. */
const files = new URL("..", import.meta.url);

begin();

async function begin() {
  if (options.language) device.language = options.language;
  const root = document.documentElement;
  if (options.theme) root.dataset.theme = options.theme;
  root.dataset.show = options.board === null ? options.view : "over";
  state.link = "live";
  let isReady = false;
  // Before the letters are there nothing can be measured.
  follow(address(options), () => isReady && draw());
  stayAwake();
  hidePointer();
  await Promise.allSettled([load(), drawings(), ...[400, 600].map((weight) => document.fonts.load(`${weight} 20px Plex`))]);
  isReady = true;
  draw();
  // Letters of other scripts come once they are needed.
  document.fonts.addEventListener("loadingdone", () => {
    forgetWidths();
    draw();
  });
}

function draw() {
  const { told } = source;
  const title = told?.event.name || tp("view.screen");
  document.title = told?.event.name ? tp("screen.title", { event: title }) : title;
  const sections = ofSection(options, told?.sections ?? []);
  if (options.board !== null) {
    const of = sections.flatMap((section) => section.boards).find((board) => isAsked(options, Number(board.board)));
    render(html`<${Overlay} of=${of ?? null} bottom=${options.bottom} side=${options.side} />`, app);
    return;
  }
  if (!source.answered && state.link === "live") return;
  const groups = sections.map((section) => ({
    key: section.section ?? "",
    about: about(section, told?.event.time_control ?? null),
    boards: section.boards.filter((board) => isAsked(options, Number(board.board))),
  }));
  const all = { title, groups, delay_s: told?.delay_s ?? 0, turn_ms: options.turn_ms };
  render(
    options.view === "results"
      ? html`<${Results} ...${all} />`
      : html`<${Boards} ...${all} bottom=${options.bottom} most=${options.most} />`,
    app,
  );
}

/** Round, section, time control. @param {Section} of @param {string | null} control */
function about({ section, round }, control) {
  const parts = [
    section,
    round === null ? null : say("screen.round", { round }),
    control && joined("screen", control.split(":").map(period)),
  ];
  return rich(parts.filter(Boolean).join(" · "));
}

/** `40/5400+30` in words. @param {string} text */
function period(text) {
  const found = /^(?:(\d+)\/)?(\d+)(?:\+(\d+))?$/.exec(text);
  if (!found) return text;
  const [, moves, seconds, increment] = found;
  const length = Number(seconds) % 60 ? { seconds: Number(seconds) } : { minutes: Number(seconds) / 60 };
  return say("screen.period", {
    ...length,
    moves: moves && Number(moves),
    increment: Number(increment ?? 0) || undefined,
  });
}

/** A screen that nobody touches must not go dark. Where the page is not encrypted, browsers do not let it ask. */
function stayAwake() {
  const ask = () => {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}

/** A pointer that nobody moves is in the way. */
function hidePointer() {
  const { dataset } = document.documentElement;
  let timer = 0;
  addEventListener("pointermove", () => {
    delete dataset.idle;
    clearTimeout(timer);
    timer = setTimeout(() => (dataset.idle = ""), IDLE_MS);
  });
}

/** The pieces, once for all boards. */
async function drawings() {
  const text = await (await fetch(new URL("pieces.svg", files))).text();
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  document.getElementById("sprite")?.append(document.importNode(drawn, true));
}
