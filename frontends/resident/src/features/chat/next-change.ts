import type { OfferedChatQueueJson } from "@kajo/shared/rpc";

/** The first instant at which one of the queues stands differently by itself. */
export function nextChange(queues: readonly OfferedChatQueueJson[]): string | undefined {
  return queues
    .flatMap(({ standing }) => standing?.changesAt ?? [])
    .reduce<string | undefined>(
      (first, at) => (first === undefined || Date.parse(at) < Date.parse(first) ? at : first),
      undefined,
    );
}
