/** Appointment searches: where the times of a service come from, and how they are shown and changed (SCH-12). */
import { dateTimeText, localized, useLanguage, useText } from "@kajo/shared/i18n";
import {
  type AppointmentSearchDetailsJson,
  type AppointmentSearchJson,
  AppointmentSearchService,
} from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import { systemText } from "../../booking-systems/systems";
import { useNameOptions } from "../../names/use-name-options";
import { adminModule, type RecordOf } from "../module/admin-module";
import { FailingSync } from "./integrations/FailingSync";
import { serviceInformation } from "./lists";
import { searchFields } from "./search-fields";
import { SearchTrial } from "./trial/SearchTrial";

const {
  listAppointmentSearches,
  getAppointmentSearch,
  saveAppointmentSearch,
  archiveAppointmentSearch,
  restoreAppointmentSearch,
  removeAppointmentSearch,
} = AppointmentSearchService.method;

export const { listPage, newPage, recordPage } = adminModule<AppointmentSearchDetailsJson>({
  path: "/admin/service-information/searches",
  kind: "appointment_search",
  beside: serviceInformation,
  methods: {
    list: listAppointmentSearches,
    get: getAppointmentSearch,
    save: saveAppointmentSearch,
    archive: archiveAppointmentSearch,
    restore: restoreAppointmentSearch,
    remove: removeAppointmentSearch,
  },
  texts: {
    title: "searches.title",
    new: "searches.new",
    search: "searches.search",
    none: "searches.none",
    notFound: "searches.notFound",
    noneText: "searches.none.text",
    saved: "searches.saved",
    archive: "searches.archive",
    archiveQuestion: "searches.archive.question",
    archived: "searches.archived",
    restore: "searches.restore",
    restoreQuestion: "searches.restore.question",
    restored: "searches.restored",
  },
  nameOf: ({ administrativeName }) => administrativeName ?? "",
  question: {
    reason: "search_overlaps",
    confirmed: "overlapConfirmed",
    title: "searches.overlap",
    confirm: "searches.overlap.confirm",
    text: "searches.overlap.text",
  },
  removal: {
    remove: "searches.remove",
    question: "searches.remove.question",
    removed: "searches.removed",
  },
  fields: searchFields,
  columns: (t) => [
    { id: "system", label: t("searches.system"), cell: ({ details }) => t(systemText(details?.system)) },
    {
      id: "service",
      label: t("searches.service"),
      cell: ({ details }) => <ServiceName id={details?.serviceId ?? ""} />,
    },
    { id: "role", label: t("searches.role"), cell: (record) => <RoleName record={record} /> },
    { id: "sync", label: t("searches.sync"), cell: (record) => <Sync record={record} /> },
  ],
  changesAt: (record) => (record as AppointmentSearchJson).sync?.nextAt,
  below: (record) => <SearchTrial search={record as AppointmentSearchJson} />,
});

/** Nothing while it is not known. */
function ServiceName({ id }: { readonly id: string }) {
  return useNameOptions("service", [id])?.find((service) => service.id === id)?.label ?? "";
}

/** The default one when the role that the search names is no more. */
function RoleName({ record }: { readonly record: RecordOf<AppointmentSearchDetailsJson> }) {
  const language = useLanguage();
  return localized(language, (record as AppointmentSearchJson).bookingRole?.names);
}

/** When its times were planned or fetched last, and how many of those to come are booked; or why they are not fetched. */
function Sync({ record }: { readonly record: RecordOf<AppointmentSearchDetailsJson> }) {
  const t = useText();
  const language = useLanguage();
  const { syncedAt, bookedCount = 0, failure, notConnected } = (record as AppointmentSearchJson).sync ?? {};
  if (notConnected)
    return (
      <StatusTag tone="warning" wraps>
        {t("searches.fetch.notConnected")}
      </StatusTag>
    );
  if (failure) return <FailingSync failure={failure} />;
  if (!syncedAt) return "–";
  return t("searches.sync.short", { at: dateTimeText(language, new Date(syncedAt)), count: bookedCount });
}
