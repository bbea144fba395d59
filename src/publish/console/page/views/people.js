// Accounts, links that are valid once, sessions; and what somebody has chosen on this device.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { call, isOk } from "../api.js";
import { allowNotify, canNotify, sound } from "../calls.js";
import { choose, device } from "../device.js";
import { leave as leaveStream } from "../live/socket.js";
import { hallNow, state } from "../live/state.js";
import { Dialog } from "../parts/dialog.js";
import { Help } from "../parts/help.js";
import { Icon } from "../parts/icons.js";
import { closeDialog, show } from "../ui.js";
import qrcode from "../vendor/qrcode.js";
import { ageText, hourMinute } from "../words/format.js";
import { LANGUAGES } from "../words/languages.js";
import { choose as chooseLanguage, hasMessage, t, tp } from "../words/say.js";

/** @typedef {{ id: string, since: number, seen: number, from: string, agent: string }} Session */
/** @typedef {{ name: string, role: string, sections?: string[], sessions: Session[], keys?: Session[] }} Person */

const ROLES = ["arbiter", "chief", "broadcaster", "display"];
/** Who was heard within this time is here, in milliseconds. */
const HERE_MS = 60_000;

/** Programs by what they say of themselves, the particular before the general: many name others, too. */
const PROGRAMS = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["Firefox", "Firefox"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
  ["curl", "curl"],
];
const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["Linux", "Linux"],
];

/** A browser in few words. @param {string} agent */
function agentName(agent) {
  const named = (/** @type {string[][]} */ known) => known.find(([sign]) => agent.includes(sign))?.[1];
  return [named(PROGRAMS) ?? agent.split(" ")[0], named(SYSTEMS)].filter(Boolean).join(", ");
}

/** @param {{ leave: () => void }} p */
export function People({ leave }) {
  const [people, setPeople] = useState(/** @type {Person[] | null} */ (null));
  const [link, setLink] = useState(/** @type {{ by: Person, link: string, until: number } | null} */ (null));
  const [failed, setFailed] = useState(/** @type {unknown} */ (null));
  const isChief = state.account?.role === "chief";
  const fetchAll = async () => {
    const answer = await call("/api/people");
    if (isOk(answer)) setPeople(answer.body.accounts);
  };
  useEffect(() => {
    if (isChief) fetchAll();
  }, [isChief]);
  const change = async (/** @type {Record<string, unknown>} */ body) => {
    const answer = await call("/api/people", body);
    const key = `people.refused.${answer.body?.refused ?? ""}`;
    setFailed(isOk(answer) ? null : t(hasMessage(key) ? key : "people.failed", answer.body ?? {}));
    await fetchAll();
    return answer;
  };
  const giveLink = async (/** @type {Person} */ by) => {
    const answer = await change({ do: "link", name: by.name });
    if (isOk(answer)) setLink({ by, ...answer.body });
  };
  const signOut = async () => {
    await call("/api/sign-out", {});
    leaveStream();
    leave();
  };
  return html`<div class="pv"><div class="cv-h"><h1>${t("view.people")}</h1><div class="cv-f">${isChief ? html`<button type="button" class="btn pri" onClick=${() => edit(null, change, giveLink)}><${Icon} of="plus" />${t("people.add")}</button>` : null}<button type="button" class="btn" onClick=${signOut}>${t("me.signOut")}</button></div></div>
    ${failed ? html`<p class="errm" role="alert"><${Icon} of="warning" /><span>${failed}</span></p>` : null}
    ${isChief ? html`<div class=${`pv-g ${link ? "" : "alone"}`}><section class="card">${people ? html`<${Accounts} people=${people} change=${change} giveLink=${giveLink} />` : html`<p class="soft none">${t("app.loading")}</p>`}</section>${link ? html`<${LinkCard} ...${link} />` : null}</div>` : null}
    <${Preferences} /><${Password} /></div>`;
}

/** Which browser, and where: two of one make are told apart. @param {Session} session */
const whereText = (session) => `${agentName(session.agent) || "?"} ${session.from}`;

