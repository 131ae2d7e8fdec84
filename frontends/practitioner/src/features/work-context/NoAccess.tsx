import { type MessageId, useText } from "@kajo/shared/i18n";
import type { ListWorkContextsResponseJson } from "@kajo/shared/rpc";
import { Card, LinkButton, PageHeading, Stack } from "@kajo/shared/ui";
import { LostNotice } from "./LostNotice";
import type { Lost } from "./lost";

/** What keeps a professional out (IDN-06). */
type Missing = "level" | "role" | "location" | "roleAndLocation";

const texts = {
  level: "noAccess.level",
  role: "noAccess.role",
  location: "noAccess.location",
  roleAndLocation: "noAccess.roleAndLocation",
} as const satisfies Record<Missing, MessageId>;

/** What somebody lacks who cannot choose where to work. */
export function missingIn({ level, roles = [], locations = [] }: ListWorkContextsResponseJson): Missing | undefined {
  if (level === undefined || level === "LEVEL_UNSPECIFIED") return "level";
  if (roles.length === 0 && locations.length === 0) return "roleAndLocation";
  if (roles.length === 0) return "role";
  return locations.length === 0 ? "location" : undefined;
}

interface MissingProps {
  readonly missing: Missing;
  /** What was taken a moment ago. */
  readonly lost?: Lost | undefined;
}

export function NoAccess({ missing, lost }: MissingProps) {
  const t = useText();
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("noAccess.title")}</PageHeading>
      <LostNotice lost={lost} />
      <Card>
        <p>{t(texts[missing])}</p>
        <p>{t("noAccess.supervisor")}</p>
      </Card>
    </Stack>
  );
}

/** The desk of who may enter the admin panel, and cannot work with patients: what that takes, and the way to the panel. */
export function NoDesk({ missing, lost }: MissingProps) {
  const t = useText();
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("desktop.title")}</PageHeading>
      <LostNotice lost={lost} />
      <Card>
        <p>{t("desktop.needs")}</p>
        <p>{t(texts[missing])}</p>
        <p>{t("noAccess.supervisor")}</p>
        <div>
          <LinkButton to="/admin">{t("menu.toAdmin")}</LinkButton>
        </div>
      </Card>
    </Stack>
  );
}
