import { useState } from "react";
import { useStore } from "react-redux";
import { useCallContext } from "../app/call-context";
import { type Url, useBeginOnBehalfMutation, useCloseOnBehalfMutation } from "./api";
import { beforeSigningOut, type Work } from "./before-signing-out";
import { leave, mayLeave } from "./leave";

/** Sends the browser to the national service, and back to `returnTo` (a path of this app) afterwards. */
export function useBeginOnBehalf() {
  const { language } = useCallContext();
  const [ask, state] = useBeginOnBehalfMutation();
  const { change, preparing } = useChangeOfPerson();
  const begin = (returnTo: string) => change(() => ask({ returnTo, language }));
  return { begin, busy: preparing || state.isLoading || state.isSuccess, failure: state.error };
}

/** Goes back to one's own matters: to `returnTo` (a path of this app), or to where the gateway leads. */
export function useCloseOnBehalf() {
  const [ask, state] = useCloseOnBehalfMutation();
  const { change, preparing } = useChangeOfPerson();
  const close = (returnTo?: string) => change(() => ask(), returnTo);
  return { close, busy: preparing || state.isLoading || state.isSuccess, failure: state.error };
}

/** Asks first about what is not saved, and brings what was written for the one person to the server before the other's turn. */
function useChangeOfPerson() {
  const store = useStore() as Work;
  const [preparing, setPreparing] = useState(false);
  const change = async (ask: () => PromiseLike<{ readonly data?: Url | undefined }>, returnTo?: string) => {
    if (!(await mayLeave())) return;
    setPreparing(true);
    // What could not be sent is a draft again: this tab forgets what belongs to somebody else.
    await beforeSigningOut(store, async () => {
      if (store.getState().pending.length === 0) return;
      const { toDrafts } = await import("../thread/pending/send");
      await store.dispatch(toDrafts() as never);
    });
    const { data } = await ask();
    setPreparing(false);
    if (data) leave(returnTo ? { url: returnTo } : data);
  };
  return { change, preparing };
}