/** @param {{ people: Person[], change: (body: Record<string, unknown>) => Promise<unknown>, giveLink: (by: Person) => void }} p */
function Accounts({ people, change, giveLink }) {
  return html`<div class="tw" tabindex="0" role="region" aria-label=${tp("view.people")}><table class="acc"><thead><tr><th scope="col">${t("people.col.name")}</th><th scope="col">${t("people.col.may")}</th><th scope="col">${t("people.col.tables")}</th><th scope="col">${t("people.col.on")}</th><th scope="col">${t("people.col.last")}</th><th scope="col"><span class="vh">${t("people.col.do")}</span></th></tr></thead><tbody>${people.map(
    (one) => {
      const seen = Math.max(0, ...one.sessions.map((session) => session.seen));
      const isMe = one.name === state.account?.name;
      const by = { by: one.name };
      return html`<tr key=${one.name}><th scope="row"><bdi>${one.name}</bdi>${isMe ? html` <span class="soft">${t("people.you")}</span>` : null}</th><td>${t(`people.role.${one.role}`)}</td><td>${one.role === "broadcaster" || one.role === "display" ? t("people.publicOnly") : one.sections?.length ? html`<bdi>${one.sections.join(", ")}</bdi>` : t("people.allTables")}</td><td>${one.sessions.length + (one.keys ?? []).length ? html`<button type="button" class="linkb" onClick=${() => showSessions(one, change)}>${one.sessions.map(whereText).join(" · ") || t("people.keysOnly")}</button>` : html`<span class="soft">${t("people.nowhere")}</span>`}</td><td>${seen ? (hallNow() - seen < HERE_MS ? t("people.now") : t("people.ago", { age: ageText(hallNow() - seen) })) : null}</td>
      <td class="do"><button type="button" class="btn sm" aria-label=${tp("people.linkFor", by)} onClick=${() => giveLink(one)}>${t("people.link")}</button><button type="button" class="btn sm" aria-label=${tp("people.changeOf", by)} onClick=${() => edit(one, change, giveLink)}>${t("people.change")}</button></td></tr>`;
    },
  )}</tbody></table></div>`;
}

/** Where somebody is signed in, and the keys of programs that act for him. @param {Person} one @param {(body: Record<string, unknown>) => Promise<any>} change */
function showSessions(one, change) {
  const title = tp("people.sessions", { by: one.name });
  const end = (/** @type {string} */ id) => {
    closeDialog();
    change({ do: "end-session", id });
  };
  const line = (/** @type {Session} */ session, /** @type {string} */ key) =>
    html`<li key=${session.id}><span>${t(key, { agent: agentName(session.agent), from: session.from, since: hourMinute(session.since) })}</span><button type="button" class="btn sm" onClick=${() => end(session.id)}>${t("people.endOne")}</button></li>`;
  const newKey = async () => {
    closeDialog();
    const answer = await change({ do: "key", name: one.name });
    if (isOk(answer)) showKey(one, answer.body.key);
  };
  show({
    dialog: () =>
      html`<${Dialog} title=${title} label=${title}><ul class="sess">${one.sessions.map((session) => line(session, "people.session"))}${(one.keys ?? []).map((key) => line(key, "people.keyLine"))}</ul><p class="soft">${t("people.keyNote")}</p><button type="button" class="btn" onClick=${newKey}>${t("people.newKey")}</button></${Dialog}>`,
  });
}

/** A key is shown once. @param {Person} one @param {string} key */
function showKey(one, key) {
  const title = tp("people.keyTitle", { by: one.name });
  show({
    dialog: () =>
      html`<${Dialog} title=${title} label=${title}><p class="url" dir="ltr">${key}</p><p>${t("people.keyOnce")}</p></${Dialog}>`,
  });
}

/** @param {Person | null} one @param {(body: Record<string, unknown>) => Promise<any>} change @param {(by: Person) => void} giveLink */
function edit(one, change, giveLink) {
  show({ dialog: () => html`<${Edit} one=${one} change=${change} giveLink=${giveLink} />` });
}

/** @param {{ one: Person | null, change: (body: Record<string, unknown>) => Promise<any>, giveLink: (by: Person) => void }} p */
function Edit({ one, change, giveLink }) {
  const [role, setRole] = useState(one?.role ?? "arbiter");
  const [isSure, setSure] = useState(false);
  const title = one ? tp("people.changeOf", { by: one.name }) : tp("people.add");
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.target));
    const name = one?.name ?? String(fields.name).trim();
    const sections = String(fields.sections ?? "")
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
    const password = String(fields.password);
    closeDialog();
    const answer = await change({
      do: one ? "change" : "add",
      name,
      role,
      ...(role === "arbiter" && sections.length ? { sections } : {}),
      ...(password ? { password } : {}),
    });
    if (!one && !password && isOk(answer)) giveLink({ name, role, sections, sessions: [] });
  };
  const remove = () => {
    if (!one) return;
    closeDialog();
    change({ do: "remove", name: one.name });
  };
  return html`<${Dialog} title=${title} label=${title}><form class="edit" onSubmit=${submit}>
    ${one ? null : html`<label>${t("people.name")}<input name="name" required maxlength="64" autocomplete="off" /></label>`}
    <label>${t("people.role")}<select name="role" value=${role} onChange=${(/** @type {any} */ event) => setRole(event.target.value)}>${ROLES.map((name) => html`<option key=${name} value=${name}>${tp(`people.role.${name}`)}</option>`)}</select></label>
    ${role === "arbiter" ? html`<label>${t("people.sections")}<textarea name="sections" rows="3">${(one?.sections ?? []).join("\n")}</textarea></label>` : null}
    ${one ? html`<${OfAccount} name=${one.name} />` : null}<label>${t("people.password")}<input name="password" type="password" minlength="8" autocomplete="new-password" /></label>
    ${isSure && one ? html`<p class="errm" role="alert"><${Icon} of="warning" /><span>${t("people.removeAsk", { by: one.name })}</span></p>` : null}
    <div class="acts-1 dlg-acts">${one && one.name !== state.account?.name ? html`<button type="button" class="btn" onClick=${isSure ? remove : () => setSure(true)}>${t("people.remove")}</button>` : null}<button type="button" class="btn" onClick=${closeDialog}>${t("word.cancel")}</button><button type="submit" class="btn pri">${t("word.save")}</button></div></form></${Dialog}>`;
}

