import { useCallContext } from "../app/call-context";
import { useBeginOnBehalfMutation, useCloseOnBehalfMutation } from "./api";
import { leave } from "./leave";

/** Sends the browser to the national service, and back to `returnTo` (a path of this app) afterwards. */
export function useBeginOnBehalf() {
  const { language } = useCallContext();
  const [ask, state] = useBeginOnBehalfMutation();
  const begin = async (returnTo: string) => {
    const answer = await ask({ returnTo, language });
    if (answer.data) leave(answer.data);
  };
  return { begin, busy: state.isLoading || state.isSuccess, failure: state.error };
}

/** Goes back to one's own matters. */
export function useCloseOnBehalf() {
  const [ask, state] = useCloseOnBehalfMutation();
  const close = async () => {
    const answer = await ask();
    if (answer.data) leave(answer.data);
  };
  return { close, busy: state.isLoading || state.isSuccess, failure: state.error };
}
