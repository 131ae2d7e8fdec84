import { useText } from "@kajo/shared/i18n";

/** Whom to call about what cannot be done here; nothing where nobody is named. */
export function CallUs({ phone }: { readonly phone: string | undefined }) {
  const t = useText();
  if (!phone) return null;
  return (
    <>
      <span>{t("appointment.call")}</span> <a href={`tel:${phone.replaceAll(/\s/g, "")}`}>{phone}</a>
    </>
  );
}
