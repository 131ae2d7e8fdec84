// @vitest-environment node
import { RuleTester } from "eslint";
import { describe, it } from "vitest";
import rule from "./storage.mjs";

RuleTester.describe = describe;
RuleTester.it = it;

const refused = (code) => ({ code, errors: [{ messageId: "bare" }] });

new RuleTester().run("R-03 no-bare-storage", rule, {
  valid: ['inTab.get("localStorage");', 'inBrowser.set("theme", "dark");', "navigator.storage.persist();"],
  invalid: [
    refused('localStorage.getItem("theme");'),
    refused('window.sessionStorage.setItem("theme", "dark");'),
    refused("globalThis.indexedDB.open(name);"),
    refused('window["localStorage"].clear();'),
    refused("const { sessionStorage: kept } = window;"),
  ],
});
