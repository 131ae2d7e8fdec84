/** What was sent outside of the app, as the simulators took it. */
import { read } from "./stack";

/** The texts of all messages to an address, the newest last. */
export async function sentTo(address: string): Promise<readonly string[]> {
  const answer = await fetch(`${read("KAJO_E2E_SIMULATORS_URL")}/outbox.json?to=${encodeURIComponent(address)}`);
  return ((await answer.json()) as readonly { readonly text: string }[]).map(({ text }) => text);
}

/** The code in the newest message to an address. */
export async function codeTo(address: string): Promise<string> {
  const sent = await sentTo(address);
  const code = /\b\d{6}\b/.exec(sent.at(-1) ?? "")?.[0];
  if (!code) throw new Error(`nothing was sent to ${address}`);
  return code;
}
