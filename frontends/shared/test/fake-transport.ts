/** A transport without a network: calls are answered by the test, streams are fed by it. */
import {
  create,
  type DescMessage,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import type { CallOptions, Transport } from "../src/rpc/transport";

export interface SeenCall {
  readonly method: string;
  readonly request: unknown;
  readonly options: CallOptions;
  /** An answer with these fields. */
  readonly reply: (fields?: object) => unknown;
}

const replyOf =
  ({ output }: { readonly output: DescMessage }) =>
  (fields: object = {}) =>
    create(output, fields as MessageInitShape<DescMessage>);

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
      const call = { method: method.name, request, options, reply: replyOf(method) };
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
        reply: replyOf(method),
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
