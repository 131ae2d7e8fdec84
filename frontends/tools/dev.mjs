// Both apps with reload. The platform's addresses come by KAJO_RESIDENT_URL and KAJO_PRACTITIONER_URL.
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./i18n/catalogue.mjs";

try {
  execFileSync(process.execPath, [join(root, "tools/i18n-compile.mjs")], { cwd: root, stdio: "inherit" });
} catch {
  process.exit(1);
}

const running = ["resident", "practitioner"]
  .filter((app) => existsSync(join(root, app, "src/main.tsx")))
  .map((app) => spawn(join(root, "node_modules/.bin/vite"), [], { cwd: join(root, app), stdio: "inherit" }));

const stop = () => {
  for (const child of running) child.kill("SIGTERM");
};
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
for (const child of running) child.on("exit", stop);
