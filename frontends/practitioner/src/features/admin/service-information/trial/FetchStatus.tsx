/** How another system is asked for the appointments of a search, what came of it, and asking it now (SCH-21). */
import { useFailureLine } from "@kajo/shared/errors";
import { dateTimeText, reasonTexts, useLanguage, useText } from "@kajo/shared/i18n";
import { type AppointmentSearchJson, type SyncStatusJson, useIntent } from "@kajo/shared/rpc";
import { Banner, Button, Row, Spinner } from "@kajo/shared/ui";
import { useState } from "react";
import { useSyncFailureText } from "../integrations/use-sync-text";
import { useFetchAppointmentSearchMutation } from "./api";

interface FetchStatusProps {
  readonly search: AppointmentSearchJson;
}

export function FetchStatus({ search }: FetchStatusProps) {
  const t = useText();
  const { archived = false, sync = {} } = search;
  return (
    <>
      <Fetched sync={sync} />
      {sync.notConnected ? <Banner tone="warning">{t("searches.fetch.notConnected")}</Banner> : null}
      {archived ? <p>{t("searches.fetch.archived")}</p> : null}
      {archived || sync.notConnected ? null : <FetchNow search={search} />}
    </>
  );
}

/** When it was asked last and is asked next, how many are booked, what was left out, and why it fails. */
function Fetched({ sync }: { readonly sync: SyncStatusJson }) {
  const t = useText();
  const language = useLanguage();
  const failureText = useSyncFailureText();
  const { syncedAt, bookedCount = 0, nextAt, intervalMinutes = 0, failure } = sync;
  const { unknownPatientCount = 0, unreadableCount = 0 } = sync;
  const at = (time: string) => dateTimeText(language, new Date(time));
  const lines = [
    syncedAt ? t("searches.fetch.last", { at: at(syncedAt) }) : t("searches.fetch.never"),
    t("searches.sync.booked", { count: bookedCount }),
    nextAt ? t("searches.fetch.next", { at: at(nextAt) }) : "",
    intervalMinutes > 0 ? t("searches.fetch.interval", { minutes: intervalMinutes }) : "",
  ];
  return (
    <>
      <p>{lines.filter(Boolean).join(" ")}</p>
      {failure ? (
        <Banner tone="danger">
          {t("searches.fetch.failing", {
            since: failure.since ? at(failure.since) : "",
            count: failure.inARow ?? 1,
            why: failureText(failure),
          })}
        </Banner>
      ) : null}
      {unreadableCount > 0 ? (
        <Banner tone="warning">{t("searches.fetch.unreadable", { count: unreadableCount })}</Banner>
      ) : null}
      {unknownPatientCount > 0 ? <p>{t("searches.fetch.unknown", { count: unknownPatientCount })}</p> : null}
    </>
  );
}

function FetchNow({ search }: FetchStatusProps) {
  const t = useText();
  const { told, isPending, fetchNow } = useFetch(search);
  return (
    <>
      <Row>
        <Button isPending={isPending} kind="secondary" onPress={() => void fetchNow()}>
          {t("searches.fetch.now")}
        </Button>
        {isPending ? <Spinner /> : null}
      </Row>
      <div role="status">{isPending ? t("searches.fetch.pending") : told}</div>
    </>
  );
}

/** Asks now; `told` is what came of it. */
function useFetch({ appointmentSearchId = "" }: AppointmentSearchJson) {
  const t = useText();
  const failureLine = useFailureLine();
  const failureText = useSyncFailureText();
  const intent = useIntent();
  const [send] = useFetchAppointmentSearchMutation();
  const [isPending, setPending] = useState(false);
  const [told, setTold] = useState("");
  const outcome = async () => {
    const request = { appointmentSearchId };
    const { data, error } = await send({ request, idempotencyKey: intent.keyFor(request) });
    if (error !== undefined) return failureLine(error);
    // Each time is another one.
    intent.settle();
    const { bookedCount = 0, failure } = data?.sync ?? {};
    if (!failure) return t("searches.fetch.done", { count: bookedCount });
    await reasonTexts();
    return t("integrations.sync.failed", { why: failureText(failure) });
  };
  const fetchNow = async () => {
    if (isPending) return;
    setPending(true);
    setTold(await outcome());
    setPending(false);
  };
  return { told, isPending, fetchNow };
}
