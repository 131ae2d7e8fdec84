import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import type { MyContentJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import styles from "../inbox/InboxPage.module.css";
import { useLangOf } from "./words";

/** A content to read in a list: what it is called, who has given it, and when. */
export function ContentRow({ content }: { readonly content: MyContentJson }) {
  const language = useLanguage();
  const { patientContentId: contentId = "", activatedAt, activatedByName } = content;
  return (
    <Link className={styles.row} data-unread="" params={{ contentId }} to="/content/$contentId">
      <span className={styles.topic}>
        <ContentTitle content={content} />
      </span>
      <span className={styles.tags}>
        <ContentState content={content} />
      </span>
      <span className={styles.where} translate="no">
        {activatedByName}
      </span>
      <span className={styles.time}>{activatedAt ? dateTimeText(language, new Date(activatedAt)) : null}</span>
    </Link>
  );
}

export function ContentTitle({ content }: { readonly content: MyContentJson }) {
  const t = useText();
  const langOf = useLangOf();
  return content.title ? <span lang={langOf(content)}>{content.title}</span> : <span>{t("events.one.content")}</span>;
}

/** Whether it is read, or what became of it. */
export function ContentState({ content: { state, newer } }: { readonly content: MyContentJson }) {
  const t = useText();
  switch (state) {
    case "PATIENT_CONTENT_STATE_WITHDRAWN":
      return <StatusTag>{t("patientContent.state.withdrawn")}</StatusTag>;
    case "PATIENT_CONTENT_STATE_READ":
      return newer ? (
        <StatusTag tone="info">{t("patientContent.state.changed")}</StatusTag>
      ) : (
        <StatusTag tone="success">{t("patientContent.state.read")}</StatusTag>
      );
    default:
      return <StatusTag tone="info">{t("patientContent.state.unread")}</StatusTag>;
  }
}
