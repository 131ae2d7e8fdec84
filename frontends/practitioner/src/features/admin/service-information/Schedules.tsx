/** Schedules of the own calendar: when a professional or a room can be booked. */
import { useText } from "@kajo/shared/i18n";
import { type ScheduleDetailsJson, ScheduleService } from "@kajo/shared/rpc";
import { appointmentTypes, typeText } from "../../appointment-types/types";
import { useNameOptions } from "../../names/use-name-options";
import { adminModule } from "../module/admin-module";
import type { Values } from "../module/fields";
import { useListWorkersAtQuery } from "../workplaces/api";
import { useLocationOptions } from "../workplaces/use-location-options";
import { LocationName } from "./LocationName";
import { serviceInformation } from "./lists";

const { listSchedules, getSchedule, saveSchedule, archiveSchedule, restoreSchedule, removeSchedule, listScheduleUses } =
  ScheduleService.method;

const useServiceOptions = (chosen: readonly string[]) => useNameOptions("service", chosen);

/** Who may work at the location that is chosen, and who is chosen already. */
function useWorkerOptions([chosen = ""]: readonly string[], { locationId }: Values) {
  const t = useText();
  const query = useListWorkersAtQuery({ locationId: locationId as string }, { skip: !locationId });
  const { data, isError } = query;
  if (locationId && !data && !isError) return undefined;
  const workers = (data?.workers ?? []).map(({ practitionerId = "", displayName = "" }) => ({
    id: practitionerId,
    label: displayName,
  }));
  const isGone = chosen && workers.every(({ id }) => id !== chosen);
  return isGone ? [...workers, { id: chosen, label: t(isError ? "names.failed" : "names.gone") }] : workers;
}

export const { listPage, newPage, recordPage } = adminModule<ScheduleDetailsJson>({
  path: "/admin/service-information/schedules",
  kind: "schedule",
  beside: serviceInformation,
  methods: {
    list: listSchedules,
    get: getSchedule,
    save: saveSchedule,
    archive: archiveSchedule,
    restore: restoreSchedule,
    remove: removeSchedule,
    uses: listScheduleUses,
  },
  texts: {
    title: "schedules.title",
    new: "schedules.new",
    search: "schedules.search",
    none: "schedules.none",
    notFound: "schedules.notFound",
    noneText: "schedules.none.text",
    saved: "schedules.saved",
    archive: "schedules.archive",
    archiveQuestion: "schedules.archive.question",
    archived: "schedules.archived",
    restore: "schedules.restore",
    restoreQuestion: "schedules.restore.question",
    restored: "schedules.restored",
  },
  nameOf: ({ name }) => name ?? "",
  removal: {
    remove: "schedules.remove",
    question: "schedules.remove.question",
    removed: "schedules.removed",
    uses: { text: "schedules.uses", path: "/admin/service-information/searches" },
  },
  fields: [
    { as: "text", key: "name", label: "schedules.name", hint: "schedules.name.hint", max: 200, required: true },
    { as: "reference", key: "locationId", label: "schedules.location", useOptions: useLocationOptions },
    {
      as: "reference",
      key: "practitionerId",
      label: "schedules.practitioner",
      hint: "schedules.practitioner.hint",
      optional: true,
      useOptions: useWorkerOptions,
    },
    { as: "references", key: "serviceIds", label: "schedules.services", useOptions: useServiceOptions },
    { as: "choice", key: "appointmentType", label: "schedules.type", options: appointmentTypes },
    {
      as: "number",
      key: "slotMinutes",
      label: "schedules.slotMinutes",
      part: "schedules.part.hours",
      min: 5,
      max: 480,
      required: true,
    },
    { as: "week", key: "weekly", label: "schedules.weekly", hint: "schedules.weekly.hint" },
    { as: "day", key: "validFrom", label: "schedules.validFrom", part: "schedules.part.validity", required: true },
    { as: "day", key: "validUntil", label: "schedules.validUntil", hint: "schedules.validUntil.hint" },
    { as: "exceptional", key: "exceptions", label: "schedules.exceptions", hint: "schedules.exceptions.hint" },
  ],
  columns: (t) => [
    {
      id: "location",
      label: t("schedules.location"),
      cell: ({ details }) => <LocationName id={details?.locationId ?? ""} />,
    },
    { id: "type", label: t("schedules.type"), cell: ({ details }) => t(typeText(details?.appointmentType)) },
    {
      id: "slotMinutes",
      label: t("schedules.slotMinutes"),
      cell: ({ details }) => t("schedules.minutes", { minutes: details?.slotMinutes ?? 0 }),
    },
  ],
});
