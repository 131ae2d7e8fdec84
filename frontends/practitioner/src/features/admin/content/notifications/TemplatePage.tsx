import { useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { PageHeading, Stack } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { useGetNotificationTemplateQuery, useListNotificationTemplatesQuery } from "./api";
import { TemplateEditor } from "./TemplateEditor";
import { type TemplateName, typeOf } from "./types";

/** The one template of a kind of notification, also while nothing was written of it. */
export function TemplatePage({ name }: { readonly name: TemplateName }) {
  const t = useText();
  const { kind, title, text } = typeOf(name);
  return (
    <Stack gap="l">
      <PageHeading lead={t(text)} over={<Link to="/admin/content-management">{t("content.title")}</Link>}>
        {t(title)}
      </PageHeading>
      <QueryView query={useListNotificationTemplatesQuery({})}>
        {({ notificationTemplates = [] }) => (
          <Kept
            name={name}
            notificationTemplateId={
              notificationTemplates.find((each) => each.kind === kind)?.notificationTemplateId ?? ""
            }
          />
        )}
      </QueryView>
    </Stack>
  );
}

interface KeptProps {
  readonly name: TemplateName;
  readonly notificationTemplateId: string;
}

function Kept({ name, notificationTemplateId }: KeptProps) {
  return (
    <QueryView query={useGetNotificationTemplateQuery({ notificationTemplateId })}>
      {({ notificationTemplate = {} }) => <TemplateEditor kept={notificationTemplate} name={name} />}
    </QueryView>
  );
}
