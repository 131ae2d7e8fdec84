import { useStore } from "react-redux";
import { useCallContext } from "../app/call-context";
import { forgetEdits } from "../drafts/draft";
import { isLost, type SignOut, useSignInMutation, useSignOutMutation } from "./api";
import { beforeSigningOut, type Work } from "./before-signing-out";
import { tabClock } from "./idle/lasting";
import { forgetKept, leave, mayLeave } from "./leave";

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

/** Sends whoever is signed in to the realm to show that it is they who sit there, and back to this page with what they have typed. */
export function useFreshSignIn() {
  const { language } = useCallContext();
  const [ask, state] = useSignInMutation();
  const signInAfresh = async () => {
    const returnTo = window.location.pathname + window.location.search;
    const answer = await ask({ returnTo, language, fresh: true });
    // What is not saved is a draft of this tab, and nothing is lost: nobody is asked.
    if (answer.data) leave(answer.data);
  };
  return { signInAfresh, busy: state.isLoading || state.isSuccess, failure: state.error };
}

/** Ends the session here and at the realm; answers with what stood in the way. */
export function useSignOut() {
  const store = useStore() as Work;
  const [ask, state] = useSignOutMutation();
  /** Nobody is there to answer a question. */
  const signOutUnasked = async (where: SignOut = {}) => {
    await beforeSigningOut(store);
    const first = await ask(where);
    // The live stream may tell of the end before the answer comes: what is under way then is dropped with all that the app has shown.
    const answer = first.error && isLost(store.getState()) ? await ask(where) : first;
    if (answer.data) {
      tabClock().clear();
      leave(answer.data);
    }
    return answer.error;
  };
  /** The person wants to go: what is not saved is asked about first, and goes with them. */
  const signOut = async (where?: SignOut) => {
    if (!(await mayLeave())) return undefined;
    forgetEdits();
    const error = await signOutUnasked(where);
    if (error === undefined) forgetKept();
    return error;
  };
  return { signOut, signOutUnasked, busy: state.isLoading || state.isSuccess, failure: state.error };
}
