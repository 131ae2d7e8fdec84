/** What was done and written is seen to before the session ends: commands and messages on their way are sent, drafts handed over to the server. */

import { draftNames } from "../drafts/draft";
import type { AppDispatch } from "../rpc/dispatch";
import { finishWork } from "./unfinished-work";

/** Of the store of the app. */
export interface Work {
  readonly dispatch: AppDispatch;
  readonly getState: () => { readonly pending: readonly unknown[] };
}

/** `between`: what is done when the messages are sent, before the drafts are handed over. */
export async function beforeSigningOut({ dispatch, getState }: Work, between?: () => Promise<unknown>): Promise<void> {
  await finishWork();
  if (getState().pending.length > 0) {
    const { sendAll } = await import("../thread/pending/send");
    await dispatch(sendAll() as never);
  }
  await between?.();
  if (draftNames().length > 0) {
    const { handOver } = await import("../drafts/remote");
    await dispatch(handOver());
  }
}
