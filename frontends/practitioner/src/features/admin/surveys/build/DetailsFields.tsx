import { languageConfig, useText } from "@kajo/shared/i18n";
import { RadioGroup, TextArea, TextField } from "@kajo/shared/ui";
import { detailsProblems } from "../problems/problems";
import { useProblemText } from "../problems/use-problem-text";
import styles from "./Build.module.css";
import type { Patch, Values } from "./types";

interface DetailsFieldsProps {
  readonly value: Values;
  readonly onChange: (part: Patch<Values>) => void;
  readonly isHeld: boolean;
}

/** What the survey itself is: other languages have their own tab. */
export function DetailsFields({ value, onChange, isHeld }: DetailsFieldsProps) {
  const t = useText();
  const problemText = useProblemText();
  const wrong = isHeld ? detailsProblems(value) : {};
  const error = (field: keyof typeof wrong) => {
    const code = wrong[field];
    return code && problemText(code);
  };
  const { iso: lang } = languageConfig.fi;
  return (
    <div className={styles.fields}>
      <h2>{t("survey.details")}</h2>
      <TextField
        error={error("details.title")}
        hint={t("survey.inFinnish")}
        label={t("survey.title")}
        lang={lang}
        max={200}
        name="details.title"
        onChange={(fi) => onChange({ title: { ...value.title, fi } })}
        value={value.title.fi ?? ""}
      />
      <TextArea
        hint={t("survey.description.hint")}
        label={t("survey.description")}
        lang={lang}
        max={2000}
        name="details.description"
        onChange={(fi) => onChange({ description: { ...value.description, fi } })}
        optional
        rows={4}
        value={value.description.fi ?? ""}
      />
      <RadioGroup
        error={error("details.type")}
        label={t("survey.surveyType")}
        name="details.type"
        onChange={(type) => onChange({ type })}
        options={[
          {
            id: "SURVEY_TYPE_OMAVOINTI",
            label: t("survey.surveyType.omavointi"),
            description: t("survey.surveyType.omavointi.text"),
          },
          {
            id: "SURVEY_TYPE_PUBLIC_FORM",
            label: t("survey.surveyType.publicForm"),
            description: t("survey.surveyType.publicForm.text"),
          },
          {
            id: "SURVEY_TYPE_SYMPTOM_ASSESSMENT",
            label: t("survey.surveyType.symptomAssessment"),
            description: t("survey.surveyType.symptomAssessment.text"),
          },
        ]}
        value={value.type}
      />
      <RadioGroup
        error={error("details.matter")}
        hint={t("survey.matter.hint")}
        label={t("survey.matter")}
        name="details.matter"
        onChange={(matter) => onChange({ matter })}
        options={[
          { id: "MATTER_HEALTH", label: t("matter.health") },
          { id: "MATTER_SOCIAL", label: t("matter.social") },
        ]}
        value={value.matter}
      />
    </div>
  );
}
