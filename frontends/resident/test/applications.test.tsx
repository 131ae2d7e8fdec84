/** Forms as residents find, fill in, send and read them; with the services it is shown in the browser (e2e/tests/applications.test.ts). */
import { act } from "react";
import { beforeEach, expect, it } from "vitest";
import { CallError, Code } from "../../shared/src/rpc/transport";
import { isUnkept } from "../../shared/src/session/activity";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { allByRole, byRole, focus, focused, type } from "../../shared/test/screen";
import { open, until } from "./open";

const categoryId = "0190f5a0-0000-7000-8000-0000000000c1";
const subcategoryId = "0190f5a0-0000-7000-8000-0000000000d1";
const formResponseId = "0190f5a0-0000-7000-8000-0000000000f1";
const conversationId = "0190f5a0-0000-7000-8000-0000000000e1";
const page = `/applications/${categoryId}?form=${subcategoryId}`;
const questions = `${page}&step=questions`;
const thread = `/inbox/conversation/${conversationId}/messages`;

const texts = (fi: string) => ({ texts: { fi } });
const at = (iso: string) => ({ seconds: BigInt(Date.parse(iso) / 1_000), nanos: 0 });

const categories = [
  {
    categoryId,
    name: texts("Omaishoito"),
    description: texts("Tuki kotona hoitamiseen"),
    icon: "heart",
    subcategories: [{ subcategoryId, name: texts("Tuki"), description: texts("Hae omaishoidon tukea") }],
  },
];

const words = (linkId: string, value: string) => ({ linkId, values: [{ value: { case: "text", value } }] });
const yes = { linkId: "lives", values: [{ value: { case: "boolean", value: true } }] };

const together = {
  linkId: "one",
  type: 1,
  text: texts("Hoito"),
  items: [{ linkId: "lives", type: 3, text: texts("Asutteko yhdessä?"), required: true }],
};
const why = {
  linkId: "two",
  type: 1,
  text: texts("Perustelut"),
  items: [{ linkId: "why", type: 4, text: texts("Miksi haet?"), required: true }],
};
const when = {
  linkId: "three",
  type: 1,
  text: texts("Alku"),
  items: [{ linkId: "when", type: 4, text: texts("Mistä alkaen?"), required: true }],
};

const form = {
  title: { fi: "Hakemus omaishoidon tuesta", sv: "Ansökan om stöd för närståendevård", en: "Informal care support" },
  description: { fi: "Hae tukea, kun hoidat läheistäsi.", sv: "Sök stöd.", en: "Apply for support." },
  questionnaire: { items: [together, why] },
  publishedVersion: 2,
};

const conversation = {
  conversationId,
  kind: 4,
  state: 1,
  categoryName: texts("Omaishoito"),
  subcategoryName: texts("Tuki"),
  formResponseId,
  permissions: { write: true },
};

/** As the services answer; the conversation opens after so many that ask for it. */
function services({ teenager = false, opensAfter = 0 } = {}) {
  const now = { form: { ...form, teenager }, asked: 0 };
  const answer = ({ method, reply, request }: SeenCall): unknown => {
    switch (method) {
      case "ListFormCategories":
        return reply({ categories });
      case "GetForm":
        return reply(now.form);
      case "SendForm":
        if ((request as { publishedVersion: number }).publishedVersion !== now.form.publishedVersion)
          throw refused("stale_version");
        return reply({ formResponseId, conversationId });
      case "GetConversation":
        now.asked += 1;
        if (now.asked <= opensAfter) throw refused("not_found");
        return reply({ conversation });
      case "ListMyConversations":
        return reply({ conversations: [conversation] });
      case "GetMyForm":
        return reply({
          form: {
            formResponseId,
            title: form.title,
            questionnaire: form.questionnaire,
            answers: { answers: [yes, words("why", "Hoidan äitiäni")] },
            sentAt: at("2026-11-28T10:00:00Z"),
          },
        });
      default:
        return reply({});
    }
  };
  return { answer, now };
}

