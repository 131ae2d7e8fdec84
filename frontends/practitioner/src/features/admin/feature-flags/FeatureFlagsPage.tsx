import { dateTimeText, localized, localizedLang, useLanguage, useText } from "@kajo/shared/i18n";
import { fromAnswer, ListPage } from "@kajo/shared/patterns";
import type { FeatureFlagJson } from "@kajo/shared/rpc";
import { Card, PageHeading, Row, StatusTag } from "@kajo/shared/ui";
import { useListFeatureFlagsQuery } from "../../flags/api";
import { PanelLink } from "../PanelLink";
import styles from "./FeatureFlag.module.css";

/** What can be switched without a release, read only: operators switch (IDN-14). */
export function FeatureFlagsPage() {
  const t = useText();
  const query = useListFeatureFlagsQuery({});
  return (
    <ListPage
      {...fromAnswer(query, ({ flags }) => flags)}
      counted={(n) => t("flags.count", { n })}
      heading={
        <PageHeading lead={t("flags.readOnly")} over={<PanelLink />}>
          {t("flags.title")}
        </PageHeading>
      }
      itemKey={({ name }) => name ?? ""}
      label={t("flags.title")}
      renderItem={(flag) => <FeatureFlag flag={flag} />}
    />
  );
}

function FeatureFlag({ flag }: { readonly flag: FeatureFlagJson }) {
  const t = useText();
  const language = useLanguage();
  const { name, title, documentation, enabled, enabledByDefault, switchedAt } = flag;
  return (
    <Card>
      <Row>
        <h2 lang={localizedLang(language, title)}>{localized(language, title)}</h2>
        <StatusTag tone={enabled ? "success" : "neutral"}>{t(enabled ? "flags.on" : "flags.off")}</StatusTag>
      </Row>
      <p className={styles.words} lang={localizedLang(language, documentation)}>
        {localized(language, documentation)}
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>{t("flags.name")}</dt>
          <dd>
            <code>{name}</code>
          </dd>
        </div>
        <div>
          <dt>{t("flags.default")}</dt>
          <dd>{t(enabledByDefault ? "flags.on" : "flags.off")}</dd>
        </div>
        <div>
          <dt>{t("flags.switched")}</dt>
          <dd>{switchedAt ? dateTimeText(language, new Date(switchedAt)) : t("flags.never")}</dd>
        </div>
      </dl>
    </Card>
  );
}
