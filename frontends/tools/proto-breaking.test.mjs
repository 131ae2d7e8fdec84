// @vitest-environment node
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const frontends = fileURLToPath(new URL("..", import.meta.url));

/** What the check says of the contract with one file written otherwise. */
function checked(file, change) {
  const folder = mkdtempSync(join(tmpdir(), "kajo-breaking-"));
  try {
    cpSync(join(frontends, "../proto"), folder, { recursive: true });
    const path = join(folder, file);
    const before = readFileSync(path, "utf8");
    const after = change(before);
    expect(after).not.toBe(before);
    writeFileSync(path, after);
    const { status, stdout, stderr } = spawnSync("node", ["tools/proto.mjs", "breaking", folder], { cwd: frontends });
    return { status, said: `${stdout}${stderr}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const facts = "kajo/conversations/v1/facts.proto";
const stored = "kajo/conversations/store/v1/customer_task.proto";
const phrases = "kajo/conversations/v1/phrase.proto";

it("OPS-08 a published schema may grow, and fails the build where what was published is gone, renumbered or of another type", {
  timeout: 60_000,
}, () => {
  const grown = checked(facts, (text) =>
    text.replace("message ConversationTaken {", "message ConversationTaken {\n  string reason = 90;"),
  );
  expect(grown).toEqual({ status: 0, said: "" });
  for (const [file, before, after, word] of [
    [facts, /message ConversationTaken \{/, "message ConversationTaken2 {", "ConversationTaken"],
    [stored, /string service_area_id = 3;/, "string service_area_id = 90;", "service_area_id"],
    [stored, /uint32 due_amount = 12;/, "string due_amount = 12;", "due_amount"],
    [phrases, /rpc ListPhrases\(/, "rpc ListAllPhrases(", "ListPhrases"],
  ]) {
    const { status, said } = checked(file, (text) => text.replace(before, after));
    expect(said).toContain(word);
    expect(status, said).toBe(1);
  }
});
