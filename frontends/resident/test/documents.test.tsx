/** What everybody reads as administrators published it; with the services it is shown in the browser (e2e/tests/documents.test.ts). */
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "../../shared/src/rpc/api";
import {
  DocumentKind,
  type GetPublishedDocumentsRequest,
} from "../../shared/src/rpc/gen/kajo/content/v1/published_document_pb";
import { Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { remember } from "../src/features/documents/remembered";
import { fails, open, until } from "./open";

const { LANDING_PAGE, ANNOUNCEMENT_IMPORTANT, ANNOUNCEMENT_INFO, CRITICAL_ANNOUNCEMENT } = DocumentKind;
const { PRIVACY_POLICY, ACCESSIBILITY, COOKIES } = DocumentKind;

const paragraph = (words: string) => ({
  block: { case: "paragraph", value: { content: [{ inline: { case: "text", value: words } }] } },
});

const words = (title: string, language = "fi") => ({
  language,
  title,
  text: { blocks: [paragraph(`${title}: teksti`)] },
  linkText: "Lue lisää",
  linkUrl: "https://kajo.example/tiedote",
});

type Published = Readonly<Record<number, object>>;

const announced: Published = {
  [ANNOUNCEMENT_IMPORTANT]: words("Terveysasema muuttaa"),
  [ANNOUNCEMENT_INFO]: words("Kysely on auki"),
  [CRITICAL_ANNOUNCEMENT]: words("Puhelimet eivät toimi"),
};

/** As content answers; all others have nothing to tell. */
const service =
  (published: () => Published) =>
  ({ method, request, reply }: SeenCall): unknown => {
    if (method !== "GetPublishedDocuments") return reply({});
    const { kinds } = request as GetPublishedDocumentsRequest;
    const found = kinds.map((kind) => ({ kind, words: published()[kind], publishedVersion: 1 }));
    return reply({ documents: found.filter((each) => each.words !== undefined) });
  };

const silent = () => new Promise(() => {});
const nobody = () => vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
const titles = () => [...document.querySelectorAll("section[data-kind] h2")].map(({ textContent }) => textContent);
const main = () => document.querySelector("main")?.textContent ?? "";
const heading = () => document.querySelector("h1");
const kept = () => Object.keys(window.localStorage).filter((name) => name.startsWith("kajo.documents."));

beforeEach(() => window.localStorage.clear());

it("CMS-01 has what was published last there when the page is first drawn, while content says nothing", async () => {
  const kind = "DOCUMENT_KIND_ANNOUNCEMENT_IMPORTANT";
  const drawn = { language: "fi", title: "Terveysasema muuttaa", linkText: "Lue", linkUrl: "https://kajo.example" };
  // The first test of the file: the code that draws it was not fetched before.
  remember("fi", [kind], [{ kind, words: drawn }]);
  await open("/", silent);
  expect(titles()).toEqual(["Terveysasema muuttaa"]);
});

it("NAV-09 CMS-01 shows a stranger the important one above what is their own, the other below it, the critical one above all", async () => {
  nobody();
  const { calls } = await open(
    "/",
    service(() => announced),
  );
  await until(() => expect(titles()).toEqual(["Puhelimet eivät toimi", "Terveysasema muuttaa", "Kysely on auki"]));
  const own = document.getElementById("own-title");
  const [critical, important, info] = [...document.querySelectorAll("section[data-kind]")];
  expect(critical?.closest("main")).toBeNull();
  expect(important?.compareDocumentPosition(own as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(info?.compareDocumentPosition(own as Node)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  expect(important?.textContent).toContain("Tärkeä tiedote");
  // Who asks is not said, and all of a page is asked for at once.
  const asked = calls.filter(({ method }) => method === "GetPublishedDocuments");
  expect(asked.map(({ options }) => options.credentials)).toEqual(["omit", "omit"]);
});

it("CMS-01 shows the critical one, and no other, on other pages, signed in too", async () => {
  await open(
    "/settings",
    service(() => announced),
  );
  await until(() => expect(titles()).toEqual(["Puhelimet eivät toimi"]));
});

it("CMS-01 marks words that are Finnish on a page of another language", async () => {
  await open(
    "/",
    service(() => announced),
    "sms",
  );
  await until(() => expect(titles()).toContain("Terveysasema muuttaa"));
  const marked = [...document.querySelectorAll("section[data-kind] h2")].map((title) => title.getAttribute("lang"));
  expect(new Set(marked)).toEqual(new Set(["fi"]));
});

it("CMS-01 takes away, and forgets, what is in force no more, and draws nothing in its place", async () => {
  let published = announced;
  const { store } = await open(
    "/",
    service(() => published),
  );
  await until(() => expect(titles()).toHaveLength(3));
  expect(kept()).toHaveLength(3);
  published = {};
  await act(async () => void store.dispatch(api.util.invalidateTags(["Document"])));
  await until(() => expect(titles()).toEqual([]));
  expect(kept()).toEqual([]);
});

it("CMS-01 says below the greeting what was published, and until then the app's own words", async () => {
  let published: Published = {};
  const { store } = await open(
    "/",
    service(() => published),
  );
  await until(() => expect(main()).toContain("Täällä asioit"));
  published = { [LANDING_PAGE]: words("Palvelemme kesälläkin") };
  await act(async () => void store.dispatch(api.util.invalidateTags(["Document"])));
  await until(() => expect(main()).toContain("Palvelemme kesälläkin: teksti"));
  expect(main()).not.toContain("Täällä asioit");
  expect(heading()?.textContent).toContain("Eino");
});

const legalPages = [
  ["/privacy-policy", PRIVACY_POLICY, "Tietosuoja", undefined],
  [
    "/accessibility",
    ACCESSIBILITY,
    "Saavutettavuusseloste",
    "main a[href^='https://www.saavutettavuusvaatimukset.fi']",
  ],
  ["/accessibility", ACCESSIBILITY, "Saavutettavuusseloste", "main a[href='/fi/inbox/new']"],
  ["/cookies", COOKIES, "Evästeasetukset", "main button"],
] as const;

it.each(legalPages)(
  "CMS-02 shows what was published on %s, and keeps what one does there",
  async (path, kind, own, stays) => {
    await open(
      path,
      service(() => ({ [kind]: words("Julkaistu otsikko") })),
    );
    await until(() => expect(heading()?.textContent).toBe("Julkaistu otsikko"));
    expect(main()).toContain("Julkaistu otsikko: teksti");
    expect(main()).not.toContain(own);
    if (stays) expect(document.querySelector(stays)).not.toBeNull();
  },
);

it.each(legalPages)(
  "CMS-02 shows the app's own words on %s while content is away, and no failure",
  async (path, _kind, own, stays) => {
    const { calls } = await open(path, fails(Code.unavailable));
    await until(() => expect(calls.map(({ method }) => method)).toContain("GetPublishedDocuments"));
    expect(heading()?.textContent).toBe(own);
    expect(document.querySelector("[role=alert]")).toBeNull();
    if (stays) expect(document.querySelector(stays)).not.toBeNull();
  },
);

it("CMS-02 shows the app's own words where what the browser keeps cannot be read", async () => {
  window.localStorage.setItem("kajo.documents.fi.DOCUMENT_KIND_COOKIES", "{");
  await open("/cookies", silent);
  expect(heading()?.textContent).toBe("Evästeasetukset");
});
