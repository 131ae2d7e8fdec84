import { useRef } from "react";
import { VisuallyHidden } from "./VisuallyHidden";

/**
 * Gives a field without an input of its own (segments of a date) a `name`, so that the summary of errors finds it: the
 * focus that comes here goes on to the first segment.
 */
export function FocusTarget({ name, value }: { readonly name: string; readonly value: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <VisuallyHidden aria-hidden="true">
      <input
        name={name}
        onFocus={() => {
          const segments = input.current?.closest("[data-segmented]");
          segments?.querySelector<HTMLElement>("[role=spinbutton]")?.focus();
        }}
        readOnly
        ref={input}
        tabIndex={-1}
        value={value}
      />
    </VisuallyHidden>
  );
}
