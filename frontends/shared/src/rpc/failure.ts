/**
 * What went wrong, as the store keeps it and the screens show it. Text of the server never gets here: people read the
 * message that belongs to `reason` (see errors/message.ts).
 */
import { fromBinary } from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import { BadRequestSchema, ErrorInfoSchema, StatusSchema } from "./gen/google/rpc/details_pb";
import { CallError, Code } from "./transport";

export interface FieldFailure {
  /** Name of the field in the request, for example "topic". */
  readonly field: string;
  readonly reason: string;
}

export interface RpcFailure {
  /** gRPC code. */
  readonly code: number;
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

export function failureOf(error: unknown, traceId: string): RpcFailure {
  if (!(error instanceof CallError)) {
    return { code: Code.unknown, params: {}, fields: [], traceId };
  }
  const details = decodeDetails(error.details);
  return { code: error.code, params: {}, fields: [], ...details, traceId };
}

type Details = Pick<RpcFailure, "reason" | "domain" | "params" | "fields">;

function decodeDetails(base64: string | undefined): Partial<Details> {
  if (!base64) return {};
  try {
    const status = fromBinary(StatusSchema, base64Decode(base64));
    let found: Partial<Details> = {};
    for (const any of status.details) {
      if (any.typeUrl.endsWith("/google.rpc.ErrorInfo")) {
        const info = fromBinary(ErrorInfoSchema, any.value);
        found = { ...found, reason: info.reason, domain: info.domain, params: info.metadata };
      } else if (any.typeUrl.endsWith("/google.rpc.BadRequest")) {
        const bad = fromBinary(BadRequestSchema, any.value);
        found = { ...found, fields: bad.fieldViolations.map(({ field, reason }) => ({ field, reason })) };
      }
    }
    return found;
  } catch {
    // Details that cannot be read are as good as none: the code still tells enough.
    return {};
  }
}

/** True for what a base query or a thunk of ours rejected with. */
export function isRpcFailure(value: unknown): value is RpcFailure {
  return typeof value === "object" && value !== null && "code" in value && "traceId" in value && "fields" in value;
}

/** Failures that say nothing against the call itself: the same call may be made again. */
export function isPassing(failure: RpcFailure): boolean {
  return failure.code === Code.unavailable;
}

/** The session is over or never was. */
export function isSignedOut(failure: RpcFailure): boolean {
  return failure.code === Code.unauthenticated;
}
