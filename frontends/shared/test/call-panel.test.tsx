/** A call from before one comes until it is over, in a browser that makes no connections. */
import { create, toBinary } from "@bufbuild/protobuf";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, type ReactNode } from "react";
import { Provider } from "react-redux";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createAppStore } from "../src/app/store";
import { CallPanel } from "../src/call/CallPanel";
import { chatApi } from "../src/chat/api";
import { tellWhisper } from "../src/live/whispers";
import { CallEnd, CallMovedSchema, CallPresence, CallState } from "../src/rpc";
import { fakeDevices, frontCamera, microphone, takeDevicesAway } from "./fake-media";
import { fakeTransport, type SeenCall } from "./fake-transport";
import { until } from "./pages";
import { refused } from "./refused";
import { allByRole, byRole, focused, show } from "./screen";

const chatId = "0190f5a0-0000-7000-8000-000000000001";
const callId = "0190f5a0-0000-7000-8000-00000000000c";
const customerId = "0190f5a0-0000-7000-8000-0000000000c1";
const own = { participantId: "0190f5a0-0000-7000-8000-0000000000a1", seatId: "1", own: true };
const liisa = { participantId: customerId, seatId: "2", name: "Liisa Virtanen", organiser: true, microphoneOn: true };

afterEach(takeDevicesAway);

const text = () => document.body.textContent ?? "";
const click = (name: string) => act(async () => byRole("button", name).click());

/** An app of two pages, the first of them this one. */
async function showPage(page: ReactNode) {
  const root = createRootRoute({ component: Outlet });
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: "/", component: () => page }),
      createRoute({ getParentRoute: () => root, path: "/other", component: () => <h1>Toinen</h1> }),
    ]),
    history: createMemoryHistory(),
  });
  await router.load();
  await show(<RouterProvider router={router as never} />);
}

interface Options {
  readonly isOrganiser?: boolean;
  readonly mayEnd?: boolean;
  readonly name?: string;
}

async function panel({ isOrganiser = false, mayEnd = true, name }: Options = {}) {
  const media = fakeDevices(frontCamera, microphone);
  const line = {
    kept: { state: CallState.ON, presence: CallPresence.LOBBY } as object,
    customer: CallPresence.AWAY,
    refusal: undefined as Error | undefined,
  };
  const answer = ({ method, reply }: SeenCall) => {
    if (line.refusal) throw line.refusal;
    if (method === "KeepCall") return reply(line.kept);
    if (method !== "GetChat") return reply();
    const call = { callId, state: CallState.ON, customer: line.customer, customerParticipantId: customerId };
    return reply({ chat: { chatId, state: 2, call } });
  };
  const fake = fakeTransport(answer);
  const store = createAppStore({
    transport: fake.transport,
    language: "fi",
    expectsSession: false,
    wait: async () => {},
  });
  const onOver = vi.fn();
  const onRefused = vi.fn();
  await showPage(
    <Provider store={store}>
      <CallPanel
        callId={callId}
        isOrganiser={isOrganiser}
        mayEnd={mayEnd}
        name={name}
        onOver={onOver}
        onRefused={onRefused}
        phoneText="Soita 09 123 4567."
      />
      <Link to="/other">Muualle</Link>
    </Provider>,
  );
  await until(() => expect(media.live("video")).toBeDefined());
  const of = (name: string) => fake.calls.filter(({ method }) => method === name);
  const becomes = async (kept: object) => {
    line.kept = kept;
    await act(async () =>
      tellWhisper({
        message: CallMovedSchema.typeName,
        payload: toBinary(CallMovedSchema, create(CallMovedSchema, { callId })),
      }),
    );
  };
  return { ...media, line, store, of, becomes, onOver, onRefused };
}

const isIn = { state: CallState.ON, presence: CallPresence.IN, participants: [own] };
const title = (name: string) => until(() => byRole("heading", name));

/** One is in it. */
async function inside(options?: Options) {
  const page = await panel(options);
  await click("Liity puheluun");
  await title("Odota hetki");
  await page.becomes(isIn);
  await title("Videopuhelu");
  return page;
}

