import { type MessageId, useText } from "@kajo/shared/i18n";
import { LinkTile, LinkTiles, PageHeading, Stack } from "@kajo/shared/ui";
import type { LinkProps } from "@tanstack/react-router";
import {
  BookOpen,
  ClipboardList,
  Flag,
  Hospital,
  Inbox,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  MapPin,
  MessagesSquare,
  Newspaper,
  Route,
  Shapes,
  UserCog,
  Users,
} from "lucide-react";
import { type PlannedScreen, plannedScreens } from "../planned/screens";

type Module = readonly [to: NonNullable<LinkProps["to"]>, screen: PlannedScreen, icon: LucideIcon];

type GroupTitle = Extract<MessageId, `admin.group.${string}`>;

/** The modules of the admin panel (spec section 1), by what they are about. */
const groups: readonly (readonly [GroupTitle, readonly Module[]])[] = [
  [
    "admin.group.people",
    [
      ["/admin/careteam-management", "careTeams", Users],
      ["/admin/iam/role-management", "roles", UserCog],
      ["/admin/iam/location-management", "locations", MapPin],
    ],
  ],
  [
    "admin.group.services",
    [
      ["/admin/service-information", "serviceInformation", Hospital],
      ["/admin/chat", "chatQueues", MessagesSquare],
      ["/admin/inbox/categories", "inboxCategories", Inbox],
      ["/admin/tasks/service-categories", "taskCategories", ListChecks],
      ["/admin/digipaths", "digipaths", Route],
      ["/admin/digipaths/v2", "digipathsV2", Route],
      ["/admin/surveys", "surveys", ClipboardList],
      ["/admin/surveys/access", "surveyAccess", KeyRound],
    ],
  ],
  [
    "admin.group.content",
    [
      ["/admin/content-management", "content", Newspaper],
      ["/admin/landing-page", "landingPage", LayoutDashboard],
      ["/admin/markdown", "markdown", BookOpen],
    ],
  ],
  ["admin.group.system", [["/admin/feature-flags", "featureFlags", Flag]]],
];

export function AdminLandingPage() {
  const t = useText();
  return (
    <Stack gap="l">
      <PageHeading over={t("admin.text")}>{t("admin.title")}</PageHeading>
      {groups.map(([group, modules]) => (
        <LinkTiles key={group} title={t(group)}>
          {group === "admin.group.content" ? (
            <LinkTile icon={Shapes} text={t("iconsPage.text")} title={t("iconsPage.title")} to="/admin/icons" />
          ) : null}
          {modules.map(([to, screen, icon]) => (
            <LinkTile
              icon={icon}
              key={to}
              text={t(plannedScreens[screen][1])}
              title={t(plannedScreens[screen][0])}
              to={to}
            />
          ))}
        </LinkTiles>
      ))}
    </Stack>
  );
}
