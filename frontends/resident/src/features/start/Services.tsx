import { useText } from "@kajo/shared/i18n";
import { LinkTile, LinkTiles } from "@kajo/shared/ui";
import { CalendarPlus, ClipboardList, FilePen, FileText, MessagesSquare, SquarePen } from "lucide-react";

/** What else there is. */
export function Services() {
  const t = useText();
  return (
    <LinkTiles title={t("landing.services")}>
      <LinkTile icon={SquarePen} text={t("landing.new.text")} title={t("landing.new.title")} to="/inbox/new" />
      <LinkTile
        icon={CalendarPlus}
        text={t("landing.tile.booking")}
        title={t("booking.title")}
        to="/book-appointment"
      />
      <LinkTile icon={MessagesSquare} text={t("landing.tile.chat")} title={t("chat.title")} to="/chat" />
      <LinkTile icon={ClipboardList} text={t("landing.tile.surveys")} title={t("survey.title")} to="/surveys" />
      <LinkTile icon={FilePen} text={t("application.tile")} title={t("application.title")} to="/applications" />
      <LinkTile icon={FileText} text={t("landing.tile.forms")} title={t("publicForm.title")} to="/forms" />
    </LinkTiles>
  );
}
