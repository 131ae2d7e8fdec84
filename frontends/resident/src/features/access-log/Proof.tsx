import { useFailureText } from "@kajo/shared/errors";
import { save } from "@kajo/shared/files";
import { useLanguage, useText } from "@kajo/shared/i18n";
import { Banner, Button, Row } from "@kajo/shared/ui";
import { Download } from "lucide-react";
import styles from "./AccessLogPage.module.css";
import { useListAccessInfiniteQuery } from "./api";
import { useFetchProofMutation } from "./proof-api";

/** A file by which anybody can check, without us, that the log was not changed. */
export function Proof() {
  const t = useText();
  const failureText = useFailureText();
  const [fetchProof, { isLoading, error, isSuccess }] = useFetchProofMutation();
  const language = useLanguage();
  const own = useListAccessInfiniteQuery().data?.pages[0]?.representedName ?? "";
  const download = async () => {
    const { data } = await fetchProof({ name: own, language });
    if (data === undefined) return;
    save(new Blob([data], { type: "application/json" }), "kajo-access-log.json");
  };
  return (
    <section aria-labelledby="access-log-proof" className={styles.proof}>
      <h2 className={styles.title} id="access-log-proof">
        {t("accessLog.proof")}
      </h2>
      <p>{t("accessLog.proof.text")}</p>
      <Row>
        <Button isPending={isLoading} kind="secondary" onPress={() => void download()}>
          <Download aria-hidden="true" size={18} /> {t("accessLog.proof.download")}
        </Button>
      </Row>
      <p className={styles.where} role="status">
        {isSuccess ? t("accessLog.proof.done") : ""}
      </p>
      {error ? (
        <Banner announce="alert" tone="danger">
          {failureText(error)}
        </Banner>
      ) : null}
      {/* The browser's own: nothing to fetch for what few open. */}
      <details className={styles.how}>
        <summary>{t("accessLog.proof.how")}</summary>
        <p>{t("accessLog.proof.how.text")}</p>
        <p>{t("accessLog.proof.limits")}</p>
      </details>
    </section>
  );
}
