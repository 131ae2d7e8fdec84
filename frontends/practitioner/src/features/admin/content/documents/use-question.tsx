import { useText } from "@kajo/shared/i18n";
import { Stack } from "@kajo/shared/ui";
import type { Question } from "../../publication/PublicationForm";
import { useStaleQuestion } from "../../publication/use-stale-question";
import type { DocumentShape } from "./types";
import type { Effect } from "./values";

/** What is asked before a document is published; undefined: nothing. */
export function useQuestion({ tone }: DocumentShape, { announced, stale }: Effect): Question | undefined {
  const t = useText();
  const ofStale = useStaleQuestion(stale);
  if (announced === "removed") {
    return { title: t("documents.publish.removed.title"), text: <p>{t("documents.publish.removed")}</p> };
  }
  if (announced === undefined) return ofStale;
  return {
    title: t("documents.publish.shown.title"),
    text: (
      <Stack gap="s">
        <p>{t(tone === "critical" ? "documents.publish.shown.everywhere" : "documents.publish.shown")}</p>
        {ofStale?.text}
      </Stack>
    ),
  };
}
