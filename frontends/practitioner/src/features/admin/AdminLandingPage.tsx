import { type MessageId, useText } from "@kajo/shared/i18n";
import { LinkTile, LinkTiles, PageHeading, Stack, StatusTag } from "@kajo/shared/ui";
import type { LinkProps } from "@tanstack/react-router";
import {
  BookOpen,
  CircleHelp,
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
  ShieldAlert,
  UserCog,
  Users,
} from "lucide-react";
import { type PlannedScreen, plannedScreens } from "../planned/screens";
import { useLevel } from "../work-context/use-level";

interface Module {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly title: MessageId;
  readonly text: MessageId;
  readonly icon: LucideIcon;
  /** Its service does not exist yet. */
  readonly isPlanned?: true;
  /** The server lets responsible users do nothing there. */
  readonly forAdministrators?: true;
}

function planned(to: Module["to"], screen: PlannedScreen, icon: LucideIcon): Module {
  const [title, text] = plannedScreens[screen];
  return { to, title, text, icon, isPlanned: true };
}

type GroupTitle = Extract<MessageId, `admin.group.${string}`>;

/** The modules of the admin panel (spec section 1), by what they are about. */
const groups: readonly (readonly [GroupTitle, readonly Module[]])[] = [
  [
    "admin.group.people",
    [
      {
        to: "/admin/careteam-management",
        title: "careTeams.title",
        text: "careTeams.text",
        icon: Users,
        forAdministrators: true,
      },
      {
        to: "/admin/iam/role-management",
        title: "roleGroups.title",
        text: "roleGroups.text",
        icon: UserCog,
        forAdministrators: true,
      },
      {
        to: "/admin/iam/location-management",
        title: "locations.title",
        text: "locations.text",
        icon: MapPin,
        forAdministrators: true,
      },
      {
        to: "/admin/iam/access-explanation",
        title: "explain.title",
        text: "explain.text",
        icon: CircleHelp,
        forAdministrators: true,
      },
    ],
  ],
  [
    "admin.group.services",
    [
      planned("/admin/service-information", "serviceInformation", Hospital),
      planned("/admin/chat", "chatQueues", MessagesSquare),
      planned("/admin/inbox/categories", "inboxCategories", Inbox),
      planned("/admin/tasks/service-categories", "taskCategories", ListChecks),
      planned("/admin/digipaths", "digipaths", Route),
      planned("/admin/digipaths/v2", "digipathsV2", Route),
      planned("/admin/surveys", "surveys", ClipboardList),
      planned("/admin/surveys/access", "surveyAccess", KeyRound),
    ],
  ],
  [
    "admin.group.content",
    [
      { to: "/admin/icons", title: "iconsPage.title", text: "iconsPage.text", icon: Shapes },
      {
        to: "/admin/content-management",
        title: "content.title",
        text: "content.text",
        icon: Newspaper,
        forAdministrators: true,
      },
      planned("/admin/landing-page", "landingPage", LayoutDashboard),
      planned("/admin/markdown", "markdown", BookOpen),
    ],
  ],
  [
    "admin.group.system",
    [
      {
        to: "/admin/lookup-alerts",
        title: "lookupAlerts.title",
        text: "lookupAlerts.text",
        icon: ShieldAlert,
        forAdministrators: true,
      },
      { to: "/admin/feature-flags", title: "flags.title", text: "flags.text", icon: Flag },
    ],
  ],
];

export function AdminLandingPage() {
  const t = useText();
  const level = useLevel();
  const isFor = ({ forAdministrators }: Module) => !forAdministrators || level === "LEVEL_ADMINISTRATOR";
  const shown = groups
    .map(([group, modules]) => [group, modules.filter(isFor)] as const)
    .filter(([, modules]) => modules.length > 0);
  const soon = <StatusTag>{t("planned.soon")}</StatusTag>;
  return (
    <Stack gap="l">
      <PageHeading lead={t("admin.text")}>{t("admin.title")}</PageHeading>
      {shown.map(([group, modules]) => (
        <LinkTiles key={group} title={t(group)}>
          {modules.map(({ to, title, text, icon, isPlanned }) => (
            <LinkTile
              icon={icon}
              key={to}
              tag={isPlanned ? soon : undefined}
              text={t(text as "iconsPage.text")}
              title={t(title as "iconsPage.title")}
              to={to}
            />
          ))}
        </LinkTiles>
      ))}
    </Stack>
  );
}
