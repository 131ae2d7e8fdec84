/** W3C trace context made by the browser, so that the code a person sees finds the trace. */

export interface Trace {
  readonly id: string;
  readonly traceparent: string;
}

export function newTrace(): Trace {
  const id = randomHex(16);
  return { id, traceparent: `00-${id}-${randomHex(8)}-01` };
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
