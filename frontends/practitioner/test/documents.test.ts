/** Documents in the admin panel: the list of them, and the editor of an announcement. */
import { create, toBinary } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { act } from "react";
import { beforeEach, expect, it } from "vitest";
import { forgetDrafts } from "../../shared/src/drafts";
import { BadRequestSchema, StatusSchema } from "../../shared/src/rpc/gen/google/rpc/details_pb";
import { DocumentKind } from "../../shared/src/rpc/gen/kajo/content/v1/published_document_pb";
import { Panel } from "../../shared/src/rpc/gen/kajo/identity/v1/panel_pb";
import { CallError, Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { allByRole, byRole, focus, type } from "../../shared/test/screen";
import { id, open, until } from "./open";

const whole = (title: string) => ({
  title,
  text: "Teksti",
  linkText: "Lue lisää",
  linkUrl: "https://kajo.example",
});

let details: object;
let published: object;
let refusal: Error | undefined;

beforeEach(() => {
  forgetDrafts();
  details = {};
  published = {};
  refusal = undefined;
});

const answer = ({ method, reply }: SeenCall) => {
  if (method === "ListWorkContexts") return reply({ panels: [{ panel: Panel.CONTENT_MANAGEMENT }] });
  if (method === "ListDocuments") {
    return reply({
      documents: [
        { documentId: id, kind: DocumentKind.ANNOUNCEMENT_IMPORTANT, ...published },
        { documentId: "other", kind: DocumentKind.COOKIES, hasDraft: true },
      ],
    });
  }
  if (method === "GetDocument") return reply({ document: { documentId: id, details, version: 3n, ...published } });
  if (method === "PublishDocument" && refusal) throw refusal;
  return reply({});
};

const openEditor = async () => {
  const page = await open("/admin/content-management?contentName=announcement-important", answer);
  await until(() => byRole("textbox", /^Otsikko/));
  return page;
};

const click = (element: HTMLElement) => act(async () => element.click());
const publish = async () => click(byRole("button", "Julkaise"));
const dialog = () => document.querySelector("[role=alertdialog]");

/** A refusal at a field, as the service sends it. */
function refusedAt(field: string, reason: string): CallError {
  const code = Code.invalidArgument;
  const value = toBinary(
    BadRequestSchema,
    create(BadRequestSchema, { fieldViolations: [{ field, reason, description: "" }] }),
  );
  const details = [{ typeUrl: "type.googleapis.com/google.rpc.BadRequest", value }];
  return new CallError(code, "", base64Encode(toBinary(StatusSchema, create(StatusSchema, { code, details }))));
}

it("CMS-03 lists every document with its state, the terms of use among the legal pages", async () => {
  published = { publishedVersion: 2, publishedEmpty: true };
  await open("/admin/content-management?contentName=nothing-of-ours", answer);
  await until(() => byRole("link", /^Tärkeä tiedote\s?Julkaistu tyhjänä/));
  expect(byRole("link", /^Evästeet\s?Luonnos/)).toHaveAttribute(
    "href",
    expect.stringMatching(/\/admin\/content-management\?contentName=cookies$/),
  );
  expect(allByRole("link", /Käyttöehdot/)).toHaveLength(1);
  expect(allByRole("heading").map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["Tiedotteet", "Etusivu", "Ehdot ja selosteet"]),
  );
});

it("CMS-01 draws an announcement as it is written, and asks before everybody sees it", async () => {
  details = { fi: whole("Katko"), sv: whole("Avbrott"), en: whole("Outage") };
  const { calls } = await openEditor();
  const sent = () => calls.filter(({ method }) => method === "PublishDocument");
  await until(() => byRole("heading", "Katko"));
  await focus(byRole("textbox", /^Otsikko/));
  await type("!");
  await until(() => byRole("heading", "Katko!"));
  await publish();
  await until(() => expect(dialog()).toHaveTextContent("Tiedote näkyy heti kaikille etusivulla."));
  expect(dialog()).toHaveTextContent("Suomenkielinen teksti on muuttunut");
  expect(sent()).toEqual([]);
  const confirm = [...(dialog()?.querySelectorAll("button") ?? [])].find((each) => each.textContent === "Julkaise");
  await click(confirm as HTMLElement);
  await until(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.request).toMatchObject({
    documentId: id,
    version: 3n,
    details: { fi: { title: "Katko!", linkUrl: "https://kajo.example" } },
    fields: expect.arrayContaining(["fi", "sms"]),
  });
});

it("CMS-01 empties every language at once, brings the words back, and asks before the announcement goes", async () => {
  details = { fi: whole("Katko"), sv: whole("Avbrott"), en: whole("Outage") };
  published = { publishedVersion: 1 };
  await openEditor();
  await click(byRole("button", "Tyhjennä kaikki kielet"));
  expect(byRole("textbox", /^Otsikko/)).toHaveValue("");
  await click(byRole("button", "Palauta tyhjennetyt tekstit"));
  expect(byRole("textbox", /^Otsikko/)).toHaveValue("Katko");
  await click(byRole("button", "Tyhjennä kaikki kielet"));
  await publish();
  await until(() => expect(dialog()).toHaveTextContent("Tiedote poistuu heti kaikilta."));
});

it("CMS-10 opens the language whose field is refused, with what is wrong at the field", async () => {
  details = { fi: whole("Katko"), sv: { ...whole("Avbrott"), linkUrl: "" } };
  refusal = refusedAt("details.sv.link_url", "all_or_nothing");
  await openEditor();
  expect(byRole("tab", /^Svenska/)).toHaveTextContent("Kesken");
  await publish();
  await until(() => expect(byRole("tab", /^Svenska/)).toHaveAttribute("aria-selected", "true"));
  expect(byRole("textbox", /^Linkin osoite/)).toHaveAttribute("name", "details.sv.link_url");
  await until(() => byRole("link", /^Linkin osoite, Svenska: Täytä kaikki kentät tai jätä kaikki tyhjäksi/));
});
