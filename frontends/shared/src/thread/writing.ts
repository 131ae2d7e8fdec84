/** What is being written, for what stands beside it and puts words into it. */
import type { RefObject } from "react";

export interface Writing {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly change: (text: string) => void;
}
