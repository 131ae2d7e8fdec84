import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { LinkTile, LinkTiles, Stack } from "@kajo/shared/ui";
import { useListNotificationTemplatesQuery } from "./api";
import { TemplateState } from "./TemplateState";
import { type TemplateName, templateNames, typeOf } from "./types";

/** The notification templates, with how far each is. */
export function TemplateTiles() {
  const t = useText();
  const { error, refetch } = useListNotificationTemplatesQuery({});
  return (
    <Stack gap="l">
      {error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : null}
      <LinkTiles title={t("notificationTemplates.title")}>
        {templateNames.map((name) => (
          <Tile key={name} name={name} />
        ))}
      </LinkTiles>
    </Stack>
  );
}

function Tile({ name }: { readonly name: TemplateName }) {
  const t = useText();
  const { kind, title, text, icon } = typeOf(name);
  const templates = useListNotificationTemplatesQuery({}).data?.notificationTemplates;
  const kept = templates?.find((each) => each.kind === kind);
  return (
    <LinkTile
      icon={icon}
      search={{ contentName: name }}
      tag={kept ? <TemplateState {...kept} /> : undefined}
      text={t(text)}
      title={t(title)}
      to="/admin/content-management"
    />
  );
}
