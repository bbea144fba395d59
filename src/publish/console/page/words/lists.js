// Lists: what stands between their items, each language says itself.

import { told } from "./say.js";

/**
 * @param {"and" | "list" | "or" | "screen" | "squares" | "trouble"} how Between the last two another word may stand; a list has commas alone, troubles what parts sentences.
 * @param {string[]} items Marked already.
 */
export const joined = (how, items) =>
  items.reduce((list, item, i) => {
    if (!i) return item;
    const isLast = i === items.length - 1 && how !== "list" && how !== "trouble";
    const between = how === "screen" ? "screen-then" : `${how}-${isLast ? "last" : "next"}`;
    return told(between, () => ({ list, item })) ?? `${list}, ${item}`;
  }, "");