const main = () => document.querySelector("main")?.textContent ?? "";
const said = (role: string) =>
  [...document.querySelectorAll(`main [role=${role}]`)].map(({ textContent }) => textContent).join();
const press = async (role: string, name: string | RegExp) => {
  await until(() => byRole(role, name));
  await act(async () => byRole(role, name).click());
};
const heading = (name: string | RegExp) => until(() => byRole("heading", name));
const sentOf = (calls: readonly SeenCall[], method: string) =>
  calls.filter((call) => call.method === method).map(({ request }) => request as Record<string, unknown>);
const keysOf = (calls: readonly SeenCall[]) =>
  new Set(
    calls
      .filter(({ method }) => method === "SendForm")
      .map(({ options }) => (options.metadata as Readonly<Record<string, string>>)["idempotency-key"]),
  );

async function write(field: string, text: string) {
  await until(() => byRole("textbox", field));
  await focus(byRole("textbox", field));
  await type(text);
}

async function answerAll(reason = "Hoidan äitiäni") {
  await press("radio", "Kyllä");
  await press("button", "Jatka");
  await heading(/Perustelut/);
  await write("Miksi haet?", reason);
  await press("button", "Jatka");
  await heading(/Tarkista vastauksesi/);
}

const openDetails = () =>
  act(async () => {
    for (const details of document.querySelectorAll("details")) {
      details.open = true;
      details.dispatchEvent(new Event("toggle"));
    }
  });

beforeEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
});

it("SUR-06 lists what can be sent by categories, and the forms of one of them", async () => {
  const { answer } = services();
  const { router } = await open("/applications", answer);
  await press("link", /^Omaishoito.*Tuki kotona hoitamiseen/);
  await heading("Omaishoito");
  expect(main()).toContain("Tuki kotona hoitamiseen");
  expect(byRole("link", "Hakemukset").getAttribute("href")).toBe("/fi/applications");
  await press("link", /^Tuki.*Hae omaishoidon tukea/);
  await heading("Hakemus omaishoidon tuesta");
  expect(router.state.location.search).toEqual({ form: subcategoryId });
});

it("SUR-06 leads from the start page to what can be sent", async () => {
  await open("/", ({ reply }) => reply({}));
  await until(() => expect(byRole("link", /^Hakemukset/).getAttribute("href")).toBe("/fi/applications"));
  expect(byRole("link", /^Hakemukset/).textContent).not.toContain("Tulossa");
});

it("SUR-06 says that nothing can be sent, that a category is not there, and that the list could not be fetched", async () => {
  await open("/applications", ({ reply }) => reply({}));
  await until(() => expect(main()).toContain("Nyt ei ole avoinna hakemuksia eikä lomakkeita."));
  await open(`/applications/${formResponseId}`, services().answer);
  await heading("Sivua ei löydy");
  let isAway = true;
  await open("/applications", (call) => {
    if (isAway) throw new CallError(Code.unavailable, "");
    return services().answer(call);
  });
  await until(() => expect(said("alert")).toContain("Hakemuksia ja lomakkeita ei voitu ladata."));
  isAway = false;
  await press("button", "Yritä uudelleen");
  await until(() => byRole("link", /^Omaishoito/));
});

it("SUR-06 says what a form is about, how long it takes, and that it is sent in one sitting", async () => {
  const { answer } = services();
  await open(page, answer);
  await heading("Hakemus omaishoidon tuesta");
  for (const told of ["Hae tukea, kun hoidat", "Vaiheita3", "Noin 1 minuutti", "Tätä ei voi tallentaa kesken."]) {
    expect(main()).toContain(told);
  }
  await until(() => expect(byRole("link", "Omaishoito").getAttribute("href")).toBe(`/fi/applications/${categoryId}`));
  await press("link", "Aloita täyttäminen");
  await heading(/Vaihe 1\/3.*Hoito/);
});

