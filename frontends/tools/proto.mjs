// The contract's checks: `generate`, `check` (the checked-in TypeScript is what the contract gives), `lint`,
// `breaking [FOLDER]` (against the last released contract, which must know every RPC, fact and stored event that stands now)
// and `release` (what stands now becomes the released one, and CHANGELOG.md tells what came and went).
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { come, section, withSection } from "./proto-names.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const generated = join(root, "shared/src/rpc/gen");
const baseline = "../proto/baseline.binpb";
const changelog = join(root, "../CHANGELOG.md");

function buf(...args) {
  const env = { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` };
  try {
    execFileSync(join(root, "node_modules/.bin/buf"), args, { cwd: root, env, stdio: "inherit" });
  } catch {
    console.error(`buf ${args[0]} found something (see above)`);
    process.exit(1);
  }
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function check() {
  const kept = mkdtempSync(join(tmpdir(), "kajo-proto-"));
  cpSync(generated, kept, { recursive: true });
  buf("generate");
  const before = filesBelow(kept);
  const after = filesBelow(generated);
  const different = [...new Set([...before, ...after])].filter(
    (file) =>
      !before.includes(file) ||
      !after.includes(file) ||
      readFileSync(join(kept, file), "utf8") !== readFileSync(join(generated, file), "utf8"),
  );
  rmSync(generated, { recursive: true });
  cpSync(kept, generated, { recursive: true });
  rmSync(kept, { recursive: true });
  if (different.length > 0) {
    console.error(`Not what the contract gives; run npm run proto:\n  ${different.join("\n  ")}`);
    process.exit(1);
  }
}

/** The descriptors of a contract, a folder or a released file. */
function contract(input) {
  const printed = execFileSync(join(root, "node_modules/.bin/buf"), ["build", input, "-o", "-#format=json"], {
    cwd: root,
    maxBuffer: 1 << 28,
  });
  return JSON.parse(printed.toString());
}

function breaking(now) {
  if (!existsSync(join(root, baseline))) {
    console.error(`${baseline} is missing; make it with npm run proto:release`);
    process.exit(1);
  }
  buf("breaking", now, "--against", baseline);
  const unreleased = come(contract(baseline), contract(now));
  if (unreleased.length > 0) {
    const names = unreleased.map(({ kind, name }) => `${kind} ${name}`).join("\n  ");
    console.error(`Nothing holds these against breaking changes yet; run npm run proto:release:\n  ${names}`);
    process.exit(1);
  }
}

function release() {
  const now = contract("../proto");
  const before = existsSync(join(root, baseline)) ? contract(baseline) : { file: [] };
  const told = section(new Date().toISOString().slice(0, 10), come(before, now), come(now, before));
  buf("build", "../proto", "-o", baseline, "--exclude-source-info");
  if (told) writeFileSync(changelog, withSection(existsSync(changelog) ? readFileSync(changelog, "utf8") : "", told));
}

switch (process.argv[2]) {
  case "generate":
    buf("generate");
    break;
  case "check":
    check();
    break;
  case "lint":
    buf("lint", "../proto");
    break;
  case "breaking":
    breaking(process.argv[3] ?? "../proto");
    break;
  case "release":
    release();
    break;
  default:
    console.error("usage: proto.mjs generate | check | lint | breaking [FOLDER] | release");
    process.exit(2);
}
