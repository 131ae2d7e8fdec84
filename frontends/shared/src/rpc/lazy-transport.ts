/** The wire's code is fetched with the first call: a page that calls nothing need not wait for it. */
import type { CallOptions, Transport } from "./transport";

export function createLazyTransport(load: () => Promise<Transport>): Transport {
  let loading: Promise<Transport> | undefined;
  const loaded = () => {
    loading ??= load().catch((error: unknown) => {
      // The next call tries again: the line may be back by then.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    unary: async (method, request, options) => (await loaded()).unary(method, request, options),
    async *stream(method, request, options: CallOptions) {
      yield* (await loaded()).stream(method, request, options);
    },
  };
}
