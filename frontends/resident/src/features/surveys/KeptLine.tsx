import { useText } from "@kajo/shared/i18n";
import { Banner, Button, Row, VisuallyHidden } from "@kajo/shared/ui";
import { useState } from "react";
import type { Kept, KeptAnswers } from "./kept-answers";
import styles from "./Survey.module.css";

export interface KeptLineProps {
  readonly kept: Kept;
  readonly answers: KeptAnswers;
}

/** Whether what was answered is at the server, in words; and what there is to choose when something else is. */
export function KeptLine({ kept, answers }: KeptLineProps) {
  const t = useText();
  if (kept.elsewhere) {
    return (
      <Banner
        action={
          <Row>
            <Button kind="secondary" onPress={() => answers.showElsewhere()}>
              {t("survey.elsewhere.show")}
            </Button>
            <Button kind="secondary" onPress={() => answers.keepThese()}>
              {t("survey.elsewhere.keep")}
            </Button>
          </Row>
        }
        announce="polite"
        tone="warning"
      >
        {t("survey.elsewhere")}
      </Banner>
    );
  }
  return (
    <>
      {kept.putAside ? (
        <Banner
          action={
            <Button kind="secondary" onPress={() => answers.bringBack()}>
              {t("survey.elsewhere.back")}
            </Button>
          }
          announce="polite"
          tone="info"
        >
          {t("survey.elsewhere.shown")}
        </Banner>
      ) : null}
      {kept.saving === "failed" ? (
        <Banner announce="polite" tone="warning">
          <p>{t("failed.SaveMyAnswers")}</p>
          <p>{t("survey.kept.here")}</p>
        </Banner>
      ) : (
        <Saving kept={kept} />
      )}
    </>
  );
}

function Saving({ kept: { saving, begun } }: { readonly kept: Kept }) {
  const t = useText();
  const isAny = (begun.answers.answers ?? []).length > 0;
  const saved = t(isAny ? "survey.kept.saved" : "survey.kept.self");
  // Heard is only what came of it: not at each pause in typing that it is under way.
  const [heard, setHeard] = useState(saved);
  if (saving === "saved" && heard !== saved) setHeard(saved);
  return (
    <p className={styles.kept}>
      <span aria-hidden="true">{saving === "saved" ? saved : t("survey.kept.underWay")}</span>
      <VisuallyHidden role="status">{heard}</VisuallyHidden>
    </p>
  );
}
