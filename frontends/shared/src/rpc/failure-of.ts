/** Reads the failure out of a call that did not end well. Apart from failure.ts, which every page needs. */
import { fromBinary } from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import type { RpcFailure } from "./failure";
import { BadRequestSchema, ErrorInfoSchema, StatusSchema } from "./gen/google/rpc/details_pb";
import { CallError, Code } from "./transport";

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
