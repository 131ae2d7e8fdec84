import { dotted, LocalizedLine, localized, useLanguage } from "@kajo/shared/i18n";
import type { AppointmentJson } from "@kajo/shared/rpc";
import { Link } from "@tanstack/react-router";
import { useListMyAppointmentsInfiniteQuery } from "../../appointments/api";
import { OverTag } from "../../appointments/OverTag";
import { placeLine, useTypeText, useWhen } from "../../appointments/words";
import { type EventItem, type EventList, eventList } from "../event";

/** Those that are over or cancelled by when they begin, the newest first; otherwise those to come, the next first. */
export function useAppointments(past: boolean, isAsked: boolean): EventList {
  const language = useLanguage();
  const when = useWhen();
  const typeText = useTypeText();
  const query = useListMyAppointmentsInfiniteQuery({ past }, { skip: !isAsked });
  const itemOf = ({ appointmentId = "", title, service, span, type, place, state }: AppointmentJson): EventItem => {
    const where = dotted(typeText(type), placeLine(place));
    return {
      key: `appointment ${appointmentId}`,
      kind: "appointments",
      at: span?.startsAt ?? "",
      title: <LocalizedLine texts={[localized(language, title) ? title : service?.names]} />,
      detail: where ? <span>{where}</span> : undefined,
      state: past ? <OverTag state={state} /> : undefined,
      when: when(span),
      link: (row) => <Link {...row} params={{ appointmentId }} to="/appointment/$appointmentId" />,
    };
  };
  return eventList(query, {
    kinds: ["appointments"],
    entriesOf: (page) => page.appointments,
    itemsOf: (appointments) => appointments.map(itemOf),
  });
}
