/** Forms that somebody has sent who is not known: read as tasks, written about among colleagues, and where responsible users find their addresses. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetDrafts } from "../../shared/src/drafts";
import type { CheckTailRequest } from "../../shared/src/rpc/gen/kajo/conversations/v1/category_admin_pb";
import { QueueKind } from "../../shared/src/rpc/gen/kajo/conversations/v1/category_pb";
import {
  ConversationKind,
  ConversationState,
  ParticipantKind,
  Visibility,
} from "../../shared/src/rpc/gen/kajo/conversations/v1/conversation_pb";
import { Panel } from "../../shared/src/rpc/gen/kajo/identity/v1/panel_pb";
import { Level } from "../../shared/src/rpc/gen/kajo/identity/v1/work_context_pb";
import { ItemType } from "../../shared/src/rpc/gen/kajo/survey/v1/questionnaire_pb";
import type { SeenCall } from "../../shared/test/fake-transport";
import { allByRole, byRole, choose, focus, type } from "../../shared/test/screen";
import { id, open, until } from "./open";

const numbered = (n: number) => `${id.slice(0, -1)}${n}`;
const responseId = numbered(9);
const said = (fi: string) => ({ texts: { fi } });

const sent = {
  form: {
    formResponseId: responseId,
    title: { fi: "Palaute palveluista", sv: "Respons om tjänsterna", en: "Feedback about services" },
    questionnaire: {
      items: [
        {
          linkId: "visit",
          type: ItemType.GROUP,
          text: said("Käynti"),
          items: [{ linkId: "stars", type: ItemType.INTEGER, text: said("Montako tähteä annat?") }],
        },
      ],
    },
    answers: { answers: [{ linkId: "stars", values: [{ value: { case: "integer", value: 4n } }] }] },
    sentAt: { seconds: BigInt(Date.parse("2027-03-20T07:00:00Z") / 1000), nanos: 0 },
  },
};

const form = (n: number, more: object = {}) => ({
  conversationId: numbered(n),
  kind: ConversationKind.ANONYMOUS_FORM,
  state: ConversationState.QUEUED,
  categoryName: said("Lomakkeet"),
  subcategoryName: said("Anonyymi palaute"),
  ...more,
});

/** As whoever looks has it. */
const own = {
  state: ConversationState.HANDLING,
  participants: [
    { personId: id, kind: ParticipantKind.PRACTITIONER, displayName: "Eino Saarinen", owner: true, takesPart: true },
  ],
  permissions: { write: true, forward: true, end: true },
};

const show = (n: number, more: object = {}) => {
  const answers: Readonly<Record<string, object>> = {
    ListWorkContexts: { roleId: id, locationId: id, level: Level.RESPONSIBLE_USER },
    GetConversation: { conversation: { ...form(n, more), formResponseId: responseId } },
    GetFormResponse: sent,
  };
  return open(`/inbox?conversation=${numbered(n)}`, ({ method, reply }: SeenCall) => reply(answers[method] ?? {}));
};

const text = () => document.body.textContent ?? "";
const click = (element: HTMLElement) => act(async () => element.click());

beforeEach(forgetDrafts);
afterEach(() => {
  delete document.documentElement.dataset.undoMs;
  delete document.documentElement.dataset.residentUrl;
});

it("SUR-07 lists an anonymous form as one, under the name of its queue and under no person's", async () => {
  await open("/inbox", ({ method, reply }) => {
    const answers: Readonly<Record<string, object>> = {
      ListWorkContexts: { roleId: id, locationId: id },
      ListTasks: { tasks: [form(2)] },
    };
    return reply(answers[method] ?? {});
  });
  const rows = () => [...document.querySelectorAll("[data-task]")].map((row) => row.textContent);
  await until(() => expect(rows()).toEqual(["Anonyymi palauteLomakkeetAnonyymi lomake"]));
});

