import type { AnnouncementKind } from "@kajo/shared/documents";
import type { DocumentKindJson } from "@kajo/shared/rpc";

export type Kind = Exclude<DocumentKindJson, "DOCUMENT_KIND_UNSPECIFIED">;

export const announcements = {
  important: "DOCUMENT_KIND_ANNOUNCEMENT_IMPORTANT",
  info: "DOCUMENT_KIND_ANNOUNCEMENT_INFO",
  critical: "DOCUMENT_KIND_CRITICAL_ANNOUNCEMENT",
} as const satisfies Record<AnnouncementKind, Kind>;

/** What stands on the start page. */
export const onStartPage: readonly Kind[] = ["DOCUMENT_KIND_LANDING_PAGE", announcements.important, announcements.info];

/** What stands on every page. */
export const onEveryPage: readonly Kind[] = [announcements.critical];
