import { useLanguage, useText } from "@kajo/shared/i18n";
import type { PrescriptionJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { useListMyPrescriptionsInfiniteQuery } from "../../health-records/api";
import { StateTag } from "../../health-records/StateTag";
import { dateText, middayOf } from "../../health-records/words";
import { type EventItem, type EventList, eventList } from "../event";
import { toldTimes } from "./told-times";

/** Prescriptions by the day on which they were written, the newest first. */
export function usePrescriptions(isAsked: boolean): EventList {
  const t = useText();
  const language = useLanguage();
  const query = useListMyPrescriptionsInfiniteQuery(undefined, { skip: !isAsked });
  const itemOf = (prescription: PrescriptionJson, at: string): EventItem => {
    const { prescriptionId = "", medication, prescriber, state, ended, writtenOn = "" } = prescription;
    return {
      key: `prescription ${prescriptionId}`,
      kind: "prescriptions",
      at,
      title: medication || t("healthRecord.prescription"),
      detail: prescriber ? <span translate="no">{prescriber}</span> : undefined,
      state: (
        <>
          <StateTag state={state} />
          {ended ? <StatusTag>{t("healthRecord.ended")}</StatusTag> : null}
        </>
      ),
      when: dateText(language, writtenOn),
      link: (row) => <Link {...row} params={{ prescriptionId }} to="/events/prescriptions/$prescriptionId" />,
    };
  };
  return eventList(query, {
    kinds: ["prescriptions"],
    entriesOf: (page) => page.prescriptions,
    itemsOf: (prescriptions) => {
      const times = toldTimes(prescriptions.map(({ writtenOn = "", arrivedAt }) => [middayOf(writtenOn), arrivedAt]));
      return prescriptions.map((prescription, index) => itemOf(prescription, times[index] ?? ""));
    },
  });
}
