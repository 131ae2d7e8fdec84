import { type MessageId, useText } from "@kajo/shared/i18n";
import type { PanelJson } from "@kajo/shared/rpc";
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
  Plug,
  Route,
  Shapes,
  ShieldAlert,
  UserCog,
  Users,
  UserX,
} from "lucide-react";
import { type PlannedScreen, plannedScreens } from "../planned/screens";
import { useStanding } from "../work-context/standing";

interface Module {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly title: MessageId;
  readonly text: MessageId;
  readonly icon: LucideIcon;
  /** Which right opens it. */
  readonly panel: PanelJson;
  /** Its service does not exist yet. */
  readonly isPlanned?: true;
}

function planned(to: Module["to"], screen: PlannedScreen, icon: LucideIcon, panel: PanelJson): Module {
  const [title, text] = plannedScreens[screen];
  return { to, title, text, icon, panel, isPlanned: true };
}

type GroupTitle = Extract<MessageId, `admin.group.${string}`>;

/** The modules of the admin panel (NAV-21), by what they are about. */
const groups: readonly (readonly [GroupTitle, readonly Module[]])[] = [
  [
    "admin.group.people",
    [
      {
        to: "/admin/careteam-management",
        title: "careTeams.title",
        text: "careTeams.text",
        icon: Users,
        panel: "PANEL_CARE_TEAMS",
      },
      {
        to: "/admin/iam/role-management",
        title: "roleGroups.title",
        text: "roleGroups.text",
        icon: UserCog,
        panel: "PANEL_ROLE_GROUPS",
      },
      {
        to: "/admin/iam/professionals",
        title: "professionals.title",
        text: "professionals.text",
        icon: UserX,
        panel: "PANEL_ROLE_GROUPS",
      },
      {
        to: "/admin/iam/location-management",
        title: "locations.title",
        text: "locations.text",
        icon: MapPin,
        panel: "PANEL_LOCATIONS",
      },
      {
        to: "/admin/iam/access-explanation",
        title: "explain.title",
        text: "explain.text",
        icon: CircleHelp,
        panel: "PANEL_ACCESS_EXPLANATION",
      },
      {
        to: "/admin/iam/integrators",
        title: "integrator.title",
        text: "integrator.text",
        icon: Plug,
        panel: "PANEL_INTEGRATOR_CREDENTIALS",
      },
    ],
  ],
  [
    "admin.group.services",
    [
      {
        to: "/admin/service-information",
        title: "serviceInformation.title",
        text: "serviceCategories.text",
        icon: Hospital,
        panel: "PANEL_SERVICE_INFORMATION",
      },
      {
        to: "/admin/chat",
        title: "chatQueues.title",
        text: "chatQueues.text",
        icon: MessagesSquare,
        panel: "PANEL_CHAT_QUEUES",
      },
      {
        to: "/admin/inbox/categories",
        title: "inboxCategories.title",
        text: "inboxCategories.text",
        icon: Inbox,
        panel: "PANEL_INBOX_CATEGORIES",
      },
      {
        to: "/admin/tasks/service-categories",
        title: "taskCategories.title",
        text: "taskCategories.text",
        icon: ListChecks,
        panel: "PANEL_TASKS",
      },
      {
        to: "/admin/digipaths/v2",
        title: "digipaths.build.title",
        text: "digipaths.build.text",
        icon: Route,
        panel: "PANEL_DIGITAL_PATHS",
      },
      {
        to: "/admin/surveys",
        title: "survey.module.title",
        text: "survey.module.text",
        icon: ClipboardList,
        panel: "PANEL_SURVEYS",
      },
      {
        to: "/admin/surveys/access",
        title: "survey.module.access.title",
        text: "survey.module.access.text",
        icon: KeyRound,
        panel: "PANEL_SURVEY_ACCESS",
      },
    ],
  ],
  [
    "admin.group.content",
    [
      { to: "/admin/icons", title: "iconsPage.title", text: "iconsPage.text", icon: Shapes, panel: "PANEL_ICONS" },
      {
        to: "/admin/content-management",
        title: "content.title",
        text: "content.text",
        icon: Newspaper,
        panel: "PANEL_CONTENT_MANAGEMENT",
      },
      planned("/admin/landing-page", "landingPage", LayoutDashboard, "PANEL_CONTENT_MANAGEMENT"),
      {
        to: "/admin/markdown",
        title: "markdownGuide.title",
        text: "markdownGuide.text",
        icon: BookOpen,
        panel: "PANEL_CONTENT_MANAGEMENT",
      },
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
        panel: "PANEL_LOOKUP_ALERTS",
      },
      {
        to: "/admin/feature-flags",
        title: "flags.title",
        text: "flags.text",
        icon: Flag,
        panel: "PANEL_FEATURE_FLAGS",
      },
    ],
  ],
];

export function AdminLandingPage() {
  const t = useText();
  const panels = useStanding()?.panels;
  const shown = groups
    .map(([group, modules]) => [group, modules.filter(({ panel }) => panels?.has(panel))] as const)
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
