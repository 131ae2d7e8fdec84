import { act } from "react";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { keepAliveEvent, useSessionHeld, useUnkept } from "../src/session/activity";
import { IdleDialog } from "../src/session/idle/IdleDialog";
import { noteIdleEnd, takeIdleEnd } from "../src/session/idle/last-end";
import { type End, useIdle } from "../src/session/idle/use-idle";
import { show } from "./screen";

const lasts = 900;
let asked = 0;

// One clock for all: the page keeps the one that it began with.
beforeAll(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    return new Response("{}", { headers: { "x-kajo-session-seconds": String(lasts) } });
  });
});

beforeEach(() => {
  window.localStorage.clear();
  asked = 0;
});

afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Watched({ calling = false, onEnd }: { readonly calling?: boolean; readonly onEnd: (why: End) => void }) {
  useSessionHeld(calling);
  const { secondsLeft } = useIdle(onEnd);
  return <p>{secondsLeft === undefined ? "quiet" : "warned"}</p>;
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const shown = () => document.body.textContent;

it("takes the event of a shell for activity, warns when none comes, and takes none for an answer to the warning", async () => {
  const ended: End[] = [];
  await show(<Watched onEnd={(why) => ended.push(why)} />);
  await pass(61);
  expect(asked).toBe(1);
  for (let minute = 0; minute < 30; minute += 1) {
    window.dispatchEvent(new Event(keepAliveEvent));
    await pass(60);
  }
  expect([shown(), asked > 25, ended]).toEqual(["quiet", true, []]);
  await pass(lasts - 119);
  expect(shown()).toBe("warned");
  window.dispatchEvent(new Event(keepAliveEvent));
  await pass(119);
  expect(ended).toEqual(["idle"]);
});

it("lets a session last as long as a call does, also one that comes while the warning shows, and no longer", async () => {
  const ended: End[] = [];
  const onEnd = (why: End) => ended.push(why);
  await show(<Watched calling onEnd={onEnd} />);
  await pass(3 * lasts);
  expect([shown(), ended]).toEqual(["quiet", []]);
  await show(<Watched onEnd={onEnd} />);
  await pass(lasts - 30);
  expect(shown()).toBe("warned");
  await show(<Watched calling onEnd={onEnd} />);
  await pass(3);
  expect(shown()).toBe("quiet");
  await pass(lasts);
  await show(<Watched onEnd={onEnd} />);
  await pass(lasts + 61);
  expect(ended).toEqual(["idle"]);
});

function Typed({ isTyped }: { readonly isTyped: boolean }) {
  useUnkept(isTyped);
  return null;
}

it("SUR-06 says before the session ends, and where one signs in again, what becomes of what is kept nowhere", async () => {
  const warning = <IdleDialog busy={false} onGoOn={() => {}} onSignOut={() => {}} secondsLeft={60} />;
  await show(<Typed isTyped />);
  noteIdleEnd();
  expect(takeIdleEnd()).toBe("lost");
  await show(
    <>
      <Typed isTyped />
      {warning}
    </>,
  );
  expect(shown()).toContain("Silloin katoaa, mitä olet kirjoittanut lomakkeeseen");
  await show(<Typed isTyped={false} />);
  await show(warning);
  expect(shown()).toContain("Kirjoittamasi teksti on tallessa");
  noteIdleEnd();
  expect(takeIdleEnd()).toBe("kept");
});
