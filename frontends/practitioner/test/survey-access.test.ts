/** Who reads answers to surveys, as administrators say it. */
import { act } from "react";
import { beforeEach, expect, it } from "vitest";
import { forgetDrafts } from "../../shared/src/drafts";
import { Matter } from "../../shared/src/rpc/gen/kajo/common/v1/common_pb";
import { Panel } from "../../shared/src/rpc/gen/kajo/identity/v1/panel_pb";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { allByRole, byRole, focus, press } from "../../shared/test/screen";
import { readersOver } from "../src/features/admin/surveys/access/values";
import { id, open, until } from "./open";

const nurse = "0190f5a0-0000-7000-8000-00000000000a";
const doctor = "0190f5a0-0000-7000-8000-00000000000b";
const clinic = "0190f5a0-0000-7000-8000-00000000000c";
const kept = { roleIds: [nurse], locationIds: [clinic] };
const pain = { surveyId: id, title: { fi: "Kipukysely" }, matter: Matter.HEALTH, details: kept };

let survey: object;
let refusal: Error | undefined;

beforeEach(forgetDrafts);

const answers: Readonly<Record<string, () => object>> = {
  ListWorkContexts: () => ({ panels: [{ panel: Panel.SURVEY_ACCESS }] }),
  ListWorkplaces: () => ({
    roles: [
      { roleId: nurse, name: { texts: { fi: "Sairaanhoitaja" } } },
      { roleId: doctor, name: { texts: { fi: "Lääkäri" } } },
    ],
    locations: [{ locationId: clinic, name: "Terveysasema" }],
  }),
  ListSurveyAccess: () => ({
    domains: [
      { matter: Matter.HEALTH, own: true, details: kept },
      { matter: Matter.SOCIAL, own: true },
    ],
    surveys: [survey],
  }),
  GetSurveyAccess: () => ({ access: survey }),
};

async function openAccess(of: object, path = "/admin/surveys/access") {
  survey = of;
  refusal = undefined;
  const { calls } = await open(path, ({ method, reply }: SeenCall) => {
    if (method === "SaveSurveyAccess" && refusal) throw refusal;
    return reply(answers[method]?.() ?? {});
  });
  await until(() => byRole("button", "Muokkaa lukuoikeuksia: Kipukysely"));
  return (wanted: string) => calls.filter(({ method }) => method === wanted).map(({ request }) => request);
}

const click = (element: HTMLElement) => act(async () => element.click());
const edit = () => click(byRole("button", "Muokkaa lukuoikeuksia: Kipukysely"));
const box = (name: string) => byRole("checkbox", name);

it("SUR-05 lists the domains first, then surveys with whether they follow; that nobody reads is a warning", async () => {
  const sent = await openAccess(pain, "/admin/surveys/access?search=kipu");
  const rows = [...document.querySelectorAll("tbody tr")].map((row) => row.textContent);
  expect(rows).toEqual([
    "Terveydenhuolto 1 rooli, 1 työpisteMuokkaa",
    "Sosiaalihuolto Kukaan ei voi lukeaMuokkaa",
    "Kipukysely Toimialan: Terveydenhuolto1 rooli, 1 työpisteMuokkaa",
  ]);
  expect(sent("ListSurveyAccess")).toMatchObject([{ search: "kipu" }]);
});

it("SUR-05 gives a survey its own readers, and warns when nobody is left to read", async () => {
  const sent = await openAccess({ ...pain, version: 4n });
  await edit();
  await until(() => box("Lääkäri"));
  expect(document.body).toHaveTextContent("Kysely noudattaa nyt toimialan oikeuksia (Terveydenhuolto)");
  expect(document.body).not.toHaveTextContent("Kukaan ei voi lukea vastauksia");
  await click(box("Sairaanhoitaja"));
  expect(document.body).toHaveTextContent("Kukaan ei voi lukea vastauksia");
  await click(box("Lääkäri"));
  expect(document.body).not.toHaveTextContent("Kukaan ei voi lukea vastauksia");
  await click(byRole("button", "Tallenna"));
  const details = { roleIds: [doctor], locationIds: [clinic] };
  await until(() =>
    expect(sent("SaveSurveyAccess")).toMatchObject([
      { surveyId: id, details, fields: ["role_ids", "location_ids"], version: 4n },
    ]),
  );
  await until(() => expect(allByRole("dialog")).toEqual([]));
});

