import { useLanguage } from "@kajo/shared/i18n";
import { useEffect } from "react";
import { useGetPublishedDocumentsQuery } from "./api";
import type { Kind } from "./kinds";
import { remember } from "./remembered";

export interface AskingProps {
  readonly kinds: readonly Kind[];
}

/** Strangers hear of nothing live: they are told when they come back to the tab. */
const options = { refetchOnFocus: true, refetchOnReconnect: true } as const;

/** Asks what is in force, and draws nothing: it is drawn from what is remembered. Where nobody answers, all stays as it is. */
export function Asking({ kinds }: AskingProps) {
  const language = useLanguage();
  const { data } = useGetPublishedDocumentsQuery({ kinds: [...kinds], language }, options);
  useEffect(() => {
    if (data) remember(language, kinds, data.documents ?? []);
  }, [data, kinds, language]);
  return null;
}
