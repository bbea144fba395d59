// The door: signing in by name, by a link that is valid once, or as the first one of all.

import { html, useEffect, useState } from "../vendor/preact.js";
import { call, isOk } from "../api.js";
import { eventName } from "../calls.js";
import { Mark } from "../parts/frame.js";
import { Icon } from "../parts/icons.js";
import { t } from "../words/say.js";

/** @param {{ view: string, code?: string, setup: boolean, ended: boolean, done: () => void }} p */
export function Door(p) {
  const { view, code } = p;
  const part =
    view === "enter" && code
      ? html`<${Enter} ...${p} />`
      : view === "setup" || p.setup
        ? html`<${Setup} ...${p} />`
        : html`<${SignIn} ...${p} />`;
  return html`<main id="main" class="sv"><div class="sv-c"><${Mark} /><h1>${eventName()}</h1>${part}</div></main>`;
}

/** @param {{ problem: unknown }} p */
const Problem = ({ problem }) =>
  problem ? html`<p id="sv-e" class="errm" role="alert"><${Icon} of="warning" /><span>${problem}</span></p>` : null;

/** @param {{ ended: boolean, done: () => void }} p */
function SignIn({ ended, done }) {
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const [isSlow, setSlow] = useState(false);
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const { name, password } = Object.fromEntries(new FormData(event.target));
    const answer = await call("/api/sign-in", { name, password });
    if (isOk(answer)) return done();
    if (answer.body?.retry_s) {
      const seconds = answer.body.retry_s;
      setSlow(true);
      setTimeout(() => setSlow(false), seconds * 1_000);
      setProblem(t(answer.body.refused === "busy" ? "in.busy" : "in.slow", { seconds }));
    } else setProblem(t(answer.status === 0 ? "in.away" : "in.wrong"));
  };
  return html`<p class="soft">${t(ended ? "in.again" : "in.title")}</p><form onSubmit=${submit}>
    <label>${t("in.name")}<input name="name" autocomplete="username" required maxlength="64" /></label>
    <label>${t("in.password")}<input name="password" type="password" autocomplete="current-password" required aria-describedby=${problem ? "sv-e" : undefined} aria-invalid=${problem ? "true" : undefined} /></label>
    <${Problem} problem=${problem} /><button class="btn pri" type="submit" disabled=${isSlow}>${t("in.do")}</button></form>`;
}

/** @param {{ code?: string, setup: boolean, done: () => void }} p */
function Setup({ code, setup, done }) {
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  if (!setup && !code) return html`<p>${t("in.setupNo")}</p>`;
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const { name, password } = Object.fromEntries(new FormData(event.target));
    const answer = await call("/api/setup", { name, password, ...(code ? { code } : {}) });
    if (isOk(answer)) return done();
    setProblem(t(answer.status === 0 ? "in.away" : "in.setupRefused"));
  };
  return html`<p class="soft">${t("in.setup")}</p><form onSubmit=${submit}>
    <label>${t("in.name")}<input name="name" autocomplete="username" required maxlength="64" /></label>
    <label>${t("in.passwordNew")}<input name="password" type="password" autocomplete="new-password" required minlength="8" aria-describedby=${problem ? "sv-e" : undefined} /></label>
    <${Problem} problem=${problem} /><button class="btn pri" type="submit">${t("in.setupDo")}</button></form>`;
}

/** @param {{ code?: string, done: () => void }} p */
function Enter({ code, done }) {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    call("/api/enter", { code }).then((answer) => (isOk(answer) ? done() : setFailed(true)));
  }, [code]);
  if (!failed) return html`<p class="soft" role="status">${t("in.entering")}</p>`;
  return html`<p class="errm" role="alert"><${Icon} of="warning" /><span>${t("in.enterNo")}</span></p><a class="btn" href="#/signin">${t("in.do")}</a>`;
}
