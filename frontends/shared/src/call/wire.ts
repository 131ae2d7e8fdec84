/** What one call asks of the server. Nothing of it is kept in the store: signals hold addresses, and access a password. */
import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { asFailure } from "../errors/message";
import { isFault } from "../rpc/failure";
import type {
  EnterCallResponseJson,
  GetCallAccessResponseJson,
  KeepCallRequestJson,
  KeepCallResponseJson,
  OutgoingCallSignalJson,
} from "../rpc/gen/kajo/chat_queue/v1/call_pb";
import { newIdempotencyKey } from "../rpc/idempotency-key";
import { Code } from "../rpc/transport";
import { callApi } from "./api";

export type Answer<T> =
  | { readonly data: T; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: unknown };

export interface CallWire {
  /** `name`: of who says themselves what they are called. */
  enter(seatId: string, name?: string): Promise<Answer<EnterCallResponseJson>>;
  keep(request: Omit<KeepCallRequestJson, "callId">): Promise<Answer<KeepCallResponseJson>>;
  access(): Promise<Answer<GetCallAccessResponseJson>>;
  send(seatId: string, signals: readonly OutgoingCallSignalJson[]): Promise<Answer<unknown>>;
  leave(seatId: string): Promise<Answer<unknown>>;
}

const { enterCall, keepCall, getCallAccess, sendCallSignals, leaveCall } = callApi.endpoints;

const untracked = { track: false } as const;

export function callWire(dispatch: ThunkDispatch<unknown, unknown, UnknownAction>, callId: string): CallWire {
  const made = async <T>(call: unknown) => (await dispatch(call as never)) as Answer<T>;
  const asked = <Request>(request: Request) => ({ request, idempotencyKey: newIdempotencyKey() });
  return {
    enter: (seatId, name) => made(enterCall.initiate(asked({ callId, seatId, ...(name ? { name } : {}) }), untracked)),
    keep: (request) => made(keepCall.initiate({ callId, ...request }, untracked)),
    access: () => made(getCallAccess.initiate({ callId }, untracked)),
    send: (seatId, signals) => made(sendCallSignals.initiate({ callId, seatId, signals: [...signals] }, untracked)),
    leave: (seatId) => made(leaveCall.initiate(asked({ callId, seatId }), untracked)),
  };
}

/** Nobody has said no for good: asked again it may be answered. */
export function mayPass(error: unknown): boolean {
  const failure = asFailure(error);
  return isFault(failure) || failure.code === Code.resourceExhausted || failure.reason === "call_signals_too_many";
}

export const reasonOf = (error: unknown) => asFailure(error).reason;
