/**
 * The Chromium in an npm package. It asks for a later Node than ours needs to have and runs on ours as well; among the optional
 * dependencies npm would leave it out for that without a word.
 */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const name = "@sparticuz/chromium";

/** What it is told for tiny machines, and is not as browsers of people are: all in one process, no origins. */
const unfaithful = new Set(["--single-process", "--disable-web-security", "--allow-running-insecure-content"]);

/** By version and user, so that no other Chromium is taken for this one. */
function home(): string {
  const main = createRequire(import.meta.url).resolve(name);
  const { version } = JSON.parse(readFileSync(join(dirname(main), "..", "package.json"), "utf8")) as {
    readonly version: string;
  };
  return join(tmpdir(), `kajo-chromium-${version}-${process.getuid?.() ?? "user"}`);
}

/** Where it stands unpacked. It unpacks itself into the folder for temporary files, and takes whatever `chromium` stands there. */
async function unpacked(packaged: { executablePath(): Promise<string> }): Promise<string> {
  const folder = home();
  if (existsSync(folder)) return join(folder, "chromium");
  // Whole or not at all: workers begin at the same moment.
  const own = mkdtempSync(`${folder}-`);
  const usual = process.env.TMPDIR;
  process.env.TMPDIR = own;
  // It knows all of its places before it waits for the first of them.
  const done = packaged.executablePath();
  if (usual === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usual;
  await done;
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return join(folder, "chromium");
}

/** The program and what it has to be told. */
export async function packagedBrowser(): Promise<{ readonly path: string; readonly args: readonly string[] }> {
  const { default: packaged } = await import("@sparticuz/chromium");
  return { path: await unpacked(packaged), args: packaged.args.filter((each) => !unfaithful.has(each)) };
}
