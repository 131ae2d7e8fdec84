import { useText } from "@kajo/shared/i18n";
import { Card, PageHeading, Stack } from "@kajo/shared/ui";
import { Accessibility, Cookie, FileText, MessageCircleHeart, ShieldCheck } from "lucide-react";
import { LinkList } from "./LinkList";

export function AboutPage() {
  const t = useText();
  return (
    <Stack gap="l">
      <PageHeading>{t("mobile.about")}</PageHeading>
      <Card>
        <p>{t("about.text")}</p>
        <p>{t("about.languages")}</p>
      </Card>
      <LinkList
        label={t("footer.label")}
        links={[
          { to: "/accessibility", text: t("footer.accessibility"), icon: Accessibility },
          { to: "/cookies", text: t("footer.cookies"), icon: Cookie },
          { to: "/privacy-policy", text: t("footer.privacy"), icon: ShieldCheck },
          { to: "/terms-and-conditions", text: t("footer.terms"), icon: FileText },
          { to: "/feedback", text: t("footer.feedback"), icon: MessageCircleHeart },
        ]}
      />
    </Stack>
  );
}
