/** Free times as they are read: those that follow each other without a gap are one. */
import type { CalendarFreeTimeJson, SpanJson } from "@kajo/shared/rpc";

export interface FreeRow {
  readonly scheduleId: string;
  readonly span: SpanJson;
  /** How many times it holds. */
  readonly count: number;
}

export const startOf = (span: SpanJson | undefined) => Date.parse(span?.startsAt ?? "");

const endOf = (span: SpanJson) => Date.parse(span.endsAt ?? "");

/** In the order of time, as they come; each schedule is folded by itself. */
export function folded(times: readonly CalendarFreeTimeJson[]): readonly FreeRow[] {
  const rows: FreeRow[] = [];
  /** Where the last row of each schedule stands. */
  const last = new Map<string, number>();
  for (const { scheduleId = "", span = {} } of times) {
    const at = last.get(scheduleId);
    const before = at === undefined ? undefined : rows[at];
    if (at !== undefined && before && endOf(before.span) === startOf(span)) {
      rows[at] = { ...before, span: { ...before.span, endsAt: span.endsAt ?? "" }, count: before.count + 1 };
    } else {
      last.set(scheduleId, rows.length);
      rows.push({ scheduleId, span, count: 1 });
    }
  }
  return rows;
}
