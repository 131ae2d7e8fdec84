import { type MessageId, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { PublishedSurveyVersionJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import { useGetSurveyVersionQuery } from "../api";
import { type Change, changesOf, type Kind } from "./changes";
import styles from "./Versions.module.css";

const kinds = {
  added: ["surveys.versions.added", "success"],
  changed: ["surveys.versions.changed", "warning"],
  removed: ["surveys.versions.removed", "danger"],
} as const satisfies Readonly<Record<Kind, readonly [MessageId, string]>>;

interface ChangesProps {
  readonly surveyId: string;
  readonly version: PublishedSurveyVersionJson;
}

/** What a version changed, by the words of the questions. Of one that is gone only the version before knows them. */
export function Changes({ surveyId, version }: ChangesProps) {
  const t = useText();
  const { publishedVersion = 1 } = version;
  const query = useGetSurveyVersionQuery({ surveyId, publishedVersion });
  const before = useGetSurveyVersionQuery(
    { surveyId, publishedVersion: publishedVersion - 1 },
    { skip: publishedVersion <= 1 },
  );
  return (
    <QueryView query={query}>
      {({ details }) =>
        publishedVersion <= 1 ? (
          <List changes={changesOf(version, details, undefined)} />
        ) : (
          <QueryView query={before}>
            {({ details: then }) => {
              const changes = changesOf(version, details, then);
              return changes.length > 0 ? <List changes={changes} /> : <p>{t("surveys.versions.noItems")}</p>;
            }}
          </QueryView>
        )
      }
    </QueryView>
  );
}

function List({ changes }: { readonly changes: readonly Change[] }) {
  const t = useText();
  return (
    <ul className={styles.changes}>
      {changes.map(({ kind, linkId, words, before }) => {
        const [label, tone] = kinds[kind];
        return (
          <li className={styles.change} key={`${kind} ${linkId}`}>
            <StatusTag tone={tone}>{t(label)}</StatusTag>
            <span className={styles.words}>
              {words ? <span lang="fi">{words}</span> : <span translate="no">{linkId}</span>}
              {before ? (
                <span className={styles.quiet}>
                  <span>{t("surveys.versions.before")}</span> <span lang="fi">{before}</span>
                </span>
              ) : null}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
