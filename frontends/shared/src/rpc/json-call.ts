/** The gateway's JSON endpoints (session, attachments). They fail in the same words as the RPCs. */
import { platformHeader } from "./base-query";
import { explained } from "./explained";
import type { FieldFailure, RpcFailure } from "./failure";
import { newTrace } from "./trace";
import { Code } from "./transport";

export type JsonResult<T> = { readonly data: T } | { readonly error: RpcFailure };

/** `call` names what is asked for, as a failure tells it. */
export async function jsonCall<T>(
  call: string,
  method: "GET" | "POST",
  path: string,
  language: string,
  body?: unknown,
  /** Told of the head of an answer that is no failure. */
  hear?: (headers: Headers) => void,
): Promise<JsonResult<T>> {
  const trace = newTrace();
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...platformHeader,
        "accept-language": language,
        traceparent: trace.traceparent,
        ...(method === "POST" ? { "content-type": "application/json" } : {}),
      },
      ...(method === "POST" ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const text = await response.text();
    if (response.ok) {
      hear?.(response.headers);
      return { data: JSON.parse(text || "{}") as T };
    }
    return { error: await explained({ ...failureOfHttp(response.status, text, trace.id), call }) };
  } catch {
    return { error: { code: Code.unavailable, call, params: {}, fields: [], traceId: trace.id } };
  }
}

/** An HTTP answer that is not 2xx, as a failure. */
export function failureOfHttp(status: number, body: string, traceId: string): RpcFailure {
  const said = parse(body);
  return {
    code: codeOfHttp(status),
    ...(typeof said.reason === "string" ? { reason: said.reason } : {}),
    ...(typeof said.domain === "string" ? { domain: said.domain } : {}),
    params: said.params ?? {},
    fields: said.fields ?? [],
    traceId: said.traceId || traceId,
  };
}

interface ErrorBody {
  readonly reason?: string;
  readonly domain?: string;
  readonly params?: Record<string, string>;
  readonly fields?: FieldFailure[];
  readonly traceId?: string;
}

function parse(body: string): ErrorBody {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

function codeOfHttp(status: number): number {
  switch (status) {
    case 400:
    case 415:
    case 422:
      return Code.invalidArgument;
    case 401:
      return Code.unauthenticated;
    case 403:
      return Code.permissionDenied;
    case 404:
      return Code.notFound;
    case 409:
      return Code.aborted;
    case 413:
    case 429:
      return Code.resourceExhausted;
    case 502:
    case 503:
      return Code.unavailable;
    case 504:
      return Code.deadlineExceeded;
    default:
      return status >= 500 ? Code.internal : Code.unknown;
  }
}
