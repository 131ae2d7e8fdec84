export {
  type Session,
  useCloseOnBehalfMutation,
  useGetSessionQuery,
  useSignInMutation,
  useSignOutMutation,
  useTakeSignInErrorQuery,
} from "./api";
export { sessionSlice } from "./slice";
export { useSignIn, useSignOut } from "./use-sign-in";
