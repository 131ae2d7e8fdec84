export { isUnkept, keepAliveEvent, useSessionHeld, useUnkept } from "./activity";
export {
  askSession,
  isLost,
  isVisitor,
  type Session,
  useGetSessionQuery,
  useSignInMutation,
  useSignOutMutation,
  useTakeSignInErrorQuery,
} from "./api";
export { isLeaving, leave, onSignOut } from "./leave";
export { returnToSearch, signInSearch } from "./return-to";
export { sessionSlice } from "./slice";
export { beforeSignOut } from "./unfinished-work";
export { useChanged } from "./use-changed";
export { useBeginOnBehalf, useCloseOnBehalf } from "./use-on-behalf";
export { useFreshSignIn, useSignIn, useSignOut } from "./use-sign-in";
export { useSignInProblem } from "./use-sign-in-problem";