it("SUR-07 shows what was answered, and that nobody knows who sent it", async () => {
  await show(2);
  await until(() => expect(text()).toContain("Montako tähteä annat?4"));
  expect(byRole("heading", "Anonyymi palaute").closest("header")?.textContent).toBe("Anonyymi palauteLomakkeet");
  expect(text()).toContain(
    "Lähettäjää ei tiedetä. Hänelle ei voi vastata: viestit ovat muistiinpanoja ammattilaisille.",
  );
  expect(text()).toContain("Jonossa. Ota käsittelyyn, niin voit kirjoittaa muistiinpanon.");
  const lines = [...byRole("region", "Lomake: Palaute palveluista").querySelectorAll("p")];
  expect(lines.map((line) => line.textContent)).toContain("Lähetetty 20.03.2027 klo 09:00");
});

it("SUR-07 offers nothing that would need to know a person", async () => {
  await show(3, own);
  await until(() => expect(allByRole("button", /^Muut toiminnot/).length).toBe(1));
  expect(text()).not.toContain("Potilaan kyselyt");
  await click(byRole("button", /^Muut toiminnot/));
  const offered = document.querySelector('ul[aria-label="Muut toiminnot"]')?.textContent ?? "";
  expect(offered).toContain("Siirrä toiseen jonoon");
  expect(offered).toContain("Päätä keskustelu");
  // Nobody's page, time or log of access.
  expect(offered).not.toMatch(/potilaan|varaa aika|konsultaatio/i);
});

const note = () => byRole("textbox", "Muistiinpano") as HTMLTextAreaElement;
const readers = () => byRole("combobox", "Kuka näkee muistiinpanon") as HTMLSelectElement;

/** Writes a note and sends it. */
async function write(words: string): Promise<void> {
  await act(async () => {
    // Past React's own setter, so that it sees a change.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(note(), words);
    note().dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(async () => note().form?.requestSubmit());
}

it("SUR-07 writes notes to colleagues alone: to the team, unless fewer are chosen", async () => {
  document.documentElement.dataset.undoMs = "1";
  const { calls } = await show(4, own);
  await until(() => expect(allByRole("textbox", "Muistiinpano").length).toBe(1));
  expect(allByRole("button", /^Vastaa/)).toEqual([]);
  expect(allByRole("button", /^Kirjoita muistiinpano/).length).toBe(1);
  expect(readers().value).toBe("VISIBILITY_PRACTITIONERS");
  expect([...readers().options].map(({ value }) => value)).toEqual([
    "VISIBILITY_PRACTITIONERS",
    "VISIBILITY_TAKING_PART",
  ]);
  const written = () => calls.filter(({ method }) => method === "WriteMessage").map(({ request }) => request);
  await write("Viedään tiimille.");
  await until(() =>
    expect(written()).toMatchObject([{ text: "Viedään tiimille.", visibility: Visibility.PRACTITIONERS }]),
  );
  await until(() => expect(note().value).toBe(""));
  await choose(readers(), readers().options[1]?.text ?? "");
  await until(() => expect(readers().value).toBe("VISIBILITY_TAKING_PART"));
  await write("Soitan itse.");
  await until(() =>
    expect(written().slice(1)).toMatchObject([{ text: "Soitan itse.", visibility: Visibility.TAKING_PART }]),
  );
});

/** The editor of the queue of an anonymous form, or of a new queue in its place. */
async function openQueue(urlTail: string | undefined): Promise<void> {
  const details = { name: { fi: "Anonyymi palaute" }, kind: QueueKind.ANONYMOUS_FORM, urlTail };
  const answers: Readonly<Record<string, object>> = {
    ListWorkContexts: { panels: [{ panel: Panel.TASKS }] },
    GetCategory: {
      category: { categoryId: id, details: { name: { fi: "Lomakkeet" } } },
      queues: [{ subcategoryId: responseId, details }],
    },
  };
  const at = `/admin/tasks/service-categories/${id}/task-queues`;
  await open(urlTail === undefined ? `${at}/new` : `${at}/${responseId}/edit`, ({ method, request, reply }: SeenCall) =>
    // Every tail can be had.
    reply(method === "CheckTail" ? { urlTail: (request as CheckTailRequest).urlTail } : (answers[method] ?? {})),
  );
}

const addresses = () => byRole("group", "Lomakkeen osoitteet");

it("SUR-07 says where an anonymous form is found in each language, and copies and opens that", async () => {
  const writeText = vi.fn(async (_words: string) => {});
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  document.documentElement.dataset.residentUrl = "https://kajo.example/";
  await openQueue("palaute");
  await until(() => expect(allByRole("link", /^Avaa lomake/).length).toBe(6));
  const links = allByRole("link", /^Avaa lomake/);
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "https://kajo.example/fi/lomakkeet/palaute",
    "https://kajo.example/en/forms/palaute",
    "https://kajo.example/sv/enkater/palaute",
    "https://kajo.example/sme/lomakkeet/palaute",
    "https://kajo.example/smn/lomakkeet/palaute",
    "https://kajo.example/sms/lomakkeet/palaute",
  ]);
  expect(links.every((link) => link.getAttribute("target") === "_blank")).toBe(true);
  expect(addresses().textContent).toContain("Svenskahttps://kajo.example/sv/enkater/palaute");
  await click(byRole("button", "Kopioi osoite · Svenska"));
  await until(() => expect(text()).toContain("Osoite https://kajo.example/sv/enkater/palaute on kopioitu."));
  expect(writeText).toHaveBeenCalledExactlyOnceWith("https://kajo.example/sv/enkater/palaute");
  writeText.mockRejectedValueOnce(new Error("no"));
  await click(byRole("button", "Kopioi osoite · Suomi"));
  await until(() => expect(text()).toContain("Osoitetta ei voitu kopioida."));
});

