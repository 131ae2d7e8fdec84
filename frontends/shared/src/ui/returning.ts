let isReturn = false;

/** Whether the page that shows was reached by back or forward, and a link on it is known to have led away (focus-return.ts). */
export const isReturning = () => isReturn;

export function noteReturn(now: boolean): void {
  isReturn = now;
}
