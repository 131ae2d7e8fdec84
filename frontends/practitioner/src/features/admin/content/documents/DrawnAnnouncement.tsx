import { Announcement, type AnnouncementKind } from "@kajo/shared/documents";
import { useText } from "@kajo/shared/i18n";
import type { RichTextJson } from "@kajo/shared/rpc";

interface DrawnAnnouncementProps {
  readonly tone: AnnouncementKind;
  readonly title: string;
  readonly text: RichTextJson | undefined;
  readonly linkText: string;
  readonly linkUrl: string;
  /** ISO code of the language. */
  readonly lang: string;
}

/** An announcement as residents see it, also while its title is missing. */
export function DrawnAnnouncement({ tone, title, text, linkText, linkUrl, lang }: DrawnAnnouncementProps) {
  const t = useText();
  return (
    <Announcement
      kind={tone}
      lang={title.trim() ? lang : undefined}
      level={3}
      linkText={linkText}
      linkUrl={linkUrl}
      text={text}
      title={title.trim() || t("documents.preview.untitled")}
    />
  );
}
