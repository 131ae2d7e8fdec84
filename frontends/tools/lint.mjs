// `npm run lint`: format and rules by Biome, texts and accessibility by oxlint, colours from tokens by stylelint, nothing unused
// by knip, features that keep to themselves, and complete catalogues.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const cwd = fileURLToPath(new URL("..", import.meta.url));
// Biome colours each letter by itself, which a log of a build cannot be read through.
const colors = process.stdout.isTTY ? [] : ["--colors=off"];
const checks = [
  ["npx", ["biome", "ci", "--error-on-warnings", ...colors, "."]],
  ["npx", ["oxlint"]],
  ["npx", ["stylelint", "{shared,resident,practitioner}/src/**/*.css"]],
  ["npx", ["knip", "--no-progress"]],
  ["node", ["tools/imports.mjs"]],
  ["node", ["tools/i18n-check.mjs"]],
];
const failed = checks.filter(([program, args]) => spawnSync(program, args, { cwd, stdio: "inherit" }).status !== 0);
process.exit(failed.length === 0 ? 0 : 1);
