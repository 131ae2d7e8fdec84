// Runs files of browser tests one after the other on the stack that it was started in. Which one comes next says the queue
// (tools/local/browser_queue.py), so that no worker waits while there is something to do; results go back with the next question.
import { createVitest } from "vitest/node";
import { lostPart } from "./lost.mjs";
import { outcomeOf, said, titleOf } from "./outcome.mjs";

const queue = process.env.KAJO_E2E_QUEUE;
const worker = process.env.KAJO_E2E_WORKER;
if (!queue || !worker) throw new Error("run `./just test e2e`; for one file `./just test NAME`");

/** How often a server is asked after while tests run, and for how long it may stay away: a test that kills one starts it again. */
const lookEveryMs = 5_000;
const patienceMs = 90_000;

/** Each test as it ends: the output of several files would otherwise end in a summary each. */
const asTheyEnd = {
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    if (state === "skipped") return;
    const seconds = ((test.diagnostic()?.duration ?? 0) / 1000).toFixed(1);
    console.log(`${state === "passed" ? "ok    " : "FAILED"} ${titleOf(test)} (${seconds} s)`);
    for (const error of errors) console.log(said(error));
  },
  onUserConsoleLog({ content }) {
    process.stdout.write(content);
  },
};

async function ask(result) {
  const answer = await fetch(queue, { method: "POST", body: JSON.stringify({ worker, ...result }) });
  return answer.json();
}

/** Ends this worker when a server stays away: what follows would fail as well, each test after its own patience. */
function watchServers(file) {
  let awaySince;
  let busy = false;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    const lost = await lostPart();
    busy = false;
    if (lost === undefined) awaySince = undefined;
    else awaySince ??= Date.now();
    if (awaySince === undefined || Date.now() - awaySince < patienceMs) return;
    await ask({ file, tests: [], lost: `${lost} stayed away for ${patienceMs / 1000} s` });
    process.exit(1);
  }, lookEveryMs);
  return () => clearInterval(timer);
}

// The gate leaves out what is marked as long.
const tagsFilter = process.env.KAJO_E2E_LONG ? [] : ["!long"];
const vitest = await createVitest("test", { watch: false, reporters: [asTheyEnd], tagsFilter });
await vitest.standalone();

async function run({ file }) {
  const [specification] = await vitest.globTestSpecifications([`tests/${file}`]);
  const stopWatching = watchServers(file);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
  stopWatching();
  const ran = testModules.find(({ moduleId }) => moduleId === specification.moduleId);
  // A test that killed a server and failed may have left it down.
  const lost = await lostPart();
  return { file, ...outcomeOf(ran, unhandledErrors), lost: lost && `${lost} did not come back` };
}

let result = {};
for (;;) {
  const job = await ask(result);
  if (job.end) break;
  result = await run(job);
}
await vitest.close();
// Which tests failed the queue knows; the code says that this worker came to its end.
process.exit(0);
