import { useText } from "@kajo/shared/i18n";
import { type ReactNode, useEffect, useRef } from "react";
import styles from "./ComposePane.module.css";
import { ConsultationWizard } from "./ConsultationWizard";
import type { Composing } from "./composing";
import { MessageWizard } from "./MessageWizard";

interface ComposePaneProps {
  readonly compose: Composing;
  /** The patient whom it is about, once there is one. */
  readonly patientId: string | undefined;
  readonly onPatient: (patientId: string) => void;
}

/** Beside the list: a new message to a patient (CON-10), or a question to colleagues (CON-09), step by step. */
export function ComposePane({ compose, patientId, onPatient }: ComposePaneProps) {
  const t = useText();
  const wizards = {
    message: { title: t("compose.message"), Content: MessageWizard },
    consultation: { title: t("action.consultation"), Content: ConsultationWizard },
  };
  const { title, Content } = wizards[compose];
  return (
    <Pane key={compose} title={title}>
      <Content key={patientId} onPatient={onPatient} patientId={patientId} />
    </Pane>
  );
}

function Pane({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <article className={styles.pane}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </article>
  );
}
