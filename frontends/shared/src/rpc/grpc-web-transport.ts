/**
 * The transport on connect-web. It adds what the app makes of a call that nobody of ours answered: the connection was
 * lost, something in between (a proxy, a captive network) answered with a page of its own, or the answer broke off.
 */
import type { MessageInitShape } from "@bufbuild/protobuf";
import { ConnectError } from "@connectrpc/connect";
import { createGrpcWebTransport as createConnectTransport } from "@connectrpc/connect-web";
import { CallError, Code, type Transport } from "./transport";

export function createGrpcWebTransport(baseUrl: string): Transport {
  const unary = createConnectTransport({ baseUrl, fetch: whole });
  const anonymous = createConnectTransport({ baseUrl, fetch: withoutCookies });
  const streaming = createConnectTransport({ baseUrl });
  return {
    async unary(method, request, { signal, deadlineMs, metadata, credentials }) {
      try {
        const message = request as MessageInitShape<typeof method.input>;
        const line = credentials === "omit" ? anonymous : unary;
        const answer = await line.unary(method, signal, deadlineMs, metadata, message);
        return answer.message;
      } catch (error) {
        throw callError(error);
      }
    },

    async *stream(method, request, { signal, deadlineMs, metadata }) {
      // Ends the call also when whoever reads has read enough.
      const call = new AbortController();
      const stop = () => call.abort();
      signal?.addEventListener("abort", stop);
      if (signal?.aborted) stop();
      try {
        const requests = one(request as MessageInitShape<typeof method.input>);
        const answer = await streaming.stream(method, call.signal, deadlineMs, metadata, requests);
        yield* answer.message;
      } catch (error) {
        throw callError(error);
      } finally {
        signal?.removeEventListener("abort", stop);
        stop();
      }
    },
  };
}

/**
 * Reads an answer to its end before anybody looks at it. Connect reads as far as the trailers and lets go; over HTTP/1.1 that costs
 * the connection, and the browser reports a call as failed that was answered.
 */
const whole: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  return answer.body ? new Response(await answer.arrayBuffer(), answer) : answer;
};

const withoutCookies: typeof fetch = (input, init) => whole(input, { ...init, credentials: "omit" });

async function* one<T>(message: T): AsyncGenerator<T> {
  yield message;
}

/** What connect says when there is no answer that could be read; a server that says so itself has sent its status. */
const unreadable: readonly number[] = [
  Code.unknown,
  Code.invalidArgument,
  Code.unimplemented,
  Code.internal,
  Code.dataLoss,
];

function callError(thrown: unknown): CallError {
  const { code, rawMessage, metadata } = ConnectError.from(thrown);
  const lost = unreadable.includes(code) && !metadata.has("grpc-status");
  const details = metadata.get("grpc-status-details-bin") ?? undefined;
  return new CallError(lost ? Code.unavailable : code, rawMessage, details);
}