it("SUR-06 is filled in by steps and sent once, keeps nothing in the browser, and says what happens next", async () => {
  const { answer } = services();
  const { calls, router } = await open(page, answer);
  await press("link", "Aloita täyttäminen");
  await answerAll();
  expect(JSON.stringify({ ...window.sessionStorage, ...window.localStorage })).not.toContain("äitiäni");
  await press("button", "Lähetä lomake");
  await heading("Lomake lähetetty");
  expect(focused()).toBe(byRole("heading", "Lomake lähetetty"));
  expect(main()).toContain("Lomakkeesta avautuu hetken kuluttua keskustelu");
  expect(sentOf(calls, "SendForm")).toMatchObject([
    {
      subcategoryId,
      publishedVersion: 2,
      visibleToGuardians: false,
      answers: { answers: [yes, words("why", "Hoidan äitiäni")] },
    },
  ]);
  expect(JSON.stringify(router.state.location)).not.toContain("äitiäni");
  // The questions are not there any more when one goes back.
  await act(async () => void router.history.back());
  await until(() => byRole("link", "Aloita täyttäminen"));
});

it("SUR-06 tells of nothing that was sent by an address alone", async () => {
  await open(`${page}&step=sent`, services().answer);
  await until(() => byRole("link", "Aloita täyttäminen"));
  expect(main()).not.toContain("Lomakkeesi on perillä");
  // In another language the page is loaded anew: what was sent is not sent once more for that.
  expect(main()).toContain("Jos lähetit lomakkeen, se on perillä");
  await press("link", "Aloita täyttäminen");
  await heading(/Hoito/);
  expect(main()).not.toContain("perillä");
});

it("SUR-06 says what is missing, and goes on when it is there", async () => {
  const { answer } = services();
  const { calls } = await open(questions, answer);
  await heading(/Hoito/);
  await press("button", "Jatka");
  await until(() => expect(said("alert")).toContain("Asutteko yhdessä?"));
  await answerAll();
  await press("button", "Lähetä lomake");
  await heading("Lomake lähetetty");
  expect(sentOf(calls, "SendForm")).toHaveLength(1);
});

it("SUR-06 asks before what was answered is left, and says so to who is away", async () => {
  const { answer } = services();
  const { router } = await open(page, answer);
  await press("link", "Aloita täyttäminen");
  await heading(/Hoito/);
  expect(isUnkept()).toBe(false);
  await press("radio", "Kyllä");
  await until(() => expect(isUnkept()).toBe(true));
  await act(async () => void router.navigate({ to: page }));
  await press("button", "Jatka muokkaamista");
  expect(router.state.location.search).toEqual({ form: subcategoryId, step: "questions" });
  expect(byRole("radio", "Kyllä")).toBeChecked();
  await act(async () => void router.navigate({ to: "/inbox" }));
  await press("button", "Poistu tallentamatta");
  await heading("Viestit");
  expect(isUnkept()).toBe(false);
  await act(async () => void router.history.back());
  await until(() => byRole("radio", "Kyllä"));
  expect(byRole("radio", "Kyllä")).not.toBeChecked();
});

it("SUR-06 says that what was answered is gone when the session is over", async () => {
  const { answer } = services();
  const ends = (call: SeenCall) => {
    if (call.method === "SendForm") throw new CallError(Code.unauthenticated, "");
    return answer(call);
  };
  await open(questions, ends);
  await answerAll();
  await press("button", "Lähetä lomake");
  await heading("Istuntosi on päättynyt");
  expect(document.body.textContent).toContain("Lomaketta, jota et ollut lähettänyt, ei tallennettu.");
  expect(document.body.textContent).not.toContain("Kirjoittamasi teksti säilyy");
});

