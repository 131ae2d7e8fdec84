import type { RpcFailure } from "../rpc/failure";
import { Code } from "../rpc/transport";
import { useTakeSignInErrorQuery } from "./api";

/** Why nobody is signed in: the browser keeps no cookies, as the gateway has found (`cookies`) or as it says itself, or the last sign-in failed. */
export function useSignInProblem(cookies?: "missing"): RpcFailure | undefined {
  const { data: last } = useTakeSignInErrorQuery();
  const reason = cookies === "missing" || !navigator.cookieEnabled ? "sign_in_cookie_missing" : last?.reason;
  return reason ? { code: Code.unauthenticated, reason, params: {}, fields: [], traceId: "" } : undefined;
}
