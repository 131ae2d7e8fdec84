import { useCallback, useEffect, useRef, useState } from "react";

export interface Debounced {
  readonly text: string;
  readonly type: (text: string) => void;
  /** At once, for example by Enter. */
  readonly send: (text: string) => void;
}

/** What is typed, told on only after a pause. A change of `value` from outside (the back button) comes into the field. */
export function useDebounced(value: string, onChange: (text: string) => void, pauseMs = 300): Debounced {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  /** Told on, and not yet come back as `value`: an echo of them must not undo what is typed meanwhile. */
  const underWay = useRef(new Set<string>());
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });
  useEffect(() => {
    if (value === sent.current) underWay.current.clear();
    else if (!underWay.current.has(value)) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  const send = useCallback((typed: string) => {
    const next = typed.trim();
    if (next === sent.current) return;
    sent.current = next;
    underWay.current.add(next);
    tell.current(next);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => send(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs, send]);
  return { text, type: setText, send };
}
