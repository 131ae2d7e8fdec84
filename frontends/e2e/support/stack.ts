/** The running platform that the tests are pointed at, and how to kill a part of it. */
import { execSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A setting of the running platform. */
export function read(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run \`./just test e2e\``);
  return value;
}

export const residentUrl = read("KAJO_E2E_RESIDENT_URL");
export const practitionerUrl = read("KAJO_E2E_PRACTITIONER_URL");

export function kill(part: "postgres" | "nats" | "platform"): void {
  const pids = JSON.parse(readFileSync(read("KAJO_E2E_PIDS_FILE"), "utf8")) as Record<string, number>;
  execSync(`kill -9 ${pids[part]}`);
}

export function restart(part: "postgres" | "nats" | "platform"): void {
  execSync(`${read("KAJO_E2E_RESTART")} ${part}`, { stdio: "ignore" });
}

/** Switches a feature of the running platform, as operators do. */
export function flag(name: string, setting: "on" | "off" | "default"): void {
  execSync(`${read("KAJO_E2E_FLAG")} ${name} ${setting}`, { stdio: "ignore" });
}

/** What the platform has logged so far. */
export function platformLog(): string {
  return readFileSync(join(read("KAJO_E2E_LOGS"), "platform.log"), "utf8");
}
