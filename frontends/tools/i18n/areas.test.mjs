// @vitest-environment node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { closureOf, importGraph, shareOut } from "./areas.mjs";
import { apps, catalogues, root, sourceLanguage } from "./catalogue.mjs";
import { readSource } from "./source.mjs";
import { textsOf } from "./text-parts.mjs";

/** Sources by path; each imports by path, and its area is the first word of its own. */
function shared(sources, ids, { least = 0, little = 0, others = [] } = {}) {
  const files = importGraph(["main"], {
    read: (path) => sources[path],
    resolve: (_from, source) => (source in sources ? source : undefined),
  });
  const { core, parts, areasFor, left } = shareOut(files, {
    entries: ["main"],
    ids,
    areaOf: (path) => path.split("/")[0],
    weigh: (id) => id.length,
    least,
    little,
    others: others.map((code) => readSource("other.ts", code)),
  });
  return { core, parts: Object.fromEntries(parts), areasFor, left };
}

const lazily = (...paths) => paths.map((path) => `import("${path}");`).join("\n");

describe("the texts of an app", () => {
  it("come with the area that alone shows them, and from the start where more do", () => {
    const { core, parts, areasFor } = shared(
      {
        main: `${lazily("inbox/page", "admin/page")} t("app.name");`,
        "inbox/page": 'import "inbox/list"; t("inbox.title"); t("save"); t("app.name");',
        "inbox/list": 't("inbox.empty");',
        "admin/page": 't("admin.title"); t("save");',
      },
      ["app.name", "inbox.title", "inbox.empty", "admin.title", "save", "nowhere"],
    );
    expect(core).toEqual(["app.name", "save", "nowhere"]);
    expect(parts).toEqual({ inbox: ["inbox.title", "inbox.empty"], admin: ["admin.title"] });
    expect(areasFor("inbox/page")).toEqual(["inbox"]);
  });

  it("come with all code that brings a file of their area along", () => {
    const { areasFor } = shared(
      {
        main: lazily("desk/page", "inbox/page"),
        "desk/page": `import { row } from "inbox/row"; t("desk.title"); ${lazily("inbox/dialog")}`,
        "inbox/page": 'import { row } from "inbox/row";',
        "inbox/row": 't("inbox.row");',
        "inbox/dialog": 't("inbox.ask");',
      },
      ["desk.title", "inbox.row", "inbox.ask"],
    );
    expect(areasFor("desk/page")).toEqual(["desk", "inbox"]);
    expect(areasFor("inbox/dialog")).toEqual(["inbox"]);
  });

  it("come from the start when a file shows them that is there from the start, through whatever hands it on", () => {
    const { core, areasFor } = shared(
      {
        main: `import { Button } from "ui"; ${lazily("page/one")}`,
        ui: 'export { Button } from "ui/button"; export { Table } from "ui/table"; export * as icons from "ui/icons";',
        "ui/button": 't("ui.press");',
        "ui/table": 't("ui.sort");',
        "ui/icons": 't("ui.icon");',
        "page/one": 'import { Table, icons } from "ui";',
      },
      ["ui.press", "ui.sort", "ui.icon"],
    );
    expect(core).toEqual(["ui.press"]);
    expect(areasFor("page/one")).toEqual(["ui"]);
  });

  it("follow what is put together: beginnings, ends, and the calls that may fail", () => {
    const { core, parts } = shared(
      {
        main: `${lazily("log/page", "log/api", "kinds/page")} t("error." + reason); t("failed." + call);`,
        "log/page": `t(\`log.kind.\${kind}\`); t("log.kind.read"); t("log.title");`,
        "log/api": "rpc(listLog);",
        "kinds/page": `t(\`\${which}.title\`);`,
      },
      ["error.one", "log.kind.read", "log.kind.write", "log.title", "failed.ListLog", "failed.SignIn"],
    );
    expect(core).toEqual(["log.title", "failed.SignIn"]);
    expect(parts).toEqual({ log: ["log.kind.read", "log.kind.write", "failed.ListLog"], reasons: ["error.one"] });
  });

  it("are left out when only code shows them that the app has not, and kept when nobody is known to", () => {
    const sources = { main: `t("ui.save"); t(\`error.\${reason}\`);` };
    const { core, left } = shared(sources, ["ui.save", "error.one", "map.zoom", "nowhere"], {
      others: ['t("map.zoom"); t("ui.save"); t("error.one");'],
    });
    expect(core).toEqual(["ui.save", "nowhere"]);
    expect(left).toEqual(["map.zoom"]);
  });

  it("that say why calls are refused come when one is, but not those of any failure, nor those that code shows by itself", () => {
    const { core, parts } = shared(
      { main: `t(\`error.\${reason}\`); t("error.reason.too_long"); ${lazily("a/page")}`, "a/page": 't("a.title");' },
      ["error.unknown", "error.code.14", "error.reason.too_long", "error.reason.taken", "error.kajo.ended", "a.title"],
    );
    expect(core).toEqual(["error.unknown", "error.code.14", "error.reason.too_long"]);
    expect(parts).toEqual({ a: ["a.title"], reasons: ["error.reason.taken", "error.kajo.ended"] });
  });

  it("of a part too small for a request come from the start", () => {
    const sources = { main: lazily("a/page", "b/page"), "a/page": 't("a.short");', "b/page": 't("b.much.longer");' };
    const { core, parts, areasFor } = shared(sources, ["a.short", "b.much.longer"], { least: 10 });
    expect(core).toEqual(["a.short"]);
    expect(parts).toEqual({ b: ["b.much.longer"] });
    expect(areasFor("a/page")).toEqual([]);
  });

  it("of which some code needs but little come to it from the start, the others with who needs them", () => {
    const { core, parts, areasFor } = shared(
      {
        main: lazily("a/page", "b/page"),
        "a/page": 'import "a/name"; t("a.much.longer");',
        "a/name": 't("a.name");',
        "b/page": 'import "a/name";',
      },
      ["a.name", "a.much.longer"],
      { little: 10 },
    );
    expect(core).toEqual(["a.name"]);
    expect(parts).toEqual({ a: ["a.much.longer"] });
    expect([areasFor("a/page"), areasFor("b/page")]).toEqual([["a"], []]);
  });
});

