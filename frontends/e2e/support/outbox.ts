/** What was sent outside of the app, as the simulators took it. */
import { read } from "./stack";

/** The texts of all messages to an address, the newest last. */
export async function sentTo(address: string): Promise<readonly string[]> {
  const answer = await fetch(`${read("KAJO_E2E_SIMULATORS_URL")}/outbox.json?to=${encodeURIComponent(address)}`);
  return ((await answer.json()) as readonly { readonly text: string }[]).map(({ text }) => text);
}
