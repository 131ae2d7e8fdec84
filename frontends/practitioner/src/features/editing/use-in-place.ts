import { type RefObject, useEffect, useRef, useState } from "react";

interface InPlaceState {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** Of the button that opens: the focus comes back to it. */
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** Whether a form stands in the place of its button; see InPlace. */
export function useInPlace(isOpenAtFirst = false): InPlaceState {
  const button = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<"untouched" | "open" | "closed">(isOpenAtFirst ? "open" : "untouched");
  useEffect(() => {
    if (state === "closed") button.current?.focus();
  }, [state]);
  return { isOpen: state === "open", open: () => setState("open"), close: () => setState("closed"), button };
}
