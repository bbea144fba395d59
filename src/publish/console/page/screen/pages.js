// Pages that turn by themselves, and the size of the screen.

import { useEffect, useRef, useState } from "../vendor/preact.js";

/** How long one page fades into the next. */
const FADE_MS = 900;

/** The screen's size, in pixels. */
export function useSize() {
  const read = () => ({ width: document.documentElement.clientWidth, height: innerHeight });
  const [size, setSize] = useState(read);
  useEffect(() => {
    const changed = () =>
      setSize((before) => {
        const now = read();
        return now.width === before.width && now.height === before.height ? before : now;
      });
    addEventListener("resize", changed);
    changed();
    return () => removeEventListener("resize", changed);
  }, []);
  return size;
}

/** Gives an element sizes for its style sheet: no style stands in the page itself, as its policy demands.
 * @param {Record<string, string | number>} sizes */
export const sized = (sizes) => (/** @type {HTMLElement | null} */ element) => {
  if (element) for (const [name, size] of Object.entries(sizes)) element.style.setProperty(name, String(size));
};

/**
 * @typedef {object} Turning
 * @property {number} at Which page is shown, from 0.
 * @property {number} count
 * @property {boolean} stands Whether somebody has stopped it.
 * @property {() => void} stop Stops it, or has it go on.
 * @property {{ at: number, turn: number, leaves: boolean }[]} pages What is drawn: for a moment the last one, too.
 */

/** @param {number} count @param {number} every_ms 0: never by itself. @returns {Turning} */
export function useTurning(count, every_ms) {
  const [turn, setTurn] = useState(0);
  const [stands, setStands] = useState(false);
  const [leaving, setLeaving] = useState(-1);
  const counted = useRef(count);
  counted.current = count;
  const go = (/** @type {number} */ by) =>
    setTurn((before) => {
      if (counted.current < 2) return before;
      setLeaving(before);
      return before + by + (before + by < 0 ? counted.current : 0);
    });
  useEffect(() => {
    if (stands || !every_ms || count < 2) return;
    const timer = setInterval(() => go(1), every_ms);
    return () => clearInterval(timer);
  }, [stands, every_ms, count < 2, turn]);
  useEffect(() => {
    if (leaving < 0) return;
    const timer = setTimeout(() => setLeaving(-1), FADE_MS);
    return () => clearTimeout(timer);
  }, [leaving]);
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || counted.current < 2) return;
      const on = document.documentElement.dir === "rtl" ? -1 : 1;
      const by = { ArrowRight: on, ArrowLeft: -on, PageDown: 1, PageUp: -1 }[event.key];
      if (by) go(by);
      else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) setStands((before) => !before);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  const page = (/** @type {number} */ turn) => ((turn % count) + count) % count;
  const at = count ? page(turn) : 0;
  const pages = [{ at, turn, leaves: false }];
  if (leaving >= 0 && leaving !== turn && count > 1) pages.unshift({ at: page(leaving), turn: leaving, leaves: true });
  return { at, count, stands, stop: () => setStands(!stands), pages };
}
