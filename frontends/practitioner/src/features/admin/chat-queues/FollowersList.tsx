import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { NameJson } from "@kajo/shared/rpc";
import { Bullets, Card } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";

/** Which queues follow the default schedule, each with the way to its editor. */
export function FollowersList({ followers }: { readonly followers: readonly NameJson[] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <Card>
      <h2>{t("chatSchedule.followers")}</h2>
      {followers.length === 0 ? (
        <p>{t("chatSchedule.followers.none")}</p>
      ) : (
        <Bullets
          items={followers.map(
            ({ id = "", names }) =>
              [
                id,
                <Link key={id} params={{ id }} to="/admin/chat/$id">
                  {localized(language, names)}
                </Link>,
              ] as const,
          )}
        />
      )}
    </Card>
  );
}
