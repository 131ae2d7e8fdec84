// @vitest-environment node
import { describe, expect, it } from "vitest";
import { catalogues, sources } from "../../tools/i18n/catalogue.mjs";

/** Calls that nobody waits for: what fails in them is not told. */
const quiet = [
  "MarkRead",
  "MarkMyContentRead",
  "GetAttachments",
  "DiscardAttachment",
  "TakeSignInError",
  "GetFeatures",
  // What has no name stands there without it.
  "GetNames",
  // The words that stand there hold.
  "GetPublishedDocuments",
  // The text stands in its field all the same.
  "SaveDraft",
  "GetDraft",
  // What is held ends by itself.
  "ReleaseHold",
  // The next page says it again.
  "SaveLanguage",
  // Who writes, and how far each side has read.
  "SetChatTyping",
  "MarkChat",
  // That one is there for one's chats: said again a minute later.
  "KeepOwnChats",
  // What a call does by itself, again and again; whoever cannot leave it is missed in it.
  "KeepCall",
  "GetCallAccess",
  "SendCallSignals",
  "LeaveCall",
];

/** Every call that an app makes, by the name that its failure carries. */
function callsOf(app: string): readonly string[] {
  const code = sources(["shared", app]);
  const methods = [...code.matchAll(/\b(?:rpc|command)\((?:\w+\.)?(\w{2,})\)/g)].map(([, name = ""]) => name);
  // Modules of the admin panel name the methods of their records.
  const ofModules = [...code.matchAll(/\bmethods: \{([^}]*)\}/g)].flatMap(([, listed = ""]) =>
    [...listed.matchAll(/: (\w+),/g)].map(([, name = ""]) => name),
  );
  const others = [...code.matchAll(/\bjsonCall<\w+>\("(\w+)"|\bconst call = "(\w+)"/g)].map(([, a, b]) => a ?? b ?? "");
  return [
    ...new Set([...[...methods, ...ofModules].map((name) => name.charAt(0).toUpperCase() + name.slice(1)), ...others]),
  ];
}

describe.each(["resident", "practitioner"])("%s", (app) => {
  it("has a text for the failure of every call that somebody waits for, and no others", () => {
    const texts = Object.keys(catalogues(["shared", app], ["fi"]).fi ?? {})
      .filter((id) => id.startsWith("failed."))
      .map((id) => id.slice("failed.".length));
    const waitedFor = callsOf(app).filter((name) => !quiet.includes(name));
    expect(texts.toSorted()).toEqual(waitedFor.toSorted());
  });
});

it("R-02 no text of a refusal speaks of marked fields: it is shown where none is marked", () => {
  const languages = ["fi", "sv", "en"];
  const texts = Object.values(catalogues(["shared", "resident", "practitioner"], languages)).flatMap((each) =>
    Object.entries(each).filter(([id]) => id.startsWith("error.")),
  );
  expect(texts.length).toBeGreaterThan(300);
  const marked = /merkityt|merkityissä|korostet|marked (field|point)|markerade/i;
  expect(texts.filter(([, text]) => marked.test(JSON.stringify(text)))).toEqual([]);
});