it("SUR-06 keeps the page and sends the same try again when nobody answered", async () => {
  let isAway = true;
  const { answer } = services();
  const { calls } = await open(questions, (call) => {
    if (call.method === "SendForm" && isAway) throw new CallError(Code.deadlineExceeded, "");
    return answer(call);
  });
  await answerAll();
  await press("button", "Lähetä lomake");
  await until(() => expect(said("alert")).toContain("Lomaketta ei lähetetty."));
  expect(main()).toContain("Hoidan äitiäni");
  isAway = false;
  await press("button", "Lähetä lomake");
  await heading("Lomake lähetetty");
  expect(sentOf(calls, "SendForm")).toHaveLength(2);
  expect(keysOf(calls).size).toBe(1);
});

it("SUR-06 shows at its item what the server says of it, and sends what is answered otherwise as another try", async () => {
  let tries = 0;
  const { answer } = services();
  const { calls } = await open(questions, (call) => {
    if (call.method !== "SendForm") return answer(call);
    tries += 1;
    if (tries > 1) return answer(call);
    return call.reply({ problems: [{ linkId: "why", code: "too_long", params: { max: "3" } }] });
  });
  await answerAll();
  await press("button", "Lähetä lomake");
  await heading(/Perustelut/);
  await until(() => expect(byRole("textbox", "Miksi haet?")).toBeInvalid());
  await write("Miksi haet?", "!");
  await press("button", "Jatka");
  await press("button", "Lähetä lomake");
  await heading("Lomake lähetetty");
  expect(keysOf(calls).size).toBe(2);
});

it("SUR-06 says that a form is not open", async () => {
  await open(page, ({ method, reply }) => {
    if (method === "GetForm") throw refused("form_closed");
    return reply({});
  });
  await until(() => expect(main()).toContain("Lomake ei ole enää auki."));
  byRole("link", "Muut hakemukset ja lomakkeet");
});

it.each(["form_closed", "not_found"])(
  "SUR-06 keeps what was answered when the form was closed meanwhile: %s",
  async (reason) => {
    const { answer } = services();
    await open(questions, (call) => {
      if (call.method === "SendForm") throw refused(reason);
      return answer(call);
    });
    await answerAll();
    await press("button", "Lähetä lomake");
    await until(() => expect(said("alert")).toContain("Lomaketta ei lähetetty. Lomake ei ole enää auki."));
    expect(main()).toContain("Hoidan äitiäni");
  },
);

it("SUR-06 asks anew what was published anew, with the answers that still fit", async () => {
  const { answer, now } = services();
  const { calls } = await open(questions, answer);
  await answerAll();
  // One question is text where it was yes or no, one is new, one is as it was.
  const other = {
    ...together,
    items: [{ linkId: "lives", type: 4, text: texts("Kenen kanssa asut?"), required: true }],
  };
  now.form = { ...now.form, publishedVersion: 3, questionnaire: { items: [other, why, when] } };
  await press("button", "Lähetä lomake");
  await until(() => expect(said("alert")).toContain("Lomake on muuttunut sillä välin"));
  await heading(/Vaihe 1\/4.*Hoito/);
  expect(focused().textContent).toContain("Lomake on muuttunut sillä välin");
  await write("Kenen kanssa asut?", "Äidin");
  await press("button", "Jatka");
  await until(() => expect(byRole("textbox", "Miksi haet?")).toHaveValue("Hoidan äitiäni"));
  await press("button", "Jatka");
  await write("Mistä alkaen?", "Heti");
  await press("button", "Jatka");
  await press("button", "Lähetä lomake");
  await heading("Lomake lähetetty");
  const sent = sentOf(calls, "SendForm");
  expect(sent.map(({ publishedVersion }) => publishedVersion)).toEqual([2, 3]);
  expect(sent[1]).toMatchObject({
    answers: { answers: [words("lives", "Äidin"), words("why", "Hoidan äitiäni"), words("when", "Heti")] },
  });
});