it("SUR-05 does not write over what somebody else has saved meanwhile", async () => {
  const sent = await openAccess({ ...pain, own: true, version: 4n });
  await edit();
  await until(() => box("Lääkäri"));
  await click(box("Lääkäri"));
  refusal = refused("stale_version");
  survey = { ...pain, own: true, version: 5n };
  await click(byRole("button", "Tallenna"));
  await until(() => byRole("button", "Hylkää omani ja näytä uudet tiedot"));
  refusal = undefined;
  await click(byRole("button", "Tallenna"));
  await until(() => expect(sent("SaveSurveyAccess").at(-1)).toMatchObject({ version: 5n }));
});

it("SUR-05 says of a domain who reads, by its name alone", async () => {
  const sent = await openAccess(pain);
  survey = { matter: Matter.SOCIAL, own: true, version: 2n };
  await click(byRole("button", "Muokkaa lukuoikeuksia: Sosiaalihuolto"));
  await until(() => box("Terveysasema"));
  expect(sent("GetSurveyAccess")).toMatchObject([{ surveyId: "", matter: Matter.SOCIAL }]);
  expect(allByRole("button", "Noudata taas toimialaa")).toEqual([]);
  await click(box("Terveysasema"));
  await click(byRole("button", "Tallenna"));
  const details = { roleIds: [], locationIds: [clinic] };
  // Nobody is a possible answer.
  await until(() => expect(sent("SaveSurveyAccess")).toMatchObject([{ surveyId: "", matter: Matter.SOCIAL, details }]));
});

it("SUR-05 has a survey follow its domain again after a question", async () => {
  const sent = await openAccess({ ...pain, own: true, version: 4n });
  await edit();
  await until(() => byRole("button", "Noudata taas toimialaa"));
  await click(byRole("button", "Noudata taas toimialaa"));
  expect(sent("ClearSurveyAccess")).toEqual([]);
  const question = byRole("alertdialog", "Noudata taas toimialaa");
  await click([...question.querySelectorAll("button")].at(-1) as HTMLElement);
  await until(() => expect(sent("ClearSurveyAccess")).toMatchObject([{ surveyId: id, version: 4n }]));
  await until(() => expect(allByRole("dialog")).toEqual([]));
});

it("SUR-05 asks before what was chosen and not saved is lost", async () => {
  await openAccess(pain);
  await edit();
  await until(() => box("Lääkäri"));
  await click(box("Lääkäri"));
  await focus(box("Lääkäri"));
  await press("Escape");
  expect(allByRole("alertdialog")).toHaveLength(1);
  await press("Escape");
  expect(allByRole("alertdialog")).toEqual([]);
  expect(box("Lääkäri")).toBeChecked();
});

it("SUR-05 gives nobody back who was taken away meanwhile", async () => {
  const sent = await openAccess({ ...pain, own: true, version: 4n });
  await edit();
  await until(() => box("Lääkäri"));
  await click(box("Lääkäri"));
  refusal = refused("stale_version");
  survey = { ...pain, own: true, version: 5n, details: { roleIds: [], locationIds: [clinic] } };
  await click(byRole("button", "Tallenna"));
  await until(() => byRole("button", "Hylkää omani ja näytä uudet tiedot"));
  refusal = undefined;
  await click(byRole("button", "Tallenna"));
  const details = { roleIds: [doctor], locationIds: [clinic] };
  await until(() => expect(sent("SaveSurveyAccess").at(-1)).toMatchObject({ version: 5n, details }));
});

it("SUR-05 takes away whom this form took away, and keeps whom others gave", () => {
  const readers = (...roleIds: readonly string[]) => ({ roleIds, locationIds: [] });
  const over = readersOver(readers("c", "a", "new"), {
    value: readers("b", "c", "mine"),
    saved: readers("a", "b", "c"),
  });
  expect(over).toEqual(readers("c", "new", "mine"));
});