describe.each(Object.keys(apps))("%s", (app) => {
  const { entries, files, share } = textsOf(join(root, app));
  const ids = Object.keys(catalogues(["shared", app], [sourceLanguage])[sourceLanguage]);
  const core = new Set(share.core);

  /** Texts as they stand between quotes, found without reading the code; examples in comments show nothing. */
  const shownIn = (path) => {
    const code = readFileSync(path, "utf8").replaceAll(/\/\*\*.*?\*\//gs, "");
    return ids.filter((id) => code.includes(`"${id}"`) || code.includes(`\`${id}\``));
  };

  it("has every text once: from the start, in one part, or not at all where only the other app shows it", () => {
    expect([...core, ...[...share.parts.values()].flat(), ...share.left].toSorted()).toEqual(ids.toSorted());
  });

  it("has every text of a file when the file runs", () => {
    const first = closureOf(files, entries);
    const missing = [...first].flatMap((path) => shownIn(path).filter((id) => !core.has(id)));
    const asked = new Set([...files.values()].flatMap(({ lazy }) => lazy.map(({ path }) => path)));
    for (const target of asked) {
      const there = new Set(share.areasFor(target).flatMap((area) => share.parts.get(area)));
      for (const path of closureOf(files, [target])) {
        if (first.has(path)) continue;
        missing.push(...shownIn(path).filter((id) => !core.has(id) && !there.has(id)));
      }
    }
    expect(missing).toEqual([]);
  });
});
