import { useFailureLine } from "@kajo/shared/errors";
import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { List, type Listed } from "@kajo/shared/patterns";
import { Button, Card, ConfirmDialog, StatusTag, useToast } from "@kajo/shared/ui";
import { type ReactNode, useState } from "react";
import styles from "./History.module.css";
import type { RolledBack } from "./use-roll-back";

interface Version {
  readonly publishedVersion?: number;
  readonly publishedAt?: string;
  /** In Finnish; none where nothing is written in it. */
  readonly title?: string;
}

interface HistoryProps {
  /** The version in force; 0: none was published yet. */
  readonly inForce: number;
  readonly hasDraft: boolean;
  readonly versions: Listed<Version>;
  /** Said while there are none. */
  readonly none: string;
  readonly rollBack: (version: number) => PromiseLike<RolledBack>;
  /** A VersionDialog. */
  readonly children: (version: number, onClose: () => void) => ReactNode;
}

/** What was published when; each version can be read, and its words put in force again. */
export function History({ inForce, hasDraft, versions, none, rollBack, children }: HistoryProps) {
  const t = useText();
  const toast = useToast();
  const language = useLanguage();
  const failureLine = useFailureLine();
  const [shown, setShown] = useState<number>();
  const [asked, setAsked] = useState<number>();
  const [isPending, setPending] = useState(false);
  const isDrop = asked === inForce;
  const send = async () => {
    if (asked === undefined) return;
    setPending(true);
    const { error, becameDraft } = await rollBack(asked);
    setPending(false);
    setAsked(undefined);
    if (error !== undefined) return toast("danger", failureLine(error));
    if (becameDraft) toast("info", t("publication.rollBack.becameDraft"));
    else toast("success", t(isDrop ? "publication.dropDraft.done" : "publication.rollBack.done"));
  };
  return (
    <Card>
      <h2>{t("publication.history")}</h2>
      <List
        {...versions}
        counted={(n) => t("publication.history.count", { n })}
        empty={<p>{none}</p>}
        itemKey={({ publishedVersion = 0 }) => String(publishedVersion)}
        label={t("publication.history")}
        renderItem={({ publishedVersion = 0, publishedAt = "", title }) => (
          <div className={styles.version}>
            <div className={styles.what}>
              <div className={styles.head}>
                <span>
                  {t("publication.version", {
                    version: publishedVersion,
                    date: dateTimeText(language, new Date(publishedAt)),
                  })}
                </span>
                {publishedVersion === inForce ? (
                  <StatusTag tone="success">{t("publication.version.inForce")}</StatusTag>
                ) : null}
              </div>
              <p className={styles.title} lang={title ? "fi" : undefined}>
                {title || t("publication.version.empty")}
              </p>
            </div>
            <Button
              aria-label={t("publication.version.show.named", { version: publishedVersion })}
              kind="secondary"
              onPress={() => setShown(publishedVersion)}
              small
            >
              {t("publication.version.show")}
            </Button>
            {publishedVersion === inForce && !hasDraft ? null : (
              <Button
                aria-label={t(publishedVersion === inForce ? "publication.dropDraft" : "publication.rollBack.named", {
                  version: publishedVersion,
                })}
                kind="secondary"
                onPress={() => setAsked(publishedVersion)}
                small
              >
                {t(publishedVersion === inForce ? "publication.dropDraft" : "publication.rollBack")}
              </Button>
            )}
          </div>
        )}
      />
      {shown === undefined ? null : children(shown, () => setShown(undefined))}
      <ConfirmDialog
        confirm={t(isDrop ? "publication.dropDraft" : "publication.rollBack")}
        danger={isDrop}
        isOpen={asked !== undefined}
        isPending={isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => void send()}
        title={t(isDrop ? "publication.dropDraft" : "publication.rollBack")}
      >
        <p>
          {isDrop ? t("publication.dropDraft.question") : t("publication.rollBack.question", { version: asked ?? 0 })}
        </p>
      </ConfirmDialog>
    </Card>
  );
}
