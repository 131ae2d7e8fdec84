export {
  type Session,
  useGetSessionQuery,
  useSignInMutation,
  useSignOutMutation,
  useTakeSignInErrorQuery,
} from "./api";
export { beforeSignOut } from "./held-work";
export { returnToSearch } from "./return-to";
export { sessionSlice } from "./slice";
export { useChanged } from "./use-changed";
export { useBeginOnBehalf, useCloseOnBehalf } from "./use-on-behalf";
export { useSignIn, useSignOut } from "./use-sign-in";
