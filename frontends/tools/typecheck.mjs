// Type-checks each workspace with its own settings.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./i18n/catalogue.mjs";

let good = true;
for (const workspace of ["shared", "resident", "practitioner", "e2e"]) {
  const settings = join(root, workspace, "tsconfig.json");
  try {
    execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", settings], { cwd: root, stdio: "inherit" });
  } catch {
    good = false;
  }
}
process.exit(good ? 0 : 1);
