/** A transport without a network: calls are answered by the test, streams are fed by it. */
import type { DescMessage, DescMethodServerStreaming, DescMethodUnary, MessageShape } from "@bufbuild/protobuf";
import type { CallOptions, Transport } from "../src/rpc/transport";

export interface SeenCall {
  readonly method: string;
  readonly request: unknown;
  readonly options: CallOptions;
}

interface FakeStream extends SeenCall {
  send(message: unknown): void;
  end(): void;
  fail(error: Error): void;
}

export function fakeTransport(answer: (call: SeenCall) => unknown = () => undefined) {
  const calls: SeenCall[] = [];
  const streams: FakeStream[] = [];
  const transport: Transport = {
    async unary<I extends DescMessage, O extends DescMessage>(
      method: DescMethodUnary<I, O>,
      request: MessageShape<I>,
      options: CallOptions,
    ) {
      const call = { method: method.name, request, options };
      calls.push(call);
      return (await answer(call)) as MessageShape<O>;
    },
    async *stream<I extends DescMessage, O extends DescMessage>(
      method: DescMethodServerStreaming<I, O>,
      request: MessageShape<I>,
      options: CallOptions,
    ) {
      const waiting: (() => unknown)[] = [];
      let wake = () => {};
      const push = (next: () => unknown) => {
        waiting.push(next);
        wake();
      };
      const over = Symbol("over");
      streams.push({
        method: method.name,
        request,
        options,
        send: (message) => push(() => message),
        end: () => push(() => over),
        fail: (error) =>
          push(() => {
            throw error;
          }),
      });
      options.signal?.addEventListener("abort", () => push(() => over));
      for (;;) {
        const next = waiting.shift();
        if (next) {
          const message = next();
          if (message === over) return;
          yield message as MessageShape<O>;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
  return { transport, calls, streams };
}
