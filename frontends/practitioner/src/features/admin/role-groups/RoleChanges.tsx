import { LoadFailed } from "@kajo/shared/errors";
import { dotted, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { RoleChangeJson } from "@kajo/shared/rpc";
import { Bullets, Spinner, Stack } from "@kajo/shared/ui";
import { useListQueuesOfRoleQuery } from "./api";

/** Whose roles a change would take and give, and which queues the roles work: what is lost comes first. */
export function RoleChanges({ changes }: { readonly changes: readonly RoleChangeJson[] }) {
  return [...changes]
    .sort((one, other) => (other.losing ?? 0) - (one.losing ?? 0))
    .map((change) => <RoleChange change={change} key={change.role?.roleId} />);
}

function RoleChange({ change }: { readonly change: RoleChangeJson }) {
  const t = useText();
  const language = useLanguage();
  const role = localized(language, change.role?.name);
  const { losing = 0, losingNames = [], losingAtWork = 0, gaining = 0, gainingNames = [] } = change;
  const named = (names: readonly string[], all: number) =>
    all > names.length
      ? t("roleGroups.change.andMore", { names: names.join(", "), more: all - names.length })
      : names.join(", ");
  return (
    <Stack gap="s">
      {losing > 0 ? (
        <p>{t("roleGroups.change.losing", { count: losing, role, names: named(losingNames, losing) })}</p>
      ) : null}
      {losingAtWork > 0 ? <p>{t("roleGroups.change.atWork", { count: losingAtWork })}</p> : null}
      {gaining > 0 ? (
        <p>{t("roleGroups.change.gaining", { count: gaining, role, names: named(gainingNames, gaining) })}</p>
      ) : null}
      <Queues role={role} roleId={change.role?.roleId ?? ""} />
    </Stack>
  );
}

function Queues({ role, roleId }: { readonly role: string; readonly roleId: string }) {
  const t = useText();
  const language = useLanguage();
  const { data, error, refetch } = useListQueuesOfRoleQuery({ roleId });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  const { queues = [] } = data;
  if (queues.length === 0) return <p>{t("roleGroups.change.noQueues", { role })}</p>;
  return (
    <>
      <p>{t("roleGroups.change.queues", { role })}</p>
      <Bullets
        items={queues.map(({ subcategoryId = "", categoryName, name }) => [
          subcategoryId,
          dotted(localized(language, categoryName), localized(language, name)),
        ])}
      />
    </>
  );
}
