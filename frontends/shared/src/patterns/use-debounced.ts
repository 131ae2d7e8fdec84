import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";

export interface Debounced {
  readonly text: string;
  readonly type: (text: string) => void;
  /** At once, for example by Enter. */
  readonly send: (text: string) => void;
}

/**
 * What is typed, told on only after a pause. A change of `value` from outside (the back button) comes into the field. Whoever goes to
 * another page within the pause is let go: what is told on often becomes the address, and would take them back.
 */
export function useDebounced(value: string, onChange: (text: string) => void, pauseMs = 300): Debounced {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  /** Told on, and not yet come back as `value`: an echo of them must not undo what is typed meanwhile. */
  const underWay = useRef(new Set<string>());
  const tell = useRef(onChange);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const router = useRouter({ warn: false });
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
    timer.current = setTimeout(() => send(text), pauseMs);
    return () => clearTimeout(timer.current);
  }, [text, pauseMs, send]);
  useEffect(() => {
    return router?.subscribe("onBeforeNavigate", ({ pathChanged }) => {
      if (pathChanged) clearTimeout(timer.current);
    });
  }, [router]);
  return { text, type: setText, send };
}
