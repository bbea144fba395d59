// The record: every decision, who took it, what was proposed and what was done; and what ended by itself.

import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { takeBack } from "../live/acting.js";
import { tableLabel } from "../live/looks.js";
import { ask } from "../live/socket.js";
import { state } from "../live/state.js";
import { Icon } from "../parts/icons.js";
import { refusedText } from "../words/alerts.js";
import { articleText } from "../words/articles.js";
import { entryDone, entryTitle, proposedText } from "../words/cases.js";
import { dayTime } from "../words/format.js";
import { rich } from "../words/marks.js";
import { t, tp } from "../words/say.js";
import { canTakeBack } from "./table.js";

/** @import { Entry } from "../live/protocol.js" */

const HOWS = ["by-person", "by-itself", "taken-back", "not-done"];
/** So long after the last letter the hall is asked, in milliseconds. */
const TYPING_MS = 250;

export function Record() {
  const [text, setText] = useState("");
  const [how, setHow] = useState("");
  const [by, setBy] = useState("");
  const [found, setFound] = useState(/** @type {Entry[] | null} */ (null));
  const known = [...state.entries.values()];
  const filter = { ...(text.trim() ? { text: text.trim() } : {}), ...(how ? { how } : {}), ...(by ? { by } : {}) };
  const isFiltered = Object.keys(filter).length > 0;
  const stamp = `${JSON.stringify(filter)} ${state.entries.size}`;
  useEffect(() => {
    if (!isFiltered) return setFound(null);
    const timer = setTimeout(async () => setFound((await ask({ request: "search", filter })).entries ?? []), TYPING_MS);
    return () => clearTimeout(timer);
  }, [stamp]);
  // What was found is shown as it stands now: an entry may have been taken back since.
  const shown = isFiltered ? (found ?? []).map((entry) => state.entries.get(entry.number) ?? entry) : known.reverse();
  const names = useMemo(
    () => [.../** @type {Set<string>} */ (new Set(known.flatMap((entry) => entry.by ?? [])))].sort(),
    [state.entries.size],
  );
  const query = new URLSearchParams(filter).toString();
  const file = (/** @type {string} */ kind) => `/api/record.${kind}${query ? `?${query}` : ""}`;
  return html`<div class="cv"><div class="cv-h"><h1>${t("view.record")} <span>${t("rec.title", { shown: shown.length, all: isFiltered ? Math.max(shown.length, state.entries.size) : shown.length })}</span></h1><div class="cv-f">
      <label class="srch"><${Icon} of="search" /><span class="vh">${t("rec.searchLabel")}</span><input type="search" placeholder=${tp("rec.search")} value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)} /></label>
      <label class="sel"><span class="vh">${t("rec.how")}</span><select value=${how} onChange=${(/** @type {any} */ event) => setHow(event.target.value)}><option value="">${tp("rec.hows")}</option>${HOWS.map((one) => html`<option key=${one} value=${one}>${tp(`rec.how.${one}`)}</option>`)}</select></label>
      <label class="sel"><span class="vh">${t("wall.arbiter")}</span><select value=${by} onChange=${(/** @type {any} */ event) => setBy(event.target.value)}><option value="">${tp("rec.arbiters")}</option>${names.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</select></label>
      <button type="button" class="btn" onClick=${() => print()}><${Icon} of="record" />${t("rec.print")}</button><a class="btn" href=${file("csv")} download><${Icon} of="file" />${t("rec.csv")}</a><a class="btn" href=${file("json")} download><${Icon} of="file" />${t("rec.json")}</a></div></div>
    <div class="card">${shown.length ? html`<div class="tw" tabindex="0" role="region" aria-label=${tp("view.record")}><table class="rec"><thead><tr><th scope="col">${t("rec.col.time")}</th><th scope="col">${t("rec.col.table")}</th><th scope="col">${t("rec.col.what")}</th><th scope="col">${t("rec.col.article")}</th><th scope="col">${t("rec.col.proposed")}</th><th scope="col">${t("rec.col.done")}</th><th scope="col">${t("rec.col.by")}</th></tr></thead><tbody>${shown.map((entry) => html`<${Line} key=${entry.number} of=${entry} />`)}</tbody></table></div>` : html`<p class="soft none">${t(isFiltered ? "rec.none" : "rec.empty")}</p>`}</div></div>`;
}

/** How an entry came about, as an outlined word. @param {Entry} entry @returns {{ icon: string, words: unknown } | null} */
function how(entry) {
  if (entry.taken_back)
    return { icon: "undo", words: t("rec.takenBack", { by: entry.taken_back.by, at: dayTime(entry.taken_back.at) }) };
  if (entry.state === "refused") return { icon: "x", words: t("rec.refused", { error: refusedText(entry) }) };
  if (entry.state === "second")
    return { icon: "x", words: t("rec.second", { by: entry.first?.by, at: dayTime(entry.first?.at ?? 0) }) };
  if (entry.state === "no-answer") return { icon: "later", words: t("rec.noAnswer") };
  if (entry.state === "sent") return { icon: "later", words: t("rec.sent") };
  if (entry.takes_back !== undefined) return { icon: "undo", words: t("rec.takesBack", { number: entry.takes_back }) };
  if (entry.what === "ended-by-itself") return { icon: "later", words: t("rec.itself") };
  if (entry.what === "decided-elsewhere") return { icon: "user", words: t("rec.elsewhere") };
  if (entry.otherwise) return { icon: "edit", words: t("rec.otherwise") };
  return null;
}

/** @param {{ of: Entry }} p */
function Line({ of }) {
  const came = how(of);
  const what = entryTitle(of);
  const struck = of.taken_back || of.state === "refused" || of.state === "second";
  return html`<tr class=${struck ? "undone" : ""}><td class="tm"><bdi dir="ltr">${dayTime(of.at)}</bdi></td><th scope="row" class="no">${of.table ? html`<a href=${`#/table/${encodeURIComponent(of.table)}`}>${tableLabel(of.table)}</a>` : html`<a href="#/round"><span class="vh">${t("view.round")}</span>–</a>`}</th><td class="wt">${rich(what)}</td><td class="ar">${of.article && of.article !== "convention" ? rich(articleText(of.article, of.edition)) : null}</td><td class="pp">${rich(proposedText(of.proposed))}</td>
    <td class="dn"><span class="dt-x">${rich(entryDone(of))}</span>${of.claim?.verdict ? html` <span class="soft">${t("rec.claim", { verdict: of.claim.verdict })}</span>` : null}${came ? html` <span class="how"><${Icon} of=${came.icon} />${came.words}</span>` : null}${canTakeBack(of) ? html` <button type="button" class="btn sm" onClick=${() => takeBack(of.number)}><${Icon} of="undo" />${t("rec.take")}</button>` : null}</td><td class="by">${of.by ? html`<bdi>${of.by}</bdi>` : "–"}</td></tr>`;
}
