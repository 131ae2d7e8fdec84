import { Localized, type PlainId, useText } from "@kajo/shared/i18n";
import type { ActivatablePathJson } from "@kajo/shared/rpc";
import { VisuallyHidden } from "@kajo/shared/ui";
import { useId } from "react";
import styles from "./PatientPaths.module.css";
import { type PlacedStep, split } from "./split";
import { textsOf } from "./texts";
import { useStepText } from "./use-step-text";

/** What a path does before it is activated: what happens at once, and what later. */
export function PathPreview({ path }: { readonly path: ActivatablePathJson | undefined }) {
  const t = useText();
  const { now, later } = split(path?.steps ?? []);
  return (
    <>
      {/* There before a path is chosen: what comes into it is told. */}
      <VisuallyHidden role="status">
        {path ? t("patientPath.preview.count", { now: now.length, later: later.length }) : ""}
      </VisuallyHidden>
      {path ? (
        <div className={styles.preview}>
          <p>
            <Localized text={textsOf(path.description)} />
          </p>
          <Steps steps={now} title="patientPath.preview.now" />
          <Steps steps={later} title="patientPath.preview.later" />
        </div>
      ) : null}
    </>
  );
}

interface StepsProps {
  readonly title: PlainId;
  readonly steps: readonly PlacedStep[];
}

function Steps({ title, steps }: StepsProps) {
  const t = useText();
  const id = useId();
  const { does, when } = useStepText();
  return (
    <>
      <h3 className={styles.previewTitle} id={id}>
        {t(title)}
      </h3>
      {steps.length === 0 ? <p>{t("patientPath.preview.none")}</p> : null}
      {steps.length > 0 ? (
        <ol aria-labelledby={id} className={styles.steps}>
          {steps.map(({ place, step }) => (
            <li className={styles.step} key={place}>
              <p>{does(step)}</p>
              <p className={styles.line}>{when(step)}</p>
            </li>
          ))}
        </ol>
      ) : null}
    </>
  );
}
