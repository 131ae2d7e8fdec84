import { dateTimeText, dotted, Localized, useLanguage, useText } from "@kajo/shared/i18n";
import { known, type MatterJson, type PatientContentJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import styles from "./PatientContents.module.css";
import { textsOf } from "./texts";
import { WithdrawContent } from "./WithdrawContent";

const matters = {
  MATTER_UNSPECIFIED: undefined,
  MATTER_HEALTH: "patientContent.matter.health",
  MATTER_SOCIAL: "patientContent.matter.social",
} as const satisfies Record<MatterJson, string | undefined>;

interface ContentOfPatientProps {
  readonly content: PatientContentJson;
}

/** A content of a patient: whether it is read, what it is about, who gave it and when. */
export function ContentOfPatient({ content }: ContentOfPatientProps) {
  const t = useText();
  const { patientContentId, matter = "MATTER_UNSPECIFIED", mayWithdraw } = content;
  const given = useGivenText(content);
  const about = known(matters, matter);
  return (
    <div className={styles.content} data-row={patientContentId}>
      <div className={styles.head}>
        <span className={styles.title}>
          <Localized text={textsOf(content.title)} />
        </span>
        <State content={content} />
      </div>
      <p className={styles.line}>{dotted(about && t(about), given)}</p>
      {mayWithdraw ? <WithdrawContent content={content} /> : null}
    </div>
  );
}

function useGivenText({ activatedAt, activatedByName: name }: PatientContentJson): string {
  const t = useText();
  const language = useLanguage();
  if (!activatedAt) return "";
  const when = dateTimeText(language, new Date(activatedAt));
  return name ? t("patientContent.given", { when, name }) : t("patientContent.givenAt", { when });
}

/** Of one that was taken back, whether it was read before is told as well. */
function State({ content: { state, readAt, readOnBehalf } }: ContentOfPatientProps) {
  const t = useText();
  const language = useLanguage();
  const when = readAt ? dateTimeText(language, new Date(readAt)) : "";
  const read = when
    ? t(readOnBehalf ? "patientContent.state.readOnBehalf" : "patientContent.state.read", { when })
    : "";
  switch (state) {
    case "PATIENT_CONTENT_STATE_WITHDRAWN":
      return (
        <span>
          <StatusTag>{t("patientContent.state.withdrawn")}</StatusTag>
          {read ? <span className={styles.line}> {read}</span> : null}
        </span>
      );
    case "PATIENT_CONTENT_STATE_READ":
      return (
        <StatusTag tone="success" wraps>
          {read}
        </StatusTag>
      );
    case "PATIENT_CONTENT_STATE_UNREAD":
    case "PATIENT_CONTENT_STATE_UNSPECIFIED":
    case undefined:
      return <StatusTag tone="info">{t("patientContent.state.unread")}</StatusTag>;
    default:
      return <StatusTag>{t("unknown.value")}</StatusTag>;
  }
}
