/**
 * How calls leave the browser: two methods, so that tests fake them and another wire can take their place.
 */
import type { DescMessage, DescMethodServerStreaming, DescMethodUnary, MessageShape } from "@bufbuild/protobuf";

export interface CallOptions {
  readonly metadata: Readonly<Record<string, string>>;
  /** Milliseconds until the call is given up; none for streams that stay open. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
  /** No cookie goes along: the call says nothing of whoever makes it. Calls alone, not streams. */
  readonly credentials?: "omit";
}

export interface Transport {
  unary<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageShape<I>,
    options: CallOptions,
  ): Promise<MessageShape<O>>;

  stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: MessageShape<I>,
    options: CallOptions,
  ): AsyncIterable<MessageShape<O>>;
}

/** The gRPC codes that the front ends tell apart. */
export const Code = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  dataLoss: 15,
  unauthenticated: 16,
} as const;

/** A call that did not end with OK. `details` is google.rpc.Status in base64, when the server sent one. */
export class CallError extends Error {
  override readonly name = "CallError";

  constructor(
    readonly code: number,
    message: string,
    readonly details?: string,
  ) {
    super(message);
  }
}
