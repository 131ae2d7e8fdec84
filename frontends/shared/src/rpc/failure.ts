/**
 * What went wrong, as the store keeps it and the screens show it. Text of the server never gets here: people read the
 * message that belongs to `reason` (see errors/message.ts).
 */
import { Code } from "./transport";

export interface FieldFailure {
  /** Name of the field in the request, for example "topic". */
  readonly field: string;
  readonly reason: string;
}

export interface RpcFailure {
  /** gRPC code. */
  readonly code: number;
  /** What was asked for, for example "TakeConversation": the text `failed.<call>` says what did not happen. */
  readonly call?: string;
  /** Stable code of the refusal, for example "stale_version". */
  readonly reason?: string;
  /** Who says so, for example "kajo.conversations". */
  readonly domain?: string;
  /** Arguments of the message. */
  readonly params: Readonly<Record<string, string>>;
  readonly fields: readonly FieldFailure[];
  /** Finds the trace of the call; shown to people as the error code. */
  readonly traceId: string;
}

/** True for what a base query or a thunk of ours rejected with. */
export function isRpcFailure(value: unknown): value is RpcFailure {
  return typeof value === "object" && value !== null && "code" in value && "traceId" in value && "fields" in value;
}

/** Failures that say nothing against the call itself: the same call may be made again. */
export function isPassing(failure: RpcFailure): boolean {
  return failure.code === Code.unavailable;
}

const faults: readonly number[] = [
  Code.unknown,
  Code.deadlineExceeded,
  Code.unimplemented,
  Code.internal,
  Code.unavailable,
];

/** Something broke or could not be reached; everything else is an answer that somebody meant. */
export function isFault(failure: RpcFailure): boolean {
  return faults.includes(failure.code);
}

/** Refused until the onboarding is done and the terms are accepted. */
export function isEntering(failure: RpcFailure): boolean {
  return failure.reason === "entry_incomplete";
}

/** The session is over or never was. */
export function isSignedOut(failure: RpcFailure): boolean {
  return failure.code === Code.unauthenticated;
}
