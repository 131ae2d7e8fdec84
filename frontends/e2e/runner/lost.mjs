// Whether the servers of the stack are there.
import { readFileSync } from "node:fs";

/** The name of a part that has ended or does not answer; nothing while all of them are well. */
export async function lostPart() {
  const pids = JSON.parse(readFileSync(process.env.KAJO_E2E_PIDS_FILE, "utf8"));
  const ended = Object.entries(pids).find(([, pid]) => !isAlive(pid));
  if (ended) return ended[0];
  const ready = await fetch(`${process.env.KAJO_E2E_METRICS_URL}/readyz`, {
    signal: AbortSignal.timeout(20_000),
  }).catch(() => undefined);
  return ready?.ok ? undefined : "platform";
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
