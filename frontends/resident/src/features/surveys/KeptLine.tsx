import { useText } from "@kajo/shared/i18n";
import { Banner, Button, Row, VisuallyHidden } from "@kajo/shared/ui";
import { type RefObject, useState } from "react";
import styles from "../filling/Filling.module.css";
import type { Kept, KeptAnswers } from "./kept-answers";

export interface KeptLineProps {
  readonly kept: Kept;
  readonly answers: KeptAnswers;
  /** Takes the focus of a button that goes with its banner, and of who has to choose first. */
  readonly place: RefObject<HTMLDivElement | null>;
}

/** Whether what was answered is at the server, in words; and what there is to choose when something else is. */
export function KeptLine({ kept, answers, place }: KeptLineProps) {
  const choose = (choice: () => void) => {
    place.current?.focus();
    choice();
  };
  return (
    <div className={styles.line} ref={place} tabIndex={-1}>
      {kept.elsewhere ? (
        <Elsewhere
          onKeep={() => choose(() => answers.keepThese())}
          onShow={() => choose(() => answers.showElsewhere())}
        />
      ) : (
        <Here kept={kept} onBack={() => choose(() => answers.bringBack())} />
      )}
    </div>
  );
}

function Elsewhere({ onShow, onKeep }: { readonly onShow: () => void; readonly onKeep: () => void }) {
  const t = useText();
  return (
    <Banner
      action={
        <Row>
          <Button kind="secondary" onPress={onShow}>
            {t("survey.elsewhere.show")}
          </Button>
          <Button kind="secondary" onPress={onKeep}>
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

function Here({ kept, onBack }: { readonly kept: Kept; readonly onBack: () => void }) {
  const t = useText();
  return (
    <>
      {kept.putAside ? (
        <Banner
          action={
            <Button kind="secondary" onPress={onBack}>
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
