/** Somebody is invited to a video call. */
import { act } from "react";
import { Provider } from "react-redux";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAppStore } from "../src/app/store";
import { InvitationDialog } from "../src/call/InvitationDialog";
import { CallError, Code } from "../src/rpc/transport";
import { ToastRegion } from "../src/ui";
import { fakeTransport, type SeenCall } from "./fake-transport";
import { until } from "./pages";
import { allByRole, byRole, focus, focused, press, show } from "./screen";

const callId = "0190f5a0-0000-7000-8000-00000000000c";
const now = new Date("2026-11-27T08:00:00Z");
const lapsesAt = "2026-11-27T08:01:00Z";

beforeEach(
  () => void vi.useFakeTimers({ now, toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] }),
);
afterEach(() => void vi.useRealTimers());

const pass = (seconds: number) => act(async () => vi.advanceTimersByTimeAsync(seconds * 1_000));
const dialogs = () => allByRole("alertdialog", "Kutsu videopuheluun");

async function invited(answer: (call: SeenCall) => unknown = ({ reply }) => reply()) {
  const fake = fakeTransport(answer);
  const store = createAppStore({
    transport: fake.transport,
    language: "fi",
    expectsSession: false,
    wait: async () => {},
  });
  const onAnswered = vi.fn();
  const page = (isInvited: boolean) => (
    <Provider store={store}>
      <textarea aria-label="Viesti" />
      <ToastRegion />
      {isInvited ? (
        <InvitationDialog callId={callId} lapsesAt={lapsesAt} name="Liisa Virtanen" onAnswered={onAnswered} />
      ) : null}
    </Provider>
  );
  await show(page(false));
  const answers = () => fake.calls.filter(({ method }) => method === "AnswerCallInvitation");
  return { onAnswered, answers, ask: () => show(page(true)) };
}

const typed = () =>
  act(async () => void focused().dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true })));

describe("CHA-07 an invitation", () => {
  it("shows at once who invites and for how long, where nobody is typing", async () => {
    const { ask } = await invited();
    await ask();
    expect(dialogs()).toHaveLength(1);
    expect(dialogs()[0]?.textContent).toContain("Liisa Virtanen kutsuu sinut videopuheluun.");
    expect(dialogs()[0]?.textContent).toContain("Aikaa vastata: 60 s");
    await pass(15);
    expect(dialogs()[0]?.textContent).toContain("Aikaa vastata: 45 s");
  });

  it("waits for a pause of two seconds in what somebody types", async () => {
    const { ask } = await invited();
    await focus(byRole("textbox", "Viesti"));
    await ask();
    expect(dialogs()).toEqual([]);
    for (let second = 0; second < 5; second += 1) {
      await pass(1.9);
      await typed();
    }
    expect(dialogs()).toEqual([]);
    await pass(2);
    expect(dialogs()).toHaveLength(1);
  });

  it("is answered by no key that was meant for the field, nor by Escape", async () => {
    vi.useRealTimers();
    const { ask, answers } = await invited();
    await ask();
    expect(focused().textContent).toBe("Liisa Virtanen kutsuu sinut videopuheluun.");
    await press(" ");
    await press("Enter");
    await press("Escape");
    expect([answers(), dialogs().length]).toEqual([[], 1]);
  });

  it.each([
    ["Hyväksy", true],
    ["Hylkää", false],
  ])("is answered: %s", async (name, accepted) => {
    vi.useRealTimers();
    const { ask, answers, onAnswered } = await invited();
    await ask();
    await focus(byRole("button", name));
    await press("Enter");
    await until(() => expect(onAnswered).toHaveBeenCalledWith(accepted));
    expect(answers().map(({ request }) => request)).toMatchObject([{ callId, accepted }]);
    expect(answers()[0]?.options.metadata["idempotency-key"]).toBeTruthy();
  });

  it("says that an answer could not be given, and stays", async () => {
    vi.useRealTimers();
    const { ask, onAnswered } = await invited(() => {
      throw new CallError(Code.failedPrecondition, "");
    });
    await ask();
    await focus(byRole("button", "Hyväksy"));
    await press("Enter");
    await until(() => expect(document.body.textContent).toContain("Kutsuun ei voitu vastata."));
    expect([onAnswered.mock.calls, dialogs().length]).toEqual([[], 1]);
  });
});
