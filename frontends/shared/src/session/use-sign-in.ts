import { useCallContext } from "../app/call-context";
import { useSignInMutation, useSignOutMutation } from "./api";
import { leave } from "./leave";

/** Sends the browser to the realm, and back to `returnTo` (a path of this app) afterwards. */
export function useSignIn() {
  const { language } = useCallContext();
  const [ask, state] = useSignInMutation();
  const signIn = async (returnTo: string) => {
    const answer = await ask({ returnTo, language });
    if (answer.data) window.location.assign(answer.data.url);
  };
  return { signIn, busy: state.isLoading || state.isSuccess, failure: state.error };
}

/** Ends the session here and at the realm; answers with what stood in the way. */
export function useSignOut() {
  const [ask, state] = useSignOutMutation();
  const signOut = async () => {
    const answer = await ask();
    if (answer.data) leave(answer.data);
    return answer.error;
  };
  return { signOut, busy: state.isLoading || state.isSuccess, failure: state.error };
}
