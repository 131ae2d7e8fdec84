/**
 * The transport on npm grpc-web in text mode, the only mode of it that streams. It adds what the package leaves out:
 * deadlines below a second, a lost connection as UNAVAILABLE, and a stream cut short as an error.
 */
import {
  type DescMessage,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  fromBinary,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import { GrpcWebClientBase, MethodDescriptor, type RpcError } from "grpc-web";
import { CallError, type CallOptions, Code, type Transport } from "./transport";

const detailsKey = "grpc-status-details-bin";

/**
 * What the package reports as UNKNOWN when nobody of ours answered: the connection was lost, or something in between
 * (a proxy, a captive network) answered with a page of its own.
 */
const noAnswer = ["http status code: 0", "unknown content-type"];

export function createGrpcWebTransport(host: string): Transport {
  const client = new GrpcWebClientBase({ format: "text" });
  const url = (method: DescMethodUnary | DescMethodServerStreaming) =>
    `${host}/${method.parent.typeName}/${method.name}`;

  return {
    unary(method, request, options) {
      return new Promise((resolve, reject) => {
        let settled = false;
        const settle = (finish: () => void) => {
          if (settled) return;
          settled = true;
          stop();
          finish();
        };
        const call = client.rpcCall(
          url(method),
          request,
          metadataOf(options),
          describe("unary", method),
          (error, response) => settle(() => (error ? reject(callError(error)) : resolve(response))),
        );
        const stop = whenToStop(options, (error) => {
          call.cancel();
          settle(() => reject(error));
        });
      });
    },

    async *stream(method, request, options) {
      const call = client.serverStreaming(
        url(method),
        request,
        metadataOf(options),
        describe("server_streaming", method),
      );
      const arrivals = createArrivals<MessageShape<typeof method.output>>();
      let finished = false;
      call.on("data", (message) => arrivals.add(message));
      call.on("error", (error) => arrivals.end(callError(error)));
      call.on("status", (status) => {
        if (status.code === Code.ok) {
          finished = true;
        } else {
          arrivals.end(new CallError(status.code, status.details, status.metadata?.[detailsKey]));
        }
      });
      call.on("end", () => arrivals.end(finished ? undefined : new CallError(Code.unavailable, "the stream was cut")));
      const stop = whenToStop(options, (error) => {
        call.cancel();
        arrivals.end(error);
      });
      try {
        yield* arrivals.read();
      } finally {
        stop();
        call.cancel();
      }
    },
  };
}

function describe<I extends DescMessage, O extends DescMessage>(
  kind: "unary" | "server_streaming",
  method: { readonly name: string; readonly input: I; readonly output: O },
): MethodDescriptor<MessageShape<I>, MessageShape<O>> {
  // The constructors are only kept by the package, never called.
  const unused = Object as never;
  return new MethodDescriptor<MessageShape<I>, MessageShape<O>>(
    method.name,
    kind,
    unused,
    unused,
    (message: MessageShape<I>) => toBinary(method.input, message),
    (bytes: Uint8Array) => fromBinary(method.output, bytes),
  );
}

function metadataOf(options: CallOptions): Record<string, string> {
  return options.deadlineMs === undefined
    ? { ...options.metadata }
    : { ...options.metadata, "grpc-timeout": `${options.deadlineMs}m` };
}

function callError(error: RpcError): CallError {
  const said = error.message.toLowerCase();
  const lost = error.code === Code.unknown && noAnswer.some((text) => said.includes(text));
  return new CallError(lost ? Code.unavailable : error.code, error.message, error.metadata?.[detailsKey]);
}

/** Watches deadline and abort signal; answers with what stops watching. */
function whenToStop(options: CallOptions, then: (error: CallError) => void): () => void {
  const aborted = () => then(new CallError(Code.cancelled, "cancelled by the app"));
  const late = () => then(new CallError(Code.deadlineExceeded, "no answer in time"));
  const timer = options.deadlineMs === undefined ? undefined : setTimeout(late, options.deadlineMs);
  options.signal?.addEventListener("abort", aborted);
  if (options.signal?.aborted) queueMicrotask(aborted);
  return () => {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", aborted);
  };
}

/** Turns pushed messages into an iterable. */
function createArrivals<T>() {
  const waiting: T[] = [];
  let ended: { readonly error: CallError | undefined } | undefined;
  let wake = () => {};
  return {
    add(message: T) {
      waiting.push(message);
      wake();
    },
    end(error: CallError | undefined) {
      ended ??= { error };
      wake();
    },
    async *read(): AsyncGenerator<T> {
      for (;;) {
        const next = waiting.shift();
        if (next !== undefined) {
          yield next;
        } else if (ended) {
          if (ended.error) throw ended.error;
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
}
