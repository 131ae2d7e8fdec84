/** The instructions for formatted texts: examples as the server draws them, a place to try, and the ways there. */
import { act } from "react";
import { beforeEach, expect, it } from "vitest";
import { forgetDrafts } from "../../shared/src/drafts";
import { DocumentKind } from "../../shared/src/rpc/gen/kajo/content/v1/published_document_pb";
import { Panel } from "../../shared/src/rpc/gen/kajo/identity/v1/panel_pb";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { byRole } from "../../shared/test/screen";
import { id, open, until } from "./open";

beforeEach(() => forgetDrafts());

const words = (text: string) => [{ inline: { case: "text", value: text } }];

/** A part of a text as a server draws it that knows paragraphs, and headings of the second level. */
const block = (part: string) =>
  part.startsWith("## ")
    ? { block: { case: "heading", value: { level: 2, content: words(part.slice(3)) } } }
    : { block: { case: "paragraph", value: { content: words(part) } } };

const answer = ({ method, request, reply }: SeenCall) => {
  if (method === "ListWorkContexts") return reply({ panels: [{ panel: Panel.CONTENT_MANAGEMENT }] });
  if (method === "ListDocuments") return reply({ documents: [{ documentId: id, kind: DocumentKind.COOKIES }] });
  if (method === "GetDocument") return reply({ document: { documentId: id, details: {}, version: 1n } });
  if (method !== "DrawRichText") return reply({});
  const { markdown } = request as { readonly markdown: string };
  const at = markdown.split("\n").findIndex((line) => line.includes("<b>"));
  if (at >= 0) throw refused("markdown_refused", { line: String(at + 1) });
  return reply({ richText: { blocks: markdown.split("\n\n").map(block) } });
};

const openGuide = async () => {
  const page = await open("/admin/markdown", answer);
  await until(() => byRole("heading", "Ennen käyntiä"));
  return page;
};

/** What stands in a row of the examples beside its name. */
const cells = (name: string) => [...(byRole("rowheader", name).closest("tr")?.querySelectorAll("td") ?? [])];

const field = () => byRole("textbox", /^Kokeile/) as HTMLTextAreaElement;

const write = (text: string) =>
  act(async () => {
    // Past React's own setter, so that it sees a change.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field(), text);
    field().dispatchEvent(new Event("input", { bubbles: true }));
  });

it("CMS-06 shows every example as it is typed and as the server draws it, all in one request", async () => {
  const { calls } = await openGuide();
  expect(document.querySelector("h1")).toHaveTextContent("Markdown-ohje");
  expect(calls.filter(({ method }) => method === "DrawRichText")).toHaveLength(1);
  const [typed, drawn] = cells("Kappaleet");
  const paragraphs = ["Varaa aikaa puoli tuntia.", "Ota henkilökortti mukaan."];
  expect(typed?.querySelector("pre")?.textContent).toBe(paragraphs.join("\n\n"));
  expect([...(drawn?.querySelectorAll("p") ?? [])].map(({ textContent }) => textContent)).toEqual(paragraphs);
  // Each beside its own, down to the last, and nothing of how they are told apart.
  expect(cells("Merkki sellaisenaan")[1]).toHaveTextContent("tähdet näkyvät");
  expect(document.body.textContent).not.toContain("⁂");
});

it("CMS-06 copies an example", async () => {
  const copied: string[] = [];
  const writeText = async (text: string) => void copied.push(text);
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  await openGuide();
  await act(async () => byRole("button", "Kopioi · Lihavointi").click());
  await until(() => expect(copied).toEqual(["Tule **ravinnotta** verikokeeseen."]));
  Reflect.deleteProperty(navigator, "clipboard");
});

it("CMS-06 draws what is tried, and says at the field on which line something is that cannot be used", async () => {
  await openGuide();
  await write("## Tervetuloa");
  await until(() => byRole("heading", "Tervetuloa"));
  expect(field()).not.toHaveAttribute("aria-invalid");
  await write("## Tervetuloa\n\n<b>taas</b>");
  await until(() => expect(field()).toHaveAccessibleDescription(/Rivillä 3 on muotoilua, jota ei voi käyttää\./));
  expect(field()).toHaveAttribute("aria-invalid", "true");
  expect(document.body.textContent?.match(/Rivillä 3/g)).toHaveLength(1);
  // What was drawn last stays.
  byRole("heading", "Tervetuloa");
  await write("## Tervetuloa\n\ntaas");
  await until(() => expect(byRole("region", "Esikatselu")).toHaveTextContent("taas"));
  expect(field()).not.toHaveAttribute("aria-invalid");
});

it("CMS-06 is found in the admin panel and from the contents", async () => {
  await open("/admin", answer);
  await until(() => byRole("link", /^Markdown-ohje/));
  expect(byRole("link", /^Markdown-ohje/)).not.toHaveTextContent("Tulossa");
  await open("/admin/content-management", answer);
  await until(() => byRole("link", "Markdown-ohje"));
  expect(byRole("link", "Markdown-ohje")).toHaveAttribute("href", expect.stringMatching(/\/admin\/markdown$/));
});

it("CMS-06 opens in a tab of its own from where a text is written", async () => {
  await open("/admin/content-management?contentName=cookies", answer);
  await until(() => byRole("link", "Markdown-ohje (avautuu uuteen välilehteen)"));
  expect(byRole("link", /^Markdown-ohje/)).toHaveAttribute("target", "_blank");
});