it("SUR-07 shows the paths alone where the page does not know the residents' app", async () => {
  await openQueue("palaute");
  await until(() => expect(addresses().textContent).toContain("Svenska/sv/enkater/palaute"));
  expect(addresses().textContent).toContain("Osoitteet alkavat asukkaiden sovelluksen osoitteella.");
  expect(addresses().querySelectorAll("a, button").length).toBe(0);
});

it("SUR-07 has no address before a queue is saved", async () => {
  await openQueue(undefined);
  await until(() => expect(allByRole("radio", "Anonyymi lomake").length).toBe(1));
  await click(byRole("radio", "Anonyymi lomake"));
  await until(() => expect(allByRole("textbox", /^Osoitteen loppuosa/).length).toBe(1));
  expect(allByRole("group", "Lomakkeen osoitteet")).toEqual([]);
});

const leadsHere = "Asukkaiden sovelluksen jokaisen sivun alareunassa on ”Palaute”, joka johtaa tähän lomakkeeseen.";
const tailField = () => byRole("textbox", /^Osoitteen loppuosa/) as HTMLInputElement;

it("NAV-20 says at the queue of feedback that the bottom of every page leads to its form, and at no other", async () => {
  await openQueue("palaute");
  await until(() => expect(text()).toContain(leadsHere));
  await openQueue("huoli");
  await until(() => expect(text()).toContain("Lomakkeen osoite on /lomakkeet/huoli."));
  expect(text()).not.toContain(leadsHere);
});

it("NAV-20 says so of a new queue as soon as its tail can be had", async () => {
  await openQueue(undefined);
  await until(() => expect(allByRole("radio", "Anonyymi lomake").length).toBe(1));
  await click(byRole("radio", "Anonyymi lomake"));
  await until(() => expect(tailField().value).toBe(""));
  expect(text()).not.toContain(leadsHere);
  await focus(tailField());
  await type("palaute");
  await until(() => expect(text()).toContain(leadsHere));
});
