/** Calls within a query of its own. */
import type { RpcFailure } from "@kajo/shared/rpc";

export type Answer<Data> =
  | { readonly data: Data; readonly error?: never }
  | { readonly error: RpcFailure; readonly data?: never };
export type Ask = (call: unknown) => Promise<{ data?: unknown; error?: unknown }>;

/** Asks, and hands the answer on as what the method says it is. */
export async function asked<Data>(ask: Ask, call: unknown): Promise<Answer<Data>> {
  const { data, error } = await ask(call);
  return error === undefined ? { data: data as Data } : { error: error as RpcFailure };
}
