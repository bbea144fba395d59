// The console: begins, knows who is signed in, draws the view that the address names.

import { html, render } from "./vendor/preact.js";
import { nameView } from "./calls.js";
import { device, onChoice } from "./device.js";
import { listen, VIEWS } from "./keys.js";
import { chosenCase } from "./live/acting.js";
import { clearDesk } from "./live/arranging.js";
import { onNews, state } from "./live/state.js";
import { join, watch } from "./live/socket.js";
import { Frame } from "./parts/frame.js";
import { go, route } from "./router.js";
import { drawBy, show, ui } from "./ui.js";
import { tableLabel } from "./live/looks.js";
import { People } from "./views/people.js";
import { Queue, swipes } from "./views/queue.js";
import { Record } from "./views/record.js";
import { Round } from "./views/round.js";
import { Screen } from "./views/screen.js";
import { Door } from "./views/signin.js";
import { Table } from "./views/table.js";
import { Wall } from "./views/wall.js";
import { load, speak, tp } from "./words/say.js";

/** @import { Me } from "./live/protocol.js" */

/** @type {{ known: boolean, setup: boolean, ended: boolean }} */
const door = { known: false, setup: false, ended: false };
const app = /** @type {HTMLElement} */ (document.getElementById("app"));
let isWaiting = false;
let drawnView = "";

begin();

async function begin() {
  drawBy(soon);
  onNews(heard);
  onChoice(() => {
    look();
    soon();
  });
  addEventListener("hashchange", turned);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", look);
  look();
  listen();
  swipes();
  keepFilesOut();
  await Promise.all([load(), drawings()]);
  await meet();
}

/** A file that is dropped beside its place would take the page's own. */
function keepFilesOut() {
  for (const kind of /** @type {const} */ (["dragover", "drop"]))
    addEventListener(kind, (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
}

/** Who is signed in, if anybody. */
export async function meet() {
  try {
    const answer = await fetch("/api/me");
    const body = await answer.json();
    if (answer.ok) return enter(body);
    door.setup = Boolean(body.setup);
    state.title = body.title ?? "";
  } catch {
    // No answer is no sign-in: the page says so at the door.
  }
  state.account = null;
  door.known = true;
  draw();
}

/** @param {Me} me */
function enter(me) {
  state.account = me.account;
  state.title = me.title ?? "";
  state.programVersion = me.version ?? "";
  door.known = true;
  door.ended = false;
  if (/^#\/(signin|setup|enter)/.test(location.hash))
    history.replaceState(null, "", isArbiter() ? "#/wall" : "#/screen");
  if (!isArbiter() && !/^#\/(people|screen)/.test(location.hash)) history.replaceState(null, "", "#/screen");
  join(() => {
    forgetAll();
    door.ended = true;
    draw();
  });
  draw();
}

const isArbiter = () => state.account?.role === "chief" || state.account?.role === "arbiter";

/** @param {unknown} _ @param {import("./live/protocol.js").Case[]} ended */
function heard(_, ended) {
  // The case that is looked at stays in sight when somebody else has ended it: who comes second is told.
  const gone = ended.find((one) => one.id === ui.chosen);
  if (gone && route().view === "queue") {
    const isMine =
      ui.sending.has(gone.id) ||
      [...state.entries.values()].some((entry) => entry.case === gone.id && entry.by === state.account?.name);
    if (!isMine) ui.ended = gone;
    else if (route().id) history.replaceState(null, "", "#/queue");
  }
  soon();
}

/** Draws once for all news of a moment; also in a window that nobody sees, whose title must be right. */
function soon() {
  if (isWaiting) return;
  isWaiting = true;
  const now = () => {
    if (!isWaiting) return;
    isWaiting = false;
    draw();
  };
  if (document.hidden) setTimeout(now, 0);
  else requestAnimationFrame(now);
}

function turned() {
  ui.toast = null;
  ui.dialog = null;
  ui.refused.clear();
  draw();
  const { view, id } = route();
  const now = `${view}/${view === "table" || view === "queue" ? (id ?? "") : ""}`;
  if (now !== drawnView) {
    drawnView = now;
    scrollTo(0, 0);
  }
}

/** The view that the address names, for who may see it. */
function draw() {
  const { view, id } = route();
  document.body.dataset.view = view;
  if (!state.account) {
    nameView(tp("view.signin"));
    if (door.known)
      render(html`<${Door} view=${view} code=${id} setup=${door.setup} ended=${door.ended} done=${meet} />`, app);
    return;
  }
  watch(closely(view, id));
  const title =
    view === "table" ? tp("view.table", { table: tableLabel(id ?? "") }) : tp(`view.${view in TITLES ? view : "wall"}`);
  nameView(title);
  if (view === "screen" || (!isArbiter() && view !== "people")) {
    render(html`<${Screen} />`, app);
    return;
  }
  const shown = {
    queue: html`<${Queue} id=${id} />`,
    table: html`<${Table} key=${id} name=${id ?? ""} />`,
    round: html`<${Round} />`,
    record: html`<${Record} />`,
    people: html`<${People} leave=${left} />`,
  };
  const part = shown[/** @type {"queue"} */ (view)] ?? html`<${Wall} />`;
  render(
    html`<${Frame} view=${view in shown ? view : "wall"} views=${isArbiter() ? VIEWS : []}>${part}</${Frame}>`,
    app,
  );
}

/** Which tables are looked at closely: corrections want their moves. @param {string} view @param {string} [id] */
function closely(view, id) {
  if (view === "table" && id) return [id];
  const one = view === "queue" ? chosenCase() : null;
  return one && !one.members?.length ? one.tables.slice(0, 1) : [];
}

const TITLES = { wall: 1, queue: 1, round: 1, record: 1, people: 1, screen: 1 };

/** Nothing of one person is left for the next at this screen. */
function forgetAll() {
  state.account = null;
  Object.assign(ui, { toast: null, dialog: null, chosen: "", ended: null, mine: [] });
  ui.sending.clear();
  ui.refused.clear();
  clearDesk();
}

/** Somebody has signed out. */
function left() {
  forgetAll();
  go("#/signin");
  show();
  meet();
}

/** Direction, language and colours. */
function look() {
  speak();
  if (device.theme) document.documentElement.dataset.theme = device.theme;
  else delete document.documentElement.dataset.theme;
}

/** The pieces, once for all boards. */
async function drawings() {
  const text = await (await fetch("/console/pieces.svg")).text();
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  document.getElementById("sprite")?.append(document.importNode(drawn, true));
}
