import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { fromPages, List } from "@kajo/shared/patterns";
import type { PublishedPathVersionJson } from "@kajo/shared/rpc";
import { Button, Card, StatusTag } from "@kajo/shared/ui";
import { useState } from "react";
import { useListPathVersionsInfiniteQuery } from "../api";
import { VersionDialog } from "./VersionDialog";
import styles from "./Versions.module.css";

interface VersionsProps {
  readonly pathId: string;
  /** The version in force; 0: none was published yet. */
  readonly inForce: number;
  readonly hasDraft: boolean;
  /** Asks before it does so. Of the version in force: its draft is given up. */
  readonly onRollBack: (publishedVersion: number) => void;
}

/** What was published when; each version can be read, and put in force again. */
export function Versions({ pathId, inForce, hasDraft, onRollBack }: VersionsProps) {
  const t = useText();
  const query = useListPathVersionsInfiniteQuery(pathId);
  const [shown, setShown] = useState<number>();
  return (
    <Card>
      <h2>{t("pathEditor.versions")}</h2>
      <List
        {...fromPages(query, (page) => page.versions)}
        counted={(n) => t("pathEditor.versions.count", { n })}
        empty={<p>{t("pathEditor.versions.none")}</p>}
        itemKey={({ publishedVersion = 0 }) => String(publishedVersion)}
        label={t("pathEditor.versions")}
        renderItem={(version) => (
          <Version
            isInForce={version.publishedVersion === inForce}
            mayRollBack={version.publishedVersion !== inForce || hasDraft}
            onRollBack={onRollBack}
            onShow={setShown}
            version={version}
          />
        )}
      />
      {shown === undefined ? null : (
        <VersionDialog onClose={() => setShown(undefined)} pathId={pathId} version={shown} />
      )}
    </Card>
  );
}

interface VersionProps {
  readonly version: PublishedPathVersionJson;
  readonly isInForce: boolean;
  readonly mayRollBack: boolean;
  readonly onShow: (version: number) => void;
  readonly onRollBack: (version: number) => void;
}

function Version({ version, isInForce, mayRollBack, onShow, onRollBack }: VersionProps) {
  const t = useText();
  const language = useLanguage();
  const { publishedVersion = 0, publishedAt, steps = 0, blocksOff = 0 } = version;
  const date = publishedAt ? dateTimeText(language, new Date(publishedAt)) : "–";
  const named = { version: publishedVersion };
  return (
    <div className={styles.version}>
      <div className={styles.what}>
        <span>{t("pathEditor.version", { version: publishedVersion, date })}</span>
        <span className={styles.quiet}>{t("pathEditor.version.steps", { n: steps })}</span>
        {isInForce ? <StatusTag tone="success">{t("pathEditor.version.inForce")}</StatusTag> : null}
        {blocksOff > 0 ? (
          <StatusTag tone="warning" wraps>
            {t("pathEditor.version.blocksOff", { n: blocksOff })}
          </StatusTag>
        ) : null}
      </div>
      <Button
        aria-label={t("pathEditor.version.show.named", named)}
        kind="secondary"
        onPress={() => onShow(publishedVersion)}
        small
      >
        {t("pathEditor.version.show")}
      </Button>
      {mayRollBack ? (
        <Button
          aria-label={isInForce ? undefined : t("pathEditor.rollBack.named", named)}
          kind="secondary"
          onPress={() => onRollBack(publishedVersion)}
          small
        >
          {t(isInForce ? "pathEditor.dropDraft" : "pathEditor.rollBack")}
        </Button>
      ) : null}
    </div>
  );
}
