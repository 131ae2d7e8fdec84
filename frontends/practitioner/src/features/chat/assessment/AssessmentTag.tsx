import { useText } from "@kajo/shared/i18n";
import { StatusTag } from "@kajo/shared/ui";
import { type AssessmentLevel, urgencyOf } from "./urgency";

/** How urgent it is, by its word as well as by its colour. */
export function AssessmentTag({ level }: { readonly level: AssessmentLevel | undefined }) {
  const t = useText();
  const [text, tone] = urgencyOf(level);
  return <StatusTag tone={tone}>{t(text)}</StatusTag>;
}
