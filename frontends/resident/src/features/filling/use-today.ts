import { dayKey } from "@kajo/shared/i18n";
import { serverAheadMs, useServerNow } from "@kajo/shared/rpc";
import { useState } from "react";

const hourMs = 3_600_000;

/** No page is open for longer before its session is over. */
const hours = 48;

/** Days begin at a full hour, in summer and in winter. */
function fullHours(): readonly number[] {
  const first = Math.ceil((Date.now() + serverAheadMs()) / hourMs);
  return Array.from({ length: hours }, (_, more) => (first + more) * hourMs);
}

/** The day in Finland as the server has it, "2026-11-28"; the next one when it comes. */
export function useToday(): string {
  const [moments] = useState(fullHours);
  return dayKey(new Date(useServerNow(moments)));
}
