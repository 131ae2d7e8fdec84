/** Another platform beside the one of the run: the same servers, databases and streams of its own, issuers of another's making. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, openSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { type Realm, serve } from "./foreign-issuers";
import { read } from "./stack";

export interface SecondPlatform {
  readonly residentUrl: string;
  readonly practitionerUrl: string;
  stop(): Promise<void>;
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer().once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function untilReady(url: string, platform: ChildProcess): Promise<void> {
  while (platform.exitCode === null) {
    const ready = await fetch(url).catch(() => undefined);
    if (ready?.ok) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`the second platform stopped with ${platform.exitCode}`);
}

/** Who can sign in there. */
interface Accounts {
  readonly resident: Realm["accounts"];
  readonly practitioner: Realm["accounts"];
}

/** Starts it, with issuers that know these people. */
export async function secondPlatform(
  accounts: Accounts,
  settings: Readonly<Record<string, string>> = {},
): Promise<SecondPlatform> {
  const port = await freePort();
  const ports = { resident: await freePort(), practitioner: await freePort() };
  const realm = (name: keyof Accounts) => ({ app: `http://localhost:${ports[name]}`, accounts: accounts[name] });
  const stopIssuers = await serve(port, { resident: realm("resident"), practitioner: realm("practitioner") });
  const issuer = (name: keyof Accounts) => `http://localhost:${port}/realms/${name}`;
  const home = join(read("KAJO_E2E_HOME"), "second");
  for (const folder of ["tls", "files", "keys"]) mkdirSync(join(home, folder), { recursive: true, mode: 0o700 });
  const metrics = `127.0.0.1:${await freePort()}`;
  const environment = {
    KAJO_DEMO: "1",
    KAJO_LOG: "info",
    KAJO_POSTGRES_URL: read("KAJO_E2E_POSTGRES_URL"),
    KAJO_NATS_URL: read("KAJO_E2E_NATS_URL"),
    KAJO_DATABASE_PREFIX: "second_",
    KAJO_BUS_PREFIX: "SECOND",
    KAJO_OIDC_RESIDENT_ISSUER: issuer("resident"),
    KAJO_OIDC_PRACTITIONER_ISSUER: issuer("practitioner"),
    // These realms know no groups.
    KAJO_OIDC_PRACTITIONER_MAPS_GROUPS: "false",
    KAJO_RESIDENT_ADDR: `127.0.0.1:${ports.resident}`,
    KAJO_PRACTITIONER_ADDR: `127.0.0.1:${ports.practitioner}`,
    KAJO_RESIDENT_TLS_ADDR: `127.0.0.1:${await freePort()}`,
    KAJO_PRACTITIONER_TLS_ADDR: `127.0.0.1:${await freePort()}`,
    KAJO_GRPC_ADDR: `127.0.0.1:${await freePort()}`,
    KAJO_METRICS_ADDR: metrics,
    KAJO_TLS_DIR: join(home, "tls"),
    KAJO_FILES_DIR: join(home, "files"),
    KAJO_KEK_FILE: join(home, "keys", "kek"),
    KAJO_INTERNAL_KEY_FILE: join(home, "keys", "internal"),
    KAJO_ACCESS_LOG_KEY_FILE: join(home, "keys", "access-log"),
    ...settings,
  };
  const platform = spawn(join(read("KAJO_E2E_BINARIES"), "platform"), {
    // Settings of the outside world are those of the run's own platform.
    env: { ...process.env, ...(JSON.parse(read("KAJO_E2E_PLATFORM")) as Record<string, string>), ...environment },
    stdio: ["ignore", openSync(join(read("KAJO_E2E_LOGS"), "platform-second.log"), "w"), "inherit"],
  });
  await untilReady(`http://${metrics}/readyz`, platform).catch((error: unknown) => {
    stopIssuers();
    throw error;
  });
  return {
    residentUrl: `http://localhost:${ports.resident}`,
    practitionerUrl: `http://localhost:${ports.practitioner}`,
    stop: () =>
      new Promise((stopped) => {
        platform.once("exit", () => stopped());
        platform.kill();
        stopIssuers();
      }),
  };
}
