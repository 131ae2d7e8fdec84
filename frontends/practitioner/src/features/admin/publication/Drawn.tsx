import type { RichTextJson } from "@kajo/shared/rpc";
import { Banner } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import { Preview } from "./Preview";
import { useDrawn } from "./use-drawn";

interface DrawnProps {
  readonly markdown: string;
  /** Nothing is written beside the formatted text. */
  readonly isBlank: boolean;
  /** All of it, with the formatted text as the server draws it. */
  readonly children: (text: RichTextJson | undefined) => ReactNode;
}

/** What is written as its readers will see it, with what has no place in it above. */
export function Drawn({ markdown, isBlank, children }: DrawnProps) {
  const drawing = useDrawn(markdown);
  const refusal = (
    <div aria-live="polite">{drawing.refusal ? <Banner tone="warning">{drawing.refusal}</Banner> : null}</div>
  );
  return (
    <Preview drawing={drawing} isBlank={isBlank} refusal={refusal}>
      {children}
    </Preview>
  );
}
