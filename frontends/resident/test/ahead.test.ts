/** What a page waits for is asked for before the page is drawn, once, and by nobody who merely points at a link. */
import { act } from "react";
import { expect, it } from "vitest";
import type { SeenCall } from "../../shared/test/fake-transport";
import { arrive, id, open, until } from "./open";

const message = `/inbox/category/${id}/${id}/messages`;

const pages: readonly (readonly [string, readonly string[]])[] = [
  ["/inbox", ["GetDraft", "ListMyConversations"]],
  [`/inbox/conversation/${id}/messages`, ["GetConversation"]],
  [`/task/${id}`, ["GetMyCustomerTask"]],
  [`/content/${id}`, ["GetMyContent"]],
  ["/applications", ["ListFormCategories"]],
  [`/applications/${id}`, ["ListFormCategories"]],
  ["/surveys/omavointi", ["ListMySurveys"]],
  [`/surveys/omavointi/${id}`, ["GetMySurvey"]],
  [`/events/labresults/${id}`, ["GetMyLabResult", "GetMyLabResultTrend"]],
  [`/events/prescriptions/${id}`, ["GetMyPrescription"]],
  [`/appointment/${id}`, ["GetMyAppointment"]],
  [`/appointment/${id}/cancel`, ["GetMyAppointment"]],
  [`/appointment/${id}/preparation-instructions`, ["GetMyAppointment"]],
  ["/book-appointment", ["ListMyRecommendations", "SearchBookable"]],
  ["/inbox/new", ["ListCategories", "ListServiceAreas"]],
  [`/inbox/category/${id}/none/messages`, ["ListCategories", "ListServiceAreas"]],
  [message, ["GetMessageLimits", "ListCategories", "ListServiceAreas"]],
];

const nothing = ({ reply }: SeenCall) => reply();

it.each(pages)("asks ahead for %s", async (path, expected) => {
  const { calls, draw } = await arrive(path, nothing);
  const asked = () => calls.map(({ method }) => method).toSorted();
  await until(() => expect(asked()).toEqual(expected));
  // Each call says whose data the tab shows.
  for (const { options } of calls) expect(options.metadata["x-kajo-person"]).toBe(id);
  await draw();
  await until(() => expect(document.querySelector("h1")?.textContent).toBeTruthy());
  const again = expected.filter((method) => asked().filter((each) => each === method).length > 1);
  expect(again).toEqual([]);
});

it("asks for the categories of the only area", async () => {
  const { calls } = await arrive("/inbox/new", ({ reply, method }) =>
    reply(method === "ListCategories" ? { serviceAreas: [{ serviceAreaId: id, name: "Saaristo" }] } : {}),
  );
  const areas = () => calls.filter(({ method }) => method === "ListCategories").map(({ request }) => request);
  await until(() => expect(areas()).toMatchObject([{ serviceAreaId: "" }, { serviceAreaId: id }]));
});

it.each(pages)("asks for nothing before somebody goes to %s, and then once", async (path, expected) => {
  const { router, calls } = await open("/cookies", nothing);
  await until(() => expect(document.querySelector("h1")?.textContent).toBeTruthy());
  // What the frame asks for comes when it likes.
  const asked = () => calls.map(({ method }) => method).filter((method) => expected.includes(method));
  await act(async () => void (await router.preloadRoute({ to: path })));
  await until(() => expect(router.state.isLoading).toBe(false));
  expect(asked()).toEqual([]);
  // Quicker than what was pointed at could be fetched.
  await act(async () => {
    void router.preloadRoute({ to: path });
    await router.navigate({ to: path });
  });
  await until(() => expect(asked()).toEqual(expect.arrayContaining([...expected])));
  await until(() => expect(router.state.isLoading).toBe(false));
  const again = expected.filter((method) => asked().filter((each) => each === method).length > 1);
  expect(again).toEqual([]);
});
