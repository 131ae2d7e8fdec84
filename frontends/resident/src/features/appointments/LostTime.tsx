import { LoadFailed } from "@kajo/shared/errors";
import { dotted, useText } from "@kajo/shared/i18n";
import type { BookableTimeJson, TimeFilterJson } from "@kajo/shared/rpc";
import { Banner, Skeleton } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import { useListTimesInfiniteQuery } from "./api";
import styles from "./Booking.module.css";
import { useTypeText, useWhen } from "./words";

export interface LostTimeProps {
  readonly lost: BookableTimeJson;
  /** What was looked for. */
  readonly filter: TimeFilterJson;
  readonly list: (times: readonly BookableTimeJson[], label: string, withDay?: boolean) => ReactNode;
}

/** Somebody else was quicker: which time that was, and the nearest ones of the same service, place and type. */
export function LostTime({ lost, filter, list }: LostTimeProps) {
  const t = useText();
  const when = useWhen();
  const typeText = useTypeText();
  const nearest = useListTimesInfiniteQuery({
    filter: {
      ...filter,
      ...(lost.serviceId ? { serviceId: lost.serviceId } : {}),
      ...(lost.place?.locationId ? { locationIds: [lost.place.locationId] } : {}),
      ...(lost.type ? { types: [lost.type] } : {}),
    },
    wanted: "TIMES_WANTED_NEAREST",
    ...(lost.span?.startsAt ? { near: lost.span.startsAt } : {}),
  });
  const times = nearest.currentData?.pages.flatMap((page) => page.times ?? []);
  return (
    <>
      <Banner announce="alert" tone="warning">
        <p>{t("error.reason.slot_taken")}</p>
        <p>{t("booking.lost.time", { time: dotted(when(lost.span), typeText(lost.type), lost.place?.name) })}</p>
      </Banner>
      <section aria-labelledby="nearest-title" className={styles.section}>
        <h2 id="nearest-title">{t("booking.lost.nearest")}</h2>
        {nearest.error && !times ? <LoadFailed error={nearest.error} onRetry={() => void nearest.refetch()} /> : null}
        {times || nearest.error ? null : <Skeleton rows={3} />}
        {times?.length === 0 ? <p>{t("booking.lost.none")}</p> : null}
        {times && times.length > 0 ? list(times, t("booking.lost.nearest"), true) : null}
      </section>
    </>
  );
}