describe("CHA-07 a call", () => {
  it("begins before it, waits in the lobby, and goes on when one is admitted", async () => {
    const { of, becomes } = await panel();
    byRole("heading", "Valmistaudu videopuheluun");
    expect(of("EnterCall")).toEqual([]);
    await click("Liity puheluun");
    await title("Odota hetki");
    expect(text()).toContain("Ammattilainen päästää sinut puheluun.");
    expect(of("KeepCall")[0]?.request).toMatchObject({ callId, cameraOn: true, microphoneOn: true });
    expect(of("KeepCall")[0]?.options.metadata["x-kajo-background"]).toBe("1");
    await becomes(isIn);
    await title("Videopuhelu");
    // What was pressed has gone: one reads on from the heading.
    expect(focused()).toBe(byRole("heading", "Videopuhelu"));
    expect(text()).toContain("Puhelussa ei ole vielä muita.");
  });

  it("shows who else is in it, whether camera and microphone are on, and how to go on by phone", async () => {
    const { becomes } = await inside();
    await becomes({ ...isIn, participants: [own, { ...liisa, microphoneOn: false }] });
    await until(() => expect(text()).toContain("Liisa Virtanen"));
    const figure = document.querySelector("figure")?.textContent;
    expect(figure).toContain("Kamera on pois päältä");
    expect(figure).toContain("Mikrofoni on pois päältä");
    // jsdom makes no connections.
    await until(() => expect(byRole("alert").textContent).toContain("Soita 09 123 4567."));
  });

  it("has switches that say whether they are on, and tells the others", async () => {
    const { of, live } = await inside();
    const pressed = (name: string) => byRole("button", name).getAttribute("aria-pressed");
    expect([pressed("Kamera"), pressed("Mikrofoni")]).toEqual(["true", "true"]);
    await click("Kamera");
    expect([pressed("Kamera"), live("video")]).toEqual(["false", undefined]);
    await click("Mikrofoni");
    expect([pressed("Mikrofoni"), live("audio")?.enabled]).toEqual(["false", false]);
    await until(() => expect(of("KeepCall").at(-1)?.request).toMatchObject({ cameraOn: false, microphoneOn: false }));
    await click("Mikrofoni");
    await click("Kamera");
    await until(() => expect([pressed("Kamera"), pressed("Mikrofoni")]).toEqual(["true", "true"]));
    expect(live("audio")?.enabled).toBe(true);
  });

  it("lets the professional admit who waits", async () => {
    const { line, store, of } = await inside({ isOrganiser: true });
    line.customer = CallPresence.LOBBY;
    await act(async () => void store.dispatch(chatApi.endpoints.getChat.initiate({ chatId }) as never));
    await until(() => expect(text()).toContain("Yksi odottaa pääsyä puheluun"));
    await click("Päästä puheluun");
    await until(() =>
      expect(of("AdmitToCall").map(({ request }) => request)).toMatchObject([{ callId, participantId: customerId }]),
    );
  });

  it("is left, which closes the camera, and can be come back to", async () => {
    const { of, tracks, onOver } = await inside();
    await click("Poistu puhelusta");
    byRole("heading", "Poistuit puhelusta");
    await until(() => expect(of("LeaveCall")).toHaveLength(1));
    expect(tracks.map(({ readyState }) => readyState)).toEqual(["ended", "ended"]);
    await click("Palaa puheluun");
    byRole("heading", "Valmistaudu videopuheluun");
    expect(onOver).not.toHaveBeenCalled();
  });

  it("is left with the page, and comes again with another seat when the server has lost this one", async () => {
    const { of, becomes, line } = await inside();
    await becomes({ state: CallState.ON, presence: CallPresence.AWAY });
    line.kept = isIn;
    await until(() => expect(of("EnterCall")).toHaveLength(2));
    const [first, second] = of("EnterCall").map(({ request }) => (request as { readonly seatId: string }).seatId);
    expect(first).not.toBe(second);
    await until(() => expect(of("KeepCall").at(-1)?.request).toMatchObject({ seatId: second }));
    await show(null);
    await until(() =>
      expect(of("LeaveCall").map(({ request }) => request)).toMatchObject([{ callId, seatId: second }]),
    );
  });

  it("says that it goes on elsewhere, and can be taken back from there", async () => {
    const { becomes, tracks } = await inside();
    await becomes({ ...isIn, elsewhere: true });
    await title("Puhelu jatkuu muualla");
    expect(tracks.every(({ readyState }) => readyState === "ended")).toBe(true);
    await click("Jatka täällä");
    byRole("heading", "Valmistaudu videopuheluun");
  });

  it.each([
    [CallEnd.PRACTITIONER, false, "Ammattilainen päätti puhelun."],
    // In another tab, or by a colleague.
    [CallEnd.PRACTITIONER, true, "Ammattilainen päätti puhelun."],
    [CallEnd.CHAT_OVER, false, "Puhelu päättyi chatin mukana."],
    [CallEnd.APPOINTMENT_OVER, false, "Vastaanotto on päättynyt."],
  ])("says why it is over: %s, organiser %s", async (end, isOrganiser, words) => {
    const { becomes, onOver } = await inside({ isOrganiser });
    await becomes({ state: CallState.ENDED, end, presence: CallPresence.AWAY });
    await title("Puhelu päättyi");
    expect(text()).toContain(words);
    await click("Sulje");
    expect(onOver).toHaveBeenCalledOnce();
  });

  it("is ended for everybody once that is confirmed", async () => {
    const { of, becomes } = await inside({ isOrganiser: true });
    await click("Päätä puhelu");
    expect(of("EndCall")).toEqual([]);
    const confirm = allByRole("button", "Päätä puhelu").find((each) => each.closest("dialog"));
    await act(async () => confirm?.click());
    await until(() => expect(of("EndCall")).toHaveLength(1));
    await becomes({ state: CallState.ENDED, end: CallEnd.PRACTITIONER, presence: CallPresence.AWAY });
    await title("Puhelu päättyi");
    expect(text()).toContain("Päätit puhelun.");
  });

  it("is not begun where that is given up, and tells whoever is about to come that it is over", async () => {
    const { of, becomes, onOver } = await panel();
    await click("Peruuta");
    expect(onOver).toHaveBeenCalledOnce();
    await becomes({ state: CallState.ENDED, end: CallEnd.PRACTITIONER, presence: CallPresence.AWAY });
    await title("Puhelu päättyi");
    expect(of("KeepCall").map(({ request }) => request)).toMatchObject([{ callId, seatId: "" }]);
    expect(of("EnterCall")).toEqual([]);
  });

  it("is left for another page of the app once that is confirmed", async () => {
    const { of } = await inside();
    await act(async () => byRole("link", "Muualle").click());
    await until(() => byRole("alertdialog", "Poistutko puhelusta?"));
    await click("Jatka puhelua");
    byRole("heading", "Videopuhelu");
    await act(async () => byRole("link", "Muualle").click());
    await until(() => byRole("alertdialog", "Poistutko puhelusta?"));
    const leave = allByRole("button", "Poistu puhelusta").find((each) => each.closest("dialog"));
    await act(async () => leave?.click());
    await title("Toinen");
    await until(() => expect(of("LeaveCall")).toHaveLength(1));
  });

  it("has a sound that does not wait for a picture", async () => {
    const { becomes } = await inside();
    await becomes({ ...isIn, participants: [own, liisa] });
    await until(() => expect(document.querySelector("figure audio")).not.toBeNull());
    expect(document.querySelector<HTMLVideoElement>("figure video")?.muted).toBe(true);
  });
});

