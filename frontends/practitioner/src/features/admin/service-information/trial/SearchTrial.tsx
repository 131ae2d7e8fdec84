/** How an appointment search stands with its source, and what residents find by it as it is kept (SCH-12). */
import { dateTimeText, dayText, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { AppointmentSearchJson } from "@kajo/shared/rpc";
import { Button, Card, Stack } from "@kajo/shared/ui";
import { useState } from "react";
import { useTryAppointmentSearchQuery } from "./api";
import { FetchStatus } from "./FetchStatus";
import { FoundTimes } from "./FoundTimes";

interface SearchTrialProps {
  readonly search: AppointmentSearchJson;
}

export function SearchTrial({ search }: SearchTrialProps) {
  const t = useText();
  return (
    <Card>
      <Stack gap="m">
        <h2>{t("searches.sync")}</h2>
        {search.details?.system === "BOOKING_SYSTEM_OWN" ? <Own search={search} /> : <FetchStatus search={search} />}
      </Stack>
    </Card>
  );
}

/** The own calendar: when its times were planned, and what is free. */
function Own({ search }: SearchTrialProps) {
  const t = useText();
  const language = useLanguage();
  const { syncedAt, bookedCount = 0 } = search.sync ?? {};
  const planned = syncedAt
    ? t("searches.sync.planned", { at: dateTimeText(language, new Date(syncedAt)) })
    : t("searches.sync.never");
  return (
    <>
      <p>{[planned, t("searches.sync.booked", { count: bookedCount })].join(" ")}</p>
      <Trial search={search} />
    </>
  );
}

/** The first free times, or why there are none; asked for again by who tries again. */
function Trial({ search }: SearchTrialProps) {
  const t = useText();
  const language = useLanguage();
  const [isTried, setTried] = useState(false);
  const {
    appointmentSearchId = "",
    archived = false,
    details: { onlyBooked = false, allMunicipalities = false } = {},
  } = search;
  const query = useTryAppointmentSearchQuery({ appointmentSearchId }, { skip: !isTried });
  const { data: { times = [], plannedUntil = "" } = {} } = query;
  const whyNone = () => {
    if (archived) return t("searches.try.archived");
    if (onlyBooked) return t("searches.try.onlyBooked");
    return plannedUntil
      ? t("searches.try.none", { day: dayText(language, new Date(plannedUntil)) })
      : t("searches.try.unplanned");
  };
  return (
    <>
      <p>{t("searches.try.text")}</p>
      <div>
        <Button
          isPending={query.isFetching}
          kind="secondary"
          onPress={() => (isTried ? void query.refetch() : setTried(true))}
        >
          {t("searches.try")}
        </Button>
      </div>
      <div role="status">
        {query.data ? (times.length > 0 ? t("searches.try.found", { count: times.length }) : whyNone()) : null}
      </div>
      {isTried ? (
        <QueryView query={query}>
          {() =>
            times.length > 0 ? (
              <>
                {allMunicipalities ? null : <p>{t("searches.try.ownArea")}</p>}
                <FoundTimes times={times} />
              </>
            ) : null
          }
        </QueryView>
      ) : null}
    </>
  );
}
