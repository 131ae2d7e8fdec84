/** What a newer server says and this page does not know: such a value of an enum comes as its number. */
import { create, type DescMessage, type MessageInitShape, toJson } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { ScanTag } from "../src/attachments/ScanTag";
import { known, unknownState } from "../src/rpc";
import { SystemEventSchema } from "../src/rpc/gen/kajo/conversations/v1/conversation_pb";
import { AttachmentSchema } from "../src/rpc/gen/kajo/conversations/v1/file_pb";
import { OwnSessionSchema } from "../src/rpc/gen/kajo/identity/v1/own_sessions_pb";
import { SessionCard } from "../src/sessions/SessionCard";
import { SystemEventLine } from "../src/thread/SystemEventLine";
import { show } from "./screen";

/** As a page has it. */
const received = <Desc extends DescMessage>(schema: Desc, fields: object) =>
  toJson(schema, create(schema, fields as MessageInitShape<Desc>));

const shown = () => document.body.textContent;

it("OPS-09 finds nothing for a value that the page does not know, whatever its type says", () => {
  const { scanState } = received(AttachmentSchema, { scanState: 99 });
  expect(scanState).toBe(99);
  const texts = { SCAN_STATE_CLEAN: ["attachment.clean", "success"] } as const;
  expect(known(texts, scanState as unknown as "SCAN_STATE_CLEAN")).toBeUndefined();
  expect(known(texts, "SCAN_STATE_CLEAN")).toEqual(["attachment.clean", "success"]);
  expect(unknownState).toEqual(["unknown.value", "neutral"]);
});

it("OPS-09 shows an unknown state of a scan as another one, not as one under way", async () => {
  await show(<ScanTag state={received(AttachmentSchema, { scanState: 99 }).scanState} />);
  expect(shown()).toBe("Muu");
  await show(<ScanTag state={received(AttachmentSchema, {}).scanState} />);
  expect(shown()).toBe("Virustarkistus kesken");
});

it("OPS-09 shows a session with an unknown way of signing in", async () => {
  await show(<SessionCard name="Firefox, Linux" session={received(OwnSessionSchema, { level: 99, thisOne: true })} />);
  expect(shown()).toContain("KirjautumistapaMuu");
});

it("OPS-09 leaves an unknown event of a conversation out, and tells the known ones", async () => {
  await show(<SystemEventLine event={received(SystemEventSchema, { kind: 99, actorName: "Liisa" })} time="klo 12" />);
  expect(shown()).toBe("");
  await show(<SystemEventLine event={received(SystemEventSchema, { kind: 4, actorName: "Liisa" })} time="klo 12" />);
  expect(shown()).toBe("Liisa merkitsi keskustelun tehdyksi klo 12");
});
