import { type MessageId, useText } from "@kajo/shared/i18n";
import type { QuestionnaireProblemJson } from "@kajo/shared/rpc";
import { Stack } from "@kajo/shared/ui";
import styles from "./Refused.module.css";
import type { Unsent } from "./read";

/** Why a file cannot be taken: it was not sent, or this is what stands in it. */
export type Why = { readonly unsent: Unsent } | { readonly problem: QuestionnaireProblemJson };

const unsentTexts = {
  too_large: "surveys.import.tooLarge",
  no_json: "surveys.import.noJson",
} as const satisfies Record<Unsent, MessageId>;

/** By the types of issues in FHIR. */
const problemTexts = {
  invalid: "surveys.import.invalid",
  required: "surveys.import.required",
  value: "surveys.import.value",
  "not-supported": "surveys.import.notSupported",
} as const satisfies Record<string, MessageId>;

const isKnown = (code: string): code is keyof typeof problemTexts => Object.hasOwn(problemTexts, code);

/** Why a file cannot be taken, where in it, and for whoever builds the other system in its words. */
export function Refused({ why }: { readonly why: Why }) {
  const t = useText();
  if ("unsent" in why) return <p>{t(unsentTexts[why.unsent])}</p>;
  const { code = "", path, diagnostics } = why.problem;
  return (
    <Stack gap="s">
      <p>{t(problemTexts[isKnown(code) ? code : "invalid"])}</p>
      {path ? (
        <p className={styles.place}>
          <span>{t("surveys.import.at")}</span>
          <code className={styles.path} translate="no">
            {path}
          </code>
        </p>
      ) : null}
      {diagnostics ? (
        <p className={styles.quiet} lang="en" translate="no">
          {diagnostics}
        </p>
      ) : null}
    </Stack>
  );
}
