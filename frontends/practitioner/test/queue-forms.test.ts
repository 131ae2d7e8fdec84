/** Which form the queue of a form names, as responsible users choose it. */
import { act } from "react";
import { beforeEach, expect, it } from "vitest";
import { forgetDrafts } from "../../shared/src/drafts";
import { QueueKind } from "../../shared/src/rpc/gen/kajo/conversations/v1/category_pb";
import { Panel } from "../../shared/src/rpc/gen/kajo/identity/v1/panel_pb";
import { SurveyType } from "../../shared/src/rpc/gen/kajo/survey/v1/survey_pb";
import { Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { fails } from "../../shared/test/pages";
import { allByRole, byRole, focus, press, type } from "../../shared/test/screen";
import { id, open, until } from "./open";

const numbered = (n: number) => `${id.slice(0, -1)}${n}`;
const survey = (n: number, fi: string, more: object = {}) => ({
  surveyId: numbered(n),
  title: { fi },
  type: SurveyType.PUBLIC_FORM,
  publishedVersion: 1,
  ...more,
});

const surveys = [
  survey(2, "Hakemus omaishoidon tuesta"),
  survey(3, "Palaute", { archived: true }),
  survey(4, "Keskeneräinen lomake", { publishedVersion: 0 }),
];

beforeEach(forgetDrafts);

async function openQueue(surveyId: string, list: (call: SeenCall) => unknown) {
  const details = { name: { fi: "Omaishoidon tuen hakemukset" }, kind: QueueKind.FORM, surveyId };
  const answers: Readonly<Record<string, object>> = {
    ListWorkContexts: { panels: [{ panel: Panel.TASKS }] },
    GetCategory: {
      category: { categoryId: id, details: { name: { fi: "Omaishoito" } } },
      queues: [{ subcategoryId: numbered(9), details }],
    },
  };
  const { calls } = await open(
    `/admin/tasks/service-categories/${id}/task-queues/${numbered(9)}/edit`,
    (call: SeenCall) => (call.method === "ListSurveys" ? list(call) : call.reply(answers[call.method] ?? {})),
  );
  return () => calls.filter(({ method }) => method === "ListSurveys").map(({ request }) => request);
}

const choice = () => byRole("combobox", /^Täytettävä lomake/) as HTMLInputElement;
const options = () => allByRole("option").map((option) => option.textContent);

it("SUR-06 offers the public forms that are in force, all of them, found by typing", async () => {
  const asked = await openQueue("", ({ request, reply }) => {
    const { page } = request as { readonly page?: { readonly token: string } };
    return page?.token
      ? reply({ surveys: surveys.slice(1) })
      : reply({ surveys: surveys.slice(0, 1), nextPageToken: "2" });
  });
  await until(() => expect(allByRole("combobox", /^Täytettävä lomake/).length).toBe(1));
  expect(asked()).toMatchObject([{ type: SurveyType.PUBLIC_FORM }, { page: { token: "2" } }]);
  await focus(choice());
  await press("ArrowDown");
  await until(() => expect(options()).toEqual(["Hakemus omaishoidon tuesta"]));
  await type("oma");
  await press("ArrowDown");
  await press("Enter");
  await until(() => expect(choice().value).toBe("Hakemus omaishoidon tuesta"));
});

it("SUR-06 keeps the form that a queue names, whatever has become of it", async () => {
  await openQueue(numbered(3), ({ reply }) => reply({ surveys }));
  await until(() => expect(choice().value).toBe("Palaute · Arkistoitu"));
  await openQueue(numbered(7), ({ reply }) => reply({ surveys }));
  await until(() => expect(choice().value).toBe("Tuntematon lomake"));
});

it("SUR-06 tries again where the forms could not be fetched", async () => {
  let isAway = true;
  await openQueue(numbered(2), ({ reply }) => (isAway ? fails(Code.internal)() : reply({ surveys })));
  await until(() => expect(allByRole("button", "Yritä uudelleen").length).toBe(1));
  isAway = false;
  await act(async () => byRole("button", "Yritä uudelleen").click());
  await until(() => expect(choice().value).toBe("Hakemus omaishoidon tuesta"));
});
