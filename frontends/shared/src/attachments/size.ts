import type { Text } from "../i18n";

/** A size as people read it. */
export function sizeText(t: Text, bytes: number): string {
  return bytes < 1024 * 1024
    ? t("attachment.kilobytes", { n: Math.max(1, Math.round(bytes / 1024)) })
    : t("attachment.megabytes", { n: Math.round((bytes / 1024 / 1024) * 10) / 10 });
}