it("SUR-06 lets a teenager say whether guardians see it, and asks nobody else", async () => {
  const { answer } = services({ teenager: true });
  const { calls } = await open(page, answer);
  await until(() => expect(main()).toContain("Huoltajasi eivät näe lomaketta, ellet anna siihen lupaa."));
  await press("link", "Aloita täyttäminen");
  await press("checkbox", /^Huoltajani saavat nähdä tämän lomakkeen/);
  await answerAll();
  await press("button", "Lähetä lomake");
  await heading("Lomake lähetetty");
  expect(sentOf(calls, "SendForm")).toMatchObject([{ visibleToGuardians: true }]);
  await open(questions, services().answer);
  await heading(/Hoito/);
  expect(allByRole("checkbox")).toEqual([]);
});

it("SUR-06 waits for the conversation that opens a moment after a form was sent", async () => {
  const { answer, now } = services({ opensAfter: 3 });
  await open(questions, answer);
  await answerAll();
  await press("button", "Lähetä lomake");
  await press("link", "Avaa keskustelu");
  await heading("Tuki");
  expect(now.asked).toBeGreaterThan(3);
});

it("SUR-06 does not wait for ever, and asks again when told to", async () => {
  const { answer, now } = services({ opensAfter: Number.POSITIVE_INFINITY });
  await open(`${thread}?sent=true`, answer);
  await heading("Keskustelu avautuu hetken kuluttua");
  await until(() => expect(said("status")).toContain("Keskustelu ei ole vielä avautunut."));
  const { asked } = now;
  expect(asked).toBeLessThan(15);
  await focus(byRole("button", "Yritä uudelleen"));
  await press("button", "Yritä uudelleen");
  await until(() => expect(now.asked).toBeGreaterThan(asked));
  expect(focused()).toBe(byRole("button", "Yritä uudelleen"));
});

it("SUR-06 waits for no conversation that nothing was sent for", async () => {
  await open(thread, services({ opensAfter: Number.POSITIVE_INFINITY }).answer);
  await heading("Sivua ei löydy");
});

it("SUR-06 calls what is about a form as its queue, and shows the own form to who asks for it", async () => {
  const { answer } = services();
  const { calls } = await open("/inbox", answer);
  await press("link", /^Tuki/);
  await heading("Tuki");
  expect(main()).not.toContain("Viestin vaiheet");
  expect(sentOf(calls, "GetMyForm")).toEqual([]);
  await openDetails();
  await until(() => expect(main()).toContain("Miksi haet?Hoidan äitiäni"));
  expect(main()).toContain("Hakemus omaishoidon tuesta");
  expect(main()).toContain("Lähetetty 28.11.2026 klo 12:00");
  expect(sentOf(calls, "GetMyForm")).toMatchObject([{ formResponseId }]);
});

it("SUR-06 says who sent a form on behalf, and that its answers are there no more", async () => {
  const { answer } = services();
  await open(thread, (call) =>
    call.method === "GetMyForm"
      ? call.reply({ form: { sentAt: at("2026-11-28T10:00:00Z"), representativeName: "Liisa Lahti" } })
      : answer(call),
  );
  await heading("Tuki");
  await openDetails();
  await until(() => expect(main()).toContain("Puolesta asioiva Liisa Lahti lähetti lomakkeen 28.11.2026 klo 12:00."));
  await open(thread, (call) => {
    if (call.method === "GetMyForm") throw refused("not_found");
    return answer(call);
  });
  await heading("Tuki");
  await openDetails();
  await until(() => expect(main()).toContain("Lomakkeen vastauksia ei ole enää, tai et saa nähdä niitä."));
});

it("SUR-08 speaks Sámi around a form in Finnish, which is marked as Finnish", async () => {
  const { answer } = services();
  await open(page, answer, "smn");
  await until(() => expect(document.querySelector("h1")?.textContent).toBe("Hakemus omaishoidon tuesta"));
  expect(document.querySelector("h1")?.lang).toBe("fi");
  expect(main()).toContain("Luámáttuv koččâmušah láá suomâkielân.");
  await press("link", "Aalgât tevdim");
  await until(() => expect(byRole("radio", "Ij").closest("[lang]")?.getAttribute("lang")).toBe("fi"));
});
