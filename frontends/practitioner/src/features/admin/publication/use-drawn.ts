import { useFailureText } from "@kajo/shared/errors";
import type { RichTextJson } from "@kajo/shared/rpc";
import { useEffect, useState } from "react";
import { useDrawRichTextQuery } from "./api";

/** A formatted text as the server draws it. */
export interface Drawing {
  readonly isWritten: boolean;
  /** As it was drawn last. */
  readonly text: RichTextJson | undefined;
  /** What of it has no place in one, with its line, in words. */
  readonly refusal: string | undefined;
  /** Why it could not be drawn otherwise. */
  readonly failure: unknown;
  readonly retry: () => void;
}

/** What is written, drawn a moment after the last key. */
export function useDrawn(markdown: string): Drawing {
  const settled = useSettled(markdown);
  const failureText = useFailureText();
  const isWritten = settled.trim() !== "";
  const { data, error, refetch } = useDrawRichTextQuery({ markdown: settled }, { skip: !isWritten });
  const isRefused = (error as { readonly reason?: string } | undefined)?.reason === "markdown_refused";
  return {
    isWritten,
    text: isWritten ? data?.richText : undefined,
    refusal: isRefused ? failureText(error, "") : undefined,
    failure: isRefused ? undefined : error,
    retry: () => void refetch(),
  };
}

const pauseMs = 400;

/** A text when nobody types any more. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
