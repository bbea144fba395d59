// English.

import acts from "./acts.js";
import cases from "./cases.js";
import frame from "./frame.js";
import rounds from "./rounds.js";
import views from "./views.js";

/** @type {import("../say.js").Catalogue} */
export default {
  language: "en",
  name: "English",
  dir: "ltr",
  messages: { ...frame, ...cases, ...acts, ...views, ...rounds },
};
