/** What was done and written is seen to before the session ends: commands and messages on their way are sent, drafts handed over to the server. */
import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { draftNames } from "../drafts/draft";
import { finishWork } from "./held-work";

interface State {
  readonly pending: readonly unknown[];
}

export async function beforeSigningOut(
  dispatch: ThunkDispatch<State, unknown, UnknownAction>,
  { pending }: State,
): Promise<void> {
  await finishWork();
  if (pending.length > 0) {
    const { sendAll } = await import("../thread/pending/send");
    await dispatch(sendAll() as never);
  }
  if (draftNames().length > 0) {
    const { handOver } = await import("../drafts/remote");
    await dispatch(handOver());
  }
}
