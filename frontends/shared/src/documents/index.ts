export { Announcement, type AnnouncementKind } from "./Announcement";
export type { DocumentWords } from "./words";
