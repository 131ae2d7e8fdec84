/** The running platform that the tests are pointed at, and how to kill a part of it. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A setting of the running platform. */
export function read(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run \`./just test e2e\``);
  return value;
}

export const residentUrl = read("KAJO_E2E_RESIDENT_URL");
export const practitionerUrl = read("KAJO_E2E_PRACTITIONER_URL");

/** Runs a command that stands as a JSON array in a setting. */
function runCommand(setting: string, ...more: readonly string[]): void {
  const [program = "", ...words] = JSON.parse(read(setting)) as readonly string[];
  execFileSync(program, [...words, ...more], { stdio: "ignore" });
}

export function kill(part: "postgres" | "nats" | "platform"): void {
  const pids = JSON.parse(readFileSync(read("KAJO_E2E_PIDS_FILE"), "utf8")) as Record<string, number>;
  const pid = pids[part];
  if (pid === undefined) throw new Error(`${part} does not run`);
  // A part that is gone without ends the run; the restart takes it away.
  writeFileSync(join(read("KAJO_E2E_HOME"), "expected-down"), part);
  process.kill(pid, "SIGKILL");
}

export function restart(part: "postgres" | "nats" | "platform"): void {
  runCommand("KAJO_E2E_RESTART", part);
}

/** Switches a feature of the running platform, as operators do. */
export function flag(name: string, setting: "on" | "off" | "default"): void {
  runCommand("KAJO_E2E_FLAG", name, setting);
}

/** What the platform has logged so far. */
export function platformLog(): string {
  return readFileSync(join(read("KAJO_E2E_LOGS"), "platform.log"), "utf8");
}
