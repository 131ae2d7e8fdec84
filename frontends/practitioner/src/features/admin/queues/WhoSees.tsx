import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Spinner } from "@kajo/shared/ui";
import { useListWorkersQuery } from "../workplaces/api";

interface WhoSeesProps {
  readonly roleIds: readonly string[];
  readonly locationIds: readonly string[];
}

/** Who would see the tasks of a queue that these roles at these locations work (CON-20), as identity knows them now. */
export function WhoSees({ roleIds, locationIds }: WhoSeesProps) {
  const t = useText();
  const isAsked = roleIds.length > 0 && locationIds.length > 0;
  const { currentData, error, refetch } = useListWorkersQuery(
    { roleIds: [...roleIds].sort(), locationIds: [...locationIds].sort() },
    { skip: !isAsked },
  );
  if (!isAsked) return <p>{t("queues.whoSees.choose")}</p>;
  if (error && !currentData) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!currentData) return <Spinner />;
  const { count = 0, displayNames = [] } = currentData;
  if (count === 0) return <p>{t("queues.whoSees.nobody")}</p>;
  const names = displayNames.join(", ");
  return (
    <p role="status">
      {count > displayNames.length
        ? t("queues.whoSees.andMore", { count, names, more: count - displayNames.length })
        : t("queues.whoSees", { count, names })}
    </p>
  );
}
