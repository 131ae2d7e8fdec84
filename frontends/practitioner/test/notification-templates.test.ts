/** Notification templates in the admin panel: the list of them, and the editor of one. */
import { create, toBinary } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { act } from "react";
import { beforeEach, expect, it } from "vitest";
import { forgetDrafts } from "../../shared/src/drafts";
import { BadRequestSchema, ErrorInfoSchema, StatusSchema } from "../../shared/src/rpc/gen/google/rpc/details_pb";
import { NotificationKind } from "../../shared/src/rpc/gen/kajo/content/v1/notification_template_pb";
import { Panel } from "../../shared/src/rpc/gen/kajo/identity/v1/panel_pb";
import { CallError, Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { allByRole, byRole, focus, type } from "../../shared/test/screen";
import { id, open, until } from "./open";

const words = (subject: string) => ({
  subject,
  email: `${subject}: {link}`,
  sms: `Kajo: ${subject}. {link}`,
  push: `${subject} odottaa`,
});

let published: object;
let details: object;
let placeholders: readonly string[];
let earlier: object;
let refusal: Error | undefined;

beforeEach(() => {
  forgetDrafts();
  published = {};
  details = { fi: words("Uusi viesti"), sv: words("Nytt meddelande"), en: words("New message") };
  placeholders = ["link"];
  earlier = {};
  refusal = undefined;
});

const answer = ({ method, reply }: SeenCall) => {
  if (method === "ListWorkContexts") return reply({ panels: [{ panel: Panel.CONTENT_MANAGEMENT }] });
  if (method === "ListNotificationTemplates") {
    return reply({
      notificationTemplates: [
        { notificationTemplateId: id, kind: NotificationKind.MESSAGE, ...published },
        { notificationTemplateId: "other", kind: NotificationKind.SURVEY, publishedVersion: 1, hasDraft: true },
      ],
    });
  }
  if (method === "GetNotificationTemplate") {
    const template = { notificationTemplateId: id, details, placeholders, ...published };
    return reply({ notificationTemplate: template });
  }
  if (method === "ListNotificationTemplateVersions") {
    return reply({
      versions: [{ publishedVersion: 1, publishedAt: { seconds: 1_798_761_600n }, subject: "Uusi viesti" }],
    });
  }
  if (method === "GetNotificationTemplateVersion") return reply({ details: earlier });
  if (method === "PublishNotificationTemplate" && refusal) throw refusal;
  return reply({});
};

const openEditor = async () => {
  const page = await open("/admin/content-management?contentName=template-message", answer);
  await until(() => byRole("textbox", /^Sähköpostin aihe/));
  return page;
};

const click = (element: HTMLElement) => act(async () => element.click());

/** A refusal of a placeholder at a field, as the service sends it. */
function refusedAt(field: string, reason: string, name: string): CallError {
  const code = Code.invalidArgument;
  const fields = create(BadRequestSchema, { fieldViolations: [{ field, reason, description: "" }] });
  const info = create(ErrorInfoSchema, { reason, metadata: { [`${field}.name`]: name } });
  const details = [
    { typeUrl: "type.googleapis.com/google.rpc.BadRequest", value: toBinary(BadRequestSchema, fields) },
    { typeUrl: "type.googleapis.com/google.rpc.ErrorInfo", value: toBinary(ErrorInfoSchema, info) },
  ];
  return new CallError(code, "", base64Encode(toBinary(StatusSchema, create(StatusSchema, { code, details }))));
}

it("CMS-04 lists a template of each kind with its state: the platform's own words until one is written", async () => {
  await open("/admin/content-management", answer);
  await until(() => byRole("link", /^Uusi viesti\s?Kajon omat sanat/));
  expect(byRole("link", /^Uusi kysely\s?Julkaistu, luonnos kesken/)).toHaveAttribute(
    "href",
    expect.stringMatching(/\/admin\/content-management\?contentName=template-survey$/),
  );
});

it("CMS-04 shows a notification as a resident gets it while it is written, and says what is no placeholder", async () => {
  await openEditor();
  const preview = byRole("region", "Esikatselu");
  expect(preview).toHaveTextContent("Kajo: Uusi viesti. https://health-services.kajo.example/sample/");
  await focus(byRole("textbox", /^Sähköpostin aihe/));
  await type(" {link}");
  // An address has no place in a subject.
  expect(preview).toHaveTextContent("Näitä paikkamerkkejä ei voi käyttää tässä: {link}");
  expect(preview.querySelector("mark")).toHaveTextContent("{link}");
  expect(document.body).toHaveTextContent("Mahtuu yhteen tekstiviestiin.");
});

it("CMS-04 shows what a device shows, the app by its name, and has no place for an address in it", async () => {
  await openEditor();
  const preview = byRole("region", "Esikatselu");
  expect(preview).toHaveTextContent(/Ilmoitus lukitulla näytöllä\s?Kajo\s?Uusi viesti odottaa/);
  const text = byRole("textbox", /^Ilmoitus laitteella/);
  expect(text).toHaveAccessibleDescription(/^Näkyy lukitulla näytöllä Kajon nimen alla\./);
  expect(text).toHaveAttribute("name", "details.fi.push");
  byRole("button", "Lisää {link}: Tekstiviesti");
  expect(allByRole("button", "Lisää {link}: Ilmoitus laitteella")).toEqual([]);
  await focus(text);
  await type(" {link}");
  expect(preview).toHaveTextContent("Näitä paikkamerkkejä ei voi käyttää tässä: {link}");
});

it("CMS-04 puts a time into what a device shows, where a notification is of one", async () => {
  placeholders = ["link", "time"];
  await openEditor();
  const text = byRole("textbox", /^Ilmoitus laitteella/);
  byRole("button", "Lisää {time}: Ilmoitus laitteella");
  expect(allByRole("button", "Lisää {link}: Ilmoitus laitteella")).toEqual([]);
  await focus(text);
  await type(" {time}");
  expect(byRole("region", "Esikatselu")).toHaveTextContent("Uusi viesti odottaa 02.03.2027 klo 10:15");
});

it("CMS-04 says of an earlier version without words for devices that those of the platform stand in", async () => {
  published = { publishedVersion: 1 };
  earlier = { fi: { ...words("Uusi viesti"), push: "" }, sv: words("Nytt meddelande") };
  await openEditor();
  await until(() => byRole("button", "Näytä versio 1"));
  await click(byRole("button", "Näytä versio 1"));
  await until(() => byRole("region", "Suomi"));
  expect(byRole("region", "Suomi")).toHaveTextContent(/Kajo\s?Kajon omat sanat$/);
  expect(byRole("region", "Svenska")).toHaveTextContent(/Kajo\s?Nytt meddelande odottaa$/);
});

it("CMS-04 tells what is wrong with a placeholder at its field, in the language in which it stands", async () => {
  refusal = refusedAt("details.sv.sms", "placeholder_unknown", "namn");
  const { calls } = await openEditor();
  await click(byRole("button", "Julkaise"));
  await until(() => expect(byRole("tab", /^Svenska/)).toHaveAttribute("aria-selected", "true"));
  await until(() => byRole("link", /^Tekstiviesti, Svenska: Paikkamerkkiä {namn} ei voi käyttää tässä/));
  expect(byRole("textbox", /^Tekstiviesti/)).toHaveValue("Kajo: Nytt meddelande. {link}");
  const sent = calls.filter(({ method }) => method === "PublishNotificationTemplate");
  expect(sent[0]?.request).toMatchObject({
    notificationTemplateId: id,
    version: 0n,
    details: { fi: { sms: "Kajo: Uusi viesti. {link}" } },
    fields: expect.arrayContaining(["fi", "sms"]),
  });
});
