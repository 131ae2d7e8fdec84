/** Chats with files that are not scanned yet, asked for again now and then. */
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useAwaitedFiles } from "../src/chat/use-awaited-files";
import type { ChatMessageJson, ScanStateJson } from "../src/rpc";
import { show } from "./screen";

function Waiting({ messages, ask }: { readonly messages: readonly ChatMessageJson[]; readonly ask: () => void }) {
  useAwaitedFiles(messages, ask);
  return null;
}

const file = (number: number, scanState?: ScanStateJson): ChatMessageJson => ({
  number,
  attachments: [{ attachmentId: `${number}`, ...(scanState ? { scanState } : {}) }],
});

describe("CHA-06 a chat with files", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const ask = vi.fn();
  beforeEach(() => void ask.mockClear());
  const shown = (...messages: ChatMessageJson[]) => show(<Waiting ask={ask} messages={messages} />);
  const pass = (seconds: number) => act(async () => vi.advanceTimersByTimeAsync(seconds * 1_000));

  it.each([undefined, "SCAN_STATE_UNSPECIFIED", "SCAN_STATE_PENDING", "SCAN_STATE_ERROR"] as const)(
    "is asked for every 15 seconds while one of them is %s, and twenty times at most",
    async (scanState) => {
      await shown(file(1, scanState));
      await pass(14);
      expect(ask).toHaveBeenCalledTimes(0);
      await pass(1);
      expect(ask).toHaveBeenCalledTimes(1);
      await shown(file(1, scanState));
      await pass(15);
      expect(ask).toHaveBeenCalledTimes(2);
      await pass(3_600);
      expect(ask).toHaveBeenCalledTimes(20);
    },
  );

  it("is asked for anew when there is another message or file", async () => {
    await shown(file(1, "SCAN_STATE_PENDING"));
    await pass(3_600);
    await shown(file(1, "SCAN_STATE_PENDING"), { number: 2, text: "Hei" });
    await pass(3_600);
    expect(ask).toHaveBeenCalledTimes(40);
  });

  it("is not asked for once all is known, nor when there was nothing to learn", async () => {
    await shown(file(1, "SCAN_STATE_PENDING"));
    await pass(15);
    await shown(file(1, "SCAN_STATE_CLEAN"), file(2, "SCAN_STATE_INFECTED"));
    await pass(3_600);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("is not asked for while nobody sees it, and that counts for nothing", async () => {
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    await shown(file(1, "SCAN_STATE_PENDING"));
    await pass(3_600);
    expect(ask).toHaveBeenCalledTimes(0);
    hidden.mockReturnValue(false);
    await pass(3_600);
    expect(ask).toHaveBeenCalledTimes(20);
  });
});
