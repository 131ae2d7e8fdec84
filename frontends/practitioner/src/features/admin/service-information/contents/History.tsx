import { useFailureLine } from "@kajo/shared/errors";
import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { fromPages, List } from "@kajo/shared/patterns";
import { type ServiceContentJson, useIntent } from "@kajo/shared/rpc";
import { Button, Card, ConfirmDialog, StatusTag, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useListServiceContentVersionsInfiniteQuery, useRollBackServiceContentMutation } from "./api";
import styles from "./History.module.css";
import { VersionDialog } from "./VersionDialog";

/** What was published when; each version can be read, and its words put in force again. */
export function History({ content }: { readonly content: ServiceContentJson }) {
  const t = useText();
  const toast = useToast();
  const language = useLanguage();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [rollBack] = useRollBackServiceContentMutation();
  const { serviceContentId = "", publishedVersion: inForce = 0, hasDraft = false, version = "0" } = content;
  const query = useListServiceContentVersionsInfiniteQuery(serviceContentId);
  const [shown, setShown] = useState<number>();
  const [asked, setAsked] = useState<number>();
  const [isPending, setPending] = useState(false);
  const isDrop = asked === inForce;
  const send = async () => {
    if (asked === undefined) return;
    setPending(true);
    const request = { serviceContentId, publishedVersion: asked, version };
    const { data, error } = await rollBack({ request, idempotencyKey: intent.keyFor(request) });
    setPending(false);
    setAsked(undefined);
    if (error !== undefined) return toast("danger", failureLine(error));
    intent.settle();
    if (data?.becameDraft) toast("info", t("serviceContents.rollBack.becameDraft"));
    else toast("success", t(isDrop ? "serviceContents.dropDraft.done" : "serviceContents.rollBack.done"));
  };
  return (
    <Card>
      <h2>{t("serviceContents.history")}</h2>
      <List
        {...fromPages(query, (page) => page.versions)}
        counted={(n) => t("serviceContents.history.count", { n })}
        empty={<p>{t("serviceContents.history.none")}</p>}
        itemKey={({ publishedVersion = 0 }) => String(publishedVersion)}
        label={t("serviceContents.history")}
        renderItem={({ publishedVersion = 0, publishedAt = "", title }) => (
          <div className={styles.version}>
            <div className={styles.what}>
              <div className={styles.head}>
                <span>
                  {t("serviceContents.version", {
                    version: publishedVersion,
                    date: dateTimeText(language, new Date(publishedAt)),
                  })}
                </span>
                {publishedVersion === inForce ? (
                  <StatusTag tone="success">{t("serviceContents.version.inForce")}</StatusTag>
                ) : null}
              </div>
              <p className={styles.title} lang="fi">
                {title}
              </p>
            </div>
            <Button
              aria-label={t("serviceContents.version.show.named", { version: publishedVersion })}
              kind="secondary"
              onPress={() => setShown(publishedVersion)}
              small
            >
              {t("serviceContents.version.show")}
            </Button>
            {publishedVersion === inForce && !hasDraft ? null : (
              <Button
                aria-label={t(
                  publishedVersion === inForce ? "serviceContents.dropDraft" : "serviceContents.rollBack.named",
                  { version: publishedVersion },
                )}
                kind="secondary"
                onPress={() => setAsked(publishedVersion)}
                small
              >
                {t(publishedVersion === inForce ? "serviceContents.dropDraft" : "serviceContents.rollBack")}
              </Button>
            )}
          </div>
        )}
      />
      {shown === undefined ? null : (
        <VersionDialog onClose={() => setShown(undefined)} serviceContentId={serviceContentId} version={shown} />
      )}
      <ConfirmDialog
        confirm={t(isDrop ? "serviceContents.dropDraft" : "serviceContents.rollBack")}
        danger={isDrop}
        isOpen={asked !== undefined}
        isPending={isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => void send()}
        title={t(isDrop ? "serviceContents.dropDraft" : "serviceContents.rollBack")}
      >
        <p>
          {isDrop
            ? t("serviceContents.dropDraft.question")
            : t("serviceContents.rollBack.question", { version: asked ?? 0 })}
        </p>
      </ConfirmDialog>
    </Card>
  );
}
