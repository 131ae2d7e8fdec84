import { languageConfig, useLanguage, useText } from "@kajo/shared/i18n";
import { fromPages } from "@kajo/shared/patterns";
import type { NotificationTemplateJson } from "@kajo/shared/rpc";
import drawn from "../../publication/Drawn.module.css";
import { History } from "../../publication/History";
import { useRollBack } from "../../publication/use-roll-back";
import { VersionDialog } from "../../publication/VersionDialog";
import {
  useGetNotificationTemplateVersionQuery,
  useListNotificationTemplateVersionsInfiniteQuery,
  useRollBackNotificationTemplateMutation,
} from "./api";
import { Told } from "./Told";
import { valuesOf, writtenIn } from "./values";

/** The published versions of a template. */
export function TemplateHistory({ kept }: { readonly kept: NotificationTemplateJson }) {
  const t = useText();
  const [send] = useRollBackNotificationTemplateMutation();
  const rollBack = useRollBack(send);
  const { notificationTemplateId = "", publishedVersion: inForce = 0, hasDraft = false, version = "0" } = kept;
  const query = useListNotificationTemplateVersionsInfiniteQuery(notificationTemplateId);
  return (
    <History
      hasDraft={hasDraft}
      inForce={inForce}
      none={t("notificationTemplates.history.none")}
      rollBack={(publishedVersion) => rollBack({ notificationTemplateId, publishedVersion, version })}
      versions={fromPages(query, ({ versions }) =>
        versions?.map(({ subject = "", ...others }) => ({ ...others, title: subject })),
      )}
    >
      {(shown, onClose) => (
        <TemplateVersion notificationTemplateId={notificationTemplateId} onClose={onClose} publishedVersion={shown} />
      )}
    </History>
  );
}

interface TemplateVersionProps {
  readonly notificationTemplateId: string;
  readonly publishedVersion: number;
  readonly onClose: () => void;
}

function TemplateVersion({ notificationTemplateId, publishedVersion, onClose }: TemplateVersionProps) {
  const t = useText();
  const own = languageConfig[useLanguage()].iso;
  const { data, error, refetch } = useGetNotificationTemplateVersionQuery({ notificationTemplateId, publishedVersion });
  const languages = data && { languages: writtenIn(valuesOf(data.details)) };
  // What was published before devices were told has no words for them: those of the platform stand in.
  const builtIn = (
    <span className={drawn.none} lang={own}>
      {t("notificationTemplates.state.builtIn")}
    </span>
  );
  return (
    <VersionDialog onClose={onClose} query={{ data: languages, error, refetch }} version={publishedVersion}>
      {({ subject, email, sms, push }, iso) => (
        <Told email={email} lang={iso} push={push || builtIn} sms={sms} subject={subject} />
      )}
    </VersionDialog>
  );
}
