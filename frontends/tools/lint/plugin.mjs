// Rules of our own, for oxlint.

import noValueOfEffect from "./effects.mjs";
import noLooseText from "./loose-text.mjs";
import noBareStorage from "./storage.mjs";

export default {
  meta: { name: "kajo" },
  rules: {
    "no-bare-storage": noBareStorage,
    "no-loose-text": noLooseText,
    "no-value-of-effect": noValueOfEffect,
  },
};
