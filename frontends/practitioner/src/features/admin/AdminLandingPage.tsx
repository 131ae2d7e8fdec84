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
import { plannedScreens } from "../planned/screens";

type Texts =
  | (typeof plannedScreens)[keyof typeof plannedScreens]
  | readonly ["locations.title", "locations.text"]
  | readonly ["roleGroups.title", "roleGroups.text"]
  | readonly ["iconsPage.title", "iconsPage.text"];
type Module = readonly [to: NonNullable<LinkProps["to"]>, texts: Texts, icon: LucideIcon];

type GroupTitle = Extract<MessageId, `admin.group.${string}`>;

/** The modules of the admin panel (spec section 1), by what they are about. */
const groups: readonly (readonly [GroupTitle, readonly Module[]])[] = [
  [
    "admin.group.people",
    [
      ["/admin/careteam-management", plannedScreens.careTeams, Users],
      ["/admin/iam/role-management", ["roleGroups.title", "roleGroups.text"], UserCog],
      ["/admin/iam/location-management", ["locations.title", "locations.text"], MapPin],
    ],
  ],
  [
    "admin.group.services",
    [
      ["/admin/service-information", plannedScreens.serviceInformation, Hospital],
      ["/admin/chat", plannedScreens.chatQueues, MessagesSquare],
      ["/admin/inbox/categories", plannedScreens.inboxCategories, Inbox],
      ["/admin/tasks/service-categories", plannedScreens.taskCategories, ListChecks],
      ["/admin/digipaths", plannedScreens.digipaths, Route],
      ["/admin/digipaths/v2", plannedScreens.digipathsV2, Route],
      ["/admin/surveys", plannedScreens.surveys, ClipboardList],
      ["/admin/surveys/access", plannedScreens.surveyAccess, KeyRound],
    ],
  ],
  [
    "admin.group.content",
    [
      ["/admin/icons", ["iconsPage.title", "iconsPage.text"], Shapes],
      ["/admin/content-management", plannedScreens.content, Newspaper],
      ["/admin/landing-page", plannedScreens.landingPage, LayoutDashboard],
      ["/admin/markdown", plannedScreens.markdown, BookOpen],
    ],
  ],
  ["admin.group.system", [["/admin/feature-flags", plannedScreens.featureFlags, Flag]]],
];

export function AdminLandingPage() {
  const t = useText();
  return (
    <Stack gap="l">
      <PageHeading over={t("admin.text")}>{t("admin.title")}</PageHeading>
      {groups.map(([group, modules]) => (
        <LinkTiles key={group} title={t(group)}>
          {modules.map(([to, [title, text], icon]) => (
            <LinkTile icon={icon} key={to} text={t(text)} title={t(title)} to={to} />
          ))}
        </LinkTiles>
      ))}
    </Stack>
  );
}