describe("SCH-10 the call of an appointment", () => {
  it("is waited for without being let in by anybody, and is left and not ended by the patient", async () => {
    const { becomes } = await panel({ mayEnd: false });
    await click("Liity puheluun");
    await title("Odota hetki");
    expect(text()).toContain("Odota, kunnes ammattilainen tulee.");
    await becomes(isIn);
    await title("Videopuhelu");
    byRole("button", "Poistu puhelusta");
    expect(allByRole("button", "Päätä puhelu")).toEqual([]);
  });
});

describe("SCH-09 the call of a guest", () => {
  const namesOf = (calls: readonly SeenCall[]) =>
    calls.map(({ request }) => (request as { readonly name: string }).name);

  it("is entered by the name that they have said, also with the next seat; all others say none", async () => {
    const { of, becomes, line } = await inside({ mayEnd: false, name: "Tytär Virtanen" });
    await becomes({ state: CallState.ON, presence: CallPresence.AWAY });
    line.kept = isIn;
    await until(() => expect(namesOf(of("EnterCall"))).toEqual(["Tytär Virtanen", "Tytär Virtanen"]));
    const patient = await inside({ mayEnd: false });
    expect(namesOf(patient.of("EnterCall"))).toEqual([""]);
  });

  it("says to the others that they are a guest, and not to themselves", async () => {
    const { becomes } = await inside({ mayEnd: false });
    const guest = { ...liisa, name: "Tytär Virtanen", organiser: false, guest: true };
    await becomes({ ...isIn, participants: [{ ...own, name: "Eino", guest: true }, guest] });
    await until(() => expect(text()).toContain("Tytär Virtanen (vieras)"));
    expect(text()).not.toContain("Eino");
  });

  it("is told to the page when they may not stay", async () => {
    const { becomes, line, onRefused } = await inside({ mayEnd: false, name: "Tytär Virtanen" });
    expect(onRefused).not.toHaveBeenCalled();
    line.refusal = refused("not_found");
    await becomes({});
    await title("Valmistaudu videopuheluun");
    expect(onRefused).toHaveBeenCalled();
  });
});
