/**
 * RTK Query over gRPC-Web. Endpoints speak the generated JSON types (what the store keeps must be serialisable);
 * messages exist only between here and the wire, and their codec is fetched with the first call.
 */
import type { DescMessage, DescMethodUnary, JsonValue, MessageJsonType } from "@bufbuild/protobuf";
import type { BaseQueryFn } from "@reduxjs/toolkit/query";
import type { Language } from "../i18n";
import { explained } from "./explained";
import { isPassing, type RpcFailure } from "./failure";
import { personHeader } from "./person";
import { newTrace } from "./trace";
import type { Transport } from "./transport";

/** What the store hands to every call (the extra argument of its thunks). */
export interface CallContext {
  readonly transport: Transport;
  /** Language of the app as the path names it, for example "sme". */
  readonly language: Language;
  /** The browser came with a session: room is kept for what is the person's own until it is known whose it is. */
  readonly expectsSession: boolean;
  /** Waits; handed in so that tests do not. */
  readonly wait: (ms: number) => Promise<void>;
}

/** What sets the calls of an endpoint apart from those of others: its `extraOptions`. */
export interface EndpointOptions {
  /** The app calls by itself: it does not prolong the session. */
  readonly isBackground?: boolean;
  /** Nothing goes along that says who calls: no cookie, and not whose data the tab shows. */
  readonly credentials?: "omit";
}

/** A method of whatever service. */
export type Unary = DescMethodUnary;

export interface RpcCall {
  readonly method: Unary;
  readonly request: JsonValue;
  /** For commands: names the intent, the same on each try. */
  readonly idempotencyKey?: string;
}

/** A command and the key of the intent behind it. */
export interface Command<Request> {
  readonly request: Request;
  readonly idempotencyKey: string;
}

export type In<M> = M extends DescMethodUnary<infer I, DescMessage> ? MessageJsonType<I> : never;
export type Out<M> = M extends DescMethodUnary<DescMessage, infer O> ? MessageJsonType<O> : never;

/** `query` of an endpoint that reads: `build.query<Out<typeof m>, In<typeof m>>(rpc(m))`. */
export function rpc<I extends DescMessage, O extends DescMessage>(method: DescMethodUnary<I, O>) {
  return {
    query: (request: MessageJsonType<I>): RpcCall => ({ method, request: request as JsonValue }),
  };
}

/** `query` of an endpoint that changes something: `build.mutation<Out<typeof m>, Command<In<typeof m>>>(command(m))`. */
export function command<I extends DescMessage, O extends DescMessage>(method: DescMethodUnary<I, O>) {
  return {
    query: ({ request, idempotencyKey }: Command<MessageJsonType<I>>): RpcCall => ({
      method,
      request: request as JsonValue,
      idempotencyKey,
    }),
  };
}

/** How long a call may take before the app gives it up. */
const deadlineMs = 15_000;

/** Pauses before a call that found nobody is made again. Commands too: their key makes that safe. */
const pausesMs = [300, 1_200];

export const grpcBaseQuery: BaseQueryFn<RpcCall, unknown, RpcFailure, EndpointOptions | undefined> = async (
  call,
  api,
  options,
) => {
  const context = api.extra as CallContext;
  const isAnonymous = options?.credentials === "omit";
  // Fetched again because something changed, not because the person asked: it does not prolong the session.
  const isBackground = options?.isBackground || (api.type === "query" && api.forced);
  const { failureOf, fromJson, toJson } = await import("./codec");
  const request = fromJson(call.method.input, call.request);
  for (let attempt = 0; ; attempt += 1) {
    const trace = newTrace();
    try {
      const answer = await context.transport.unary(call.method, request, {
        metadata: {
          ...metadataOf(call, context.language, trace.traceparent, isAnonymous ? nobody : personHeader()),
          ...(isBackground && !isAnonymous ? background : {}),
        },
        deadlineMs,
        signal: api.signal,
        ...(isAnonymous ? { credentials: "omit" as const } : {}),
      });
      return { data: toJson(call.method.output, answer) };
    } catch (error) {
      const failure = { ...failureOf(error, trace.id), call: call.method.name };
      const pause = pausesMs[attempt];
      if (pause === undefined || !isPassing(failure) || api.signal.aborted) return { error: await explained(failure) };
      await context.wait(pause * (0.5 + Math.random()));
    }
  }
};

/** Proves to the gateway that a script of ours made the request, not a form on another site. */
export const platformHeader = { "X-DigitalPlatformAuthorization": "kajo-web" } as const;

/** Tells the gateway that no person caused the call. */
const background = { "x-kajo-background": "1" } as const;

const nobody: ReturnType<typeof personHeader> = {};

export function metadataOf(
  call: RpcCall,
  language: string,
  traceparent: string,
  person = personHeader(),
): Record<string, string> {
  return {
    ...platformHeader,
    ...person,
    traceparent,
    "accept-language": language,
    ...(call.idempotencyKey === undefined ? {} : { "idempotency-key": call.idempotencyKey }),
  };
}
