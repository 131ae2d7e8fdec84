import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { fromPages, List } from "@kajo/shared/patterns";
import type { PublishedSurveyVersionJson } from "@kajo/shared/rpc";
import { Button, Disclosure, StatusTag } from "@kajo/shared/ui";
import { useState } from "react";
import { useGetSurveyQuery, useListSurveyVersionsInfiniteQuery } from "../api";
import { Changes } from "./Changes";
import { VersionDialog } from "./VersionDialog";
import styles from "./Versions.module.css";

interface VersionsProps {
  readonly surveyId: string;
  /** The one in force. */
  readonly publishedVersion: number;
  /** Asks before it does so. Of the version in force: its draft is given up. */
  readonly onRollBack: (publishedVersion: number) => void;
  readonly readOnly: boolean;
}

/** What was published when, and what each version changed; it can be read, and put in force again (SUR-01). */
export function Versions({ surveyId, publishedVersion: inForce, onRollBack, readOnly }: VersionsProps) {
  const t = useText();
  const query = useListSurveyVersionsInfiniteQuery(surveyId);
  const [shown, setShown] = useState<number>();
  // Of the page around it: there is nothing to fetch.
  const { data } = useGetSurveyQuery({ surveyId });
  return (
    <>
      <List
        {...fromPages(query, (page) => page.versions)}
        counted={(n) => t("surveys.versions.count", { n })}
        empty={<p>{t("surveys.versions.none")}</p>}
        itemKey={({ publishedVersion = 0 }) => String(publishedVersion)}
        label={t("surveys.versions")}
        renderItem={(version) => (
          <Version
            inForce={inForce}
            hasDraft={data?.survey?.hasDraft ?? false}
            onRollBack={readOnly ? undefined : onRollBack}
            onShow={setShown}
            surveyId={surveyId}
            version={version}
          />
        )}
      />
      {shown === undefined ? null : (
        <VersionDialog onClose={() => setShown(undefined)} surveyId={surveyId} version={shown} />
      )}
    </>
  );
}

interface VersionProps {
  readonly surveyId: string;
  readonly version: PublishedSurveyVersionJson;
  readonly inForce: number;
  readonly hasDraft: boolean;
  readonly onShow: (version: number) => void;
  readonly onRollBack: ((version: number) => void) | undefined;
}

function Version({ surveyId, version, inForce, hasDraft, onShow, onRollBack }: VersionProps) {
  const t = useText();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { publishedVersion = 0, publishedAt } = version;
  const isInForce = publishedVersion === inForce;
  const date = publishedAt ? dateTimeText(language, new Date(publishedAt)) : "–";
  return (
    <div className={styles.version}>
      <div className={styles.head}>
        <span className={styles.name}>{t("surveys.versions.version", { version: publishedVersion, date })}</span>
        {isInForce ? <StatusTag tone="success">{t("surveys.versions.inForce")}</StatusTag> : null}
        <Button
          aria-label={t("surveys.versions.show.named", { version: publishedVersion })}
          kind="secondary"
          onPress={() => onShow(publishedVersion)}
          small
        >
          {t("surveys.versions.show")}
        </Button>
        {onRollBack && (!isInForce || hasDraft) ? (
          <Button
            aria-label={isInForce ? undefined : t("surveys.versions.rollBack.named", { version: publishedVersion })}
            kind="secondary"
            onPress={() => onRollBack(publishedVersion)}
            small
          >
            {t(isInForce ? "surveys.versions.dropDraft" : "surveys.versions.rollBack")}
          </Button>
        ) : null}
      </div>
      <Disclosure isOpen={isOpen} level={4} onOpenChange={setOpen} title={<Summary version={version} />}>
        {isOpen ? <Changes surveyId={surveyId} version={version} /> : null}
      </Disclosure>
    </div>
  );
}

/** How much a version changed. */
function Summary({
  version: { publishedVersion, addedLinkIds = [], changedLinkIds = [], removedLinkIds = [] },
}: {
  readonly version: PublishedSurveyVersionJson;
}) {
  const t = useText();
  const counts = { added: addedLinkIds.length, changed: changedLinkIds.length, removed: removedLinkIds.length };
  return (
    <span>
      {publishedVersion === 1
        ? t("surveys.versions.first", { n: counts.added })
        : t("surveys.versions.changes", counts)}
    </span>
  );
}
