/** What somebody writes in a new message, and its files, when it is also written elsewhere, or left. */
import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { loadDraft, saveDraft } from "../../shared/src/drafts";
import type { SeenCall } from "../../shared/test/fake-transport";
import { id, open, until } from "./open";

const category = "0190f5a0-0000-7000-8000-0000000000a1";
const health = "0190f5a0-0000-7000-8000-0000000000b1";
const social = "0190f5a0-0000-7000-8000-0000000000b2";
const area = "0190f5a0-0000-7000-8000-0000000000c1";
const form = (queue: string) => `/inbox/category/${category}/${queue}/messages`;

const texts = (fi: string) => ({ texts: { fi } });

/** As the services answer; `draft` is what the server keeps. */
const services =
  (draft: object = {}) =>
  ({ method, reply }: SeenCall) => {
    if (method === "ListCategories") {
      const subcategories = [
        { subcategoryId: health, name: texts("Terveys") },
        { subcategoryId: social, name: texts("Asuminen") },
      ];
      return reply({
        serviceAreas: [{ serviceAreaId: area, name: "Lehtola" }],
        categories: [{ categoryId: category, name: texts("Palvelut"), subcategories }],
      });
    }
    if (method === "GetMessageLimits") {
      const allowedExtensions = [".pdf"];
      return reply({
        maxMessageCharacters: 5_000,
        maxTopicCharacters: 100,
        maxAttachmentMegabytes: 10,
        maxAttachments: 5,
        allowedExtensions,
      });
    }
    if (method === "GetDraft") return reply(draft);
    if (method === "SaveDraft") return reply({ revision: 8n });
    return reply({});
  };

const text = () => document.querySelector("textarea")?.value;
const button = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent.includes(name)) as HTMLButtonElement;
const pressed = (name: string) => act(async () => button(name).click());
const said = (role: string) =>
  [...document.querySelectorAll(`[role=${role}]`)].map(({ textContent }) => textContent).join();

beforeEach(() => {
  for (const queue of [health, social]) {
    for (const name of [`first.${queue}`, `server.first.${queue}`]) saveDraft(name, undefined);
  }
});

const notice = "Tässä on nyt myös tekstiä, jonka aloitit muualla";

it("R-05 says that words came in from elsewhere, and takes them out again when they are refused", async () => {
  const { calls } = await open(form(health), services({ topic: "Asia", text: "Asumistuki loppui.", revision: 7n }));
  await until(() => expect(text()).toBe("Asumistuki loppui."));
  await until(() => expect(said("status")).toContain(notice));
  await pressed("Käytä vain tässä kirjoittamaani");
  await until(() => expect(text()).toBe(""));
  expect(said("status")).not.toContain(notice);
  // What was begun elsewhere stays there as it was.
  await until(() => expect(calls.filter(({ method }) => method === "SaveDraft").length).toBeGreaterThan(0));
  const saved = calls
    .filter(({ method }) => method === "SaveDraft")
    .map(({ request }) => (request as { text: string }).text);
  expect(saved[0]).toBe("Asumistuki loppui.");
});

it("R-05 says it when what was begun to one queue goes on in another, and gives it back when it is refused", async () => {
  const words = { topic: "", text: "Asumistuki loppui.", attachments: [], saved: true };
  saveDraft(`first.${social}`, words);
  await open(form(health), services());
  await until(() => expect(text()).toBe("Asumistuki loppui."));
  await until(() => expect(said("status")).toContain(notice));
  await pressed("Käytä vain tässä kirjoittamaani");
  await until(() => expect(text()).toBe(""));
  await until(() => expect(loadDraft(`first.${social}`, { text: "" }).text).toBe("Asumistuki loppui."));
});

/** The way of a file that never arrives. */
class SlowRequest {
  static readonly all: SlowRequest[] = [];
  readonly upload = {};
  status = 0;
  onabort = () => {};
  isAborted = false;
  constructor() {
    SlowRequest.all.push(this);
  }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.isAborted = true;
    this.onabort();
  }
}

/** Chooses a file on the page that is open, and waits until it is on its way. */
async function addFile(): Promise<void> {
  SlowRequest.all.length = 0;
  vi.stubGlobal("XMLHttpRequest", SlowRequest);
  await until(() => expect(button("Lisää liite")).toBeDefined());
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  await act(async () => {
    Object.defineProperty(input, "files", { value: [new File(["%PDF-1.7"], "lähete.pdf")], configurable: true });
    Object.defineProperty(input, "value", { value: "", writable: true, configurable: true });
    input?.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await until(() => expect(SlowRequest.all.length).toBe(1));
}

const conversation = {
  conversationId: id,
  topic: "Selkä",
  permissions: { write: true },
  participants: [{ personId: id, displayName: "Eino" }],
};

const replying = (call: SeenCall) =>
  call.method === "GetConversation" ? call.reply({ conversation }) : services()(call);

it.each([
  ["a new message", form(health), services()],
  ["an answer", `/inbox/conversation/${id}/messages`, replying],
])("R-06 asks before a file that is on its way is left behind, in %s", async (_, path, answer) => {
  const { router } = await open(path, answer);
  await addFile();
  await until(() => expect(document.querySelector("progress")).not.toBeNull());
  const leaves = async () => {
    await act(async () => void router.navigate({ to: "/inbox" }));
    await until(() => expect(said("alertdialog")).toContain("Jos poistut nyt, ne eivät tule mukaan."));
  };
  await leaves();
  await pressed("Jatka muokkaamista");
  expect([router.state.location.pathname, SlowRequest.all[0]?.isAborted]).toEqual([path, false]);
  await leaves();
  await pressed("Poistu tallentamatta");
  await until(() => expect(router.state.location.pathname).toBe("/inbox"));
  // No file arrives that belongs to no message; and it is named.
  await until(() => expect(SlowRequest.all[0]?.isAborted).toBe(true));
  await until(() =>
    expect(document.body.textContent).toContain("Liite jäi pois, koska sen lataus keskeytyi: lähete.pdf."),
  );
});
