import type { AnnouncementKind } from "@kajo/shared/documents";
import { useDrawing } from "./drawing";
import { announcements } from "./kinds";
import { useRemembered } from "./remembered";

interface AnnouncedProps {
  readonly kind: AnnouncementKind;
  readonly className?: string | undefined;
}

/**
 * The announcement of a kind as it was published last; none leaves no room. One that comes while the page is open is read out: the region
 * stands before its words, unless they are drawn with the page.
 */
export function Announced({ kind, className }: AnnouncedProps) {
  const words = useRemembered(announcements[kind]);
  const drawing = useDrawing(words !== undefined);
  return words ? (
    <div className={className} role="status">
      {drawing ? <drawing.DrawnAnnouncement kind={kind} words={words} /> : null}
    </div>
  ) : null;
}