/** Whose password it is, for what keeps passwords. @param {{ name?: string }} p */
const OfAccount = ({ name }) =>
  html`<input type="text" name="username" autocomplete="username" value=${name} readonly hidden />`;

/** A link as a QR code, to be taken up by one device. @param {{ by: Person, link: string, until: number }} p */
function LinkCard({ by, link, until }) {
  const [copied, setCopied] = useState(false);
  const card = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => card.current?.scrollIntoView({ block: "nearest" }), [link]);
  const address = new URL(link, location.origin).href;
  const copy = async () => {
    await navigator.clipboard?.writeText(address);
    setCopied(true);
  };
  return html`<section class="card lk" ref=${card}><h2>${t("people.linkTitle", { by: by.name })}</h2><${QrCode} text=${address} /><p>${t("people.linkNote", { role: by.role, until: hourMinute(until) })}</p><p class="url" dir="ltr">${address}</p><div class="acts-1"><button type="button" class="btn" onClick=${copy}>${t(copied ? "people.copied" : "people.copy")}</button></div></section>`;
}

/** @param {{ text: string }} p */
function QrCode({ text }) {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  let drawn = "";
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) if (code.isDark(row, column)) drawn += `M${column} ${row}h1v1h-1z`;
  return html`<svg class="qr" viewBox=${`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label=${tp("people.qr")}><rect x="-4" y="-4" width=${size + 8} height=${size + 8} fill="#fff" /><path d=${drawn} fill="#000" /></svg>`;
}

function Preferences() {
  const [isRefused, setRefused] = useState(false);
  const box = (/** @type {"sound" | "vibrate" | "letters" | "turned"} */ field) =>
    html`<label><input type="checkbox" checked=${device[field]} onChange=${() => choose({ [field]: !device[field] })} /> ${t(`me.${field}`)}</label>`;
  const notify = async () => {
    const wanted = !device.notify;
    const may = !wanted || (await allowNotify());
    setRefused(!may);
    choose({ notify: wanted && may });
  };
  return html`<section class="card pref" aria-labelledby="pref-h"><h2 id="pref-h">${t("me.title")}</h2><span class="pair">${box("sound")}<button type="button" class="btn sm" onClick=${sound}>${t("me.tryOut")}</button></span><label><input type="checkbox" checked=${device.notify} disabled=${!canNotify()} onChange=${notify} /> ${t("me.notify")}</label>${isRefused || !canNotify() ? html`<span class="soft">${t("me.notifyNo")}</span>` : null}${"vibrate" in navigator ? box("vibrate") : null}${box("letters")}${box("turned")}
    <label class="sel inl">${t("me.theme")} <select value=${device.theme} onChange=${(/** @type {any} */ event) => choose({ theme: event.target.value })}>${["", "light", "dark"].map((theme) => html`<option key=${theme} value=${theme}>${tp(`me.theme.${theme || "device"}`)}</option>`)}</select></label>
    <label class="sel inl">${t("me.language")} <select value=${device.language} onChange=${(/** @type {any} */ event) => chooseLanguage(event.target.value)}><option value="">${tp("me.language.device")}</option>${Object.entries(LANGUAGES).map(([language, { name }]) => html`<option key=${language} value=${language} lang=${language}>${name}</option>`)}</select></label>
    <button type="button" class="btn sm" onClick=${() => show({ dialog: () => html`<${Help} />` })}>${t("me.keys")}</button><a href="#/screen">${t("me.screen")}</a></section>`;
}

function Password() {
  const [told, setTold] = useState("");
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = event.target;
    const { old, fresh } = Object.fromEntries(new FormData(form));
    const answer = await call("/api/password", { old, new: fresh });
    setTold(isOk(answer) ? "me.passwordDone" : "me.passwordWrong");
    if (isOk(answer)) form.reset();
  };
  return html`<details class="card pref pass"><summary>${t("me.password")}</summary><form onSubmit=${submit}><${OfAccount} name=${state.account?.name} /><label>${t("me.passwordOld")}<input name="old" type="password" autocomplete="current-password" /></label><label>${t("me.passwordNew")}<input name="fresh" type="password" autocomplete="new-password" required minlength="8" /></label><button type="submit" class="btn">${t("me.passwordDo")}</button></form><p role="status" class="soft">${told ? t(told) : null}</p></details>`;
}
