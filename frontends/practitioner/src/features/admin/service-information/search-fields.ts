/** The fields of an appointment search: those of its parameters follow the system that its times come from. */
import type { MessageId } from "@kajo/shared/i18n";
import type { AppointmentSearchDetailsJson, BookingSystemJson } from "@kajo/shared/rpc";
import { appointmentTypes } from "../../appointment-types/types";
import { bookingSystems } from "../../booking-systems/systems";
import { useNameOptions } from "../../names/use-name-options";
import type { RecordField, Values } from "../module/fields";
import { useLocationOptions } from "../workplaces/use-location-options";

type Field = RecordField<AppointmentSearchDetailsJson>;

const useRoleOptions = (chosen: readonly string[]) => useNameOptions("booking_role", chosen);
const useServiceOptions = (chosen: readonly string[]) => useNameOptions("service", chosen);
const useScheduleOptions = (chosen: readonly string[]) => useNameOptions("schedule", chosen);

const of = (system: BookingSystemJson) => (values: Values) => values.system === system;
const [isOwn, isLifecare, isPegasos, isOmni360, isVihta] = [
  of("BOOKING_SYSTEM_OWN"),
  of("BOOKING_SYSTEM_LIFECARE"),
  of("BOOKING_SYSTEM_PEGASOS"),
  of("BOOKING_SYSTEM_OMNI360"),
  of("BOOKING_SYSTEM_VIHTA"),
];
const isOther = (values: Values) => Boolean(values.system) && !isOwn(values);
/** Our own calendar has nobody else who could say it. */
const isSaidBySearch = (source: "cancelableSource" | "reschedulableSource") => (values: Values) =>
  !isOther(values) || values[source] === "CHANGE_SOURCE_SERVICE_INFORMATION";

const words = (
  when: (values: Values) => boolean,
  key: Field["key"],
  label: MessageId,
  more: Partial<Pick<Field, "hint" | "part">> = {},
): Field => ({ as: "words", when, key, label, ...more });

const sources = [
  ["CHANGE_SOURCE_SERVICE_INFORMATION", "searches.source.serviceInformation"],
  ["CHANGE_SOURCE_INTEGRATION", "searches.source.integration"],
] as const;

export const searchFields: readonly Field[] = [
  {
    as: "text",
    key: "administrativeName",
    label: "searches.name",
    hint: "services.administrativeName.hint",
    max: 200,
    required: true,
  },
  { as: "reference", key: "serviceId", label: "searches.service", useOptions: useServiceOptions },
  {
    as: "reference",
    key: "bookingRoleId",
    label: "searches.role",
    hint: "searches.role.hint",
    useOptions: useRoleOptions,
  },
  { as: "choice", key: "system", label: "searches.system", part: "searches.part.source", options: bookingSystems },
  {
    as: "references",
    key: "scheduleIds",
    label: "searches.schedules",
    hint: "searches.schedules.hint",
    when: isOwn,
    useOptions: useScheduleOptions,
  },
  {
    as: "choice",
    key: "lifecareCareKind",
    label: "searches.lifecare.careKind",
    when: (values) => isLifecare(values) && !values.onlyBooked,
    options: [
      ["CARE_KIND_PRIMARY", "searches.lifecare.primary"],
      ["CARE_KIND_SPECIALISED", "searches.lifecare.specialised"],
    ],
  },
  words(isLifecare, "lifecareAppointmentTypes", "searches.lifecare.appointmentTypes", { hint: "searches.words.hint" }),
  words(isLifecare, "lifecareScheduleIds", "searches.lifecare.scheduleIds"),
  words(isLifecare, "lifecareFunctions", "searches.lifecare.functions"),
  words(isLifecare, "lifecareLocations", "searches.lifecare.locations"),
  words(isLifecare, "lifecareVisitTypes", "searches.lifecare.visitTypes"),
  words(isLifecare, "lifecareVisitTypeSpecifiers", "searches.lifecare.visitTypeSpecifiers"),
  words(isOmni360, "omni360LocationNames", "searches.omni360.locationNames", { hint: "searches.words.hint" }),
  words(isOmni360, "omni360PractitionerIds", "searches.omni360.practitionerIds"),
  {
    as: "text",
    key: "omni360AppointmentBookTypeId",
    label: "searches.omni360.appointmentBookType",
    max: 200,
    when: isOmni360,
  },
  words(isOmni360, "omni360ContactMethodIds", "searches.omni360.contactMethodIds"),
  words(isOmni360, "omni360ServiceCategoryIds", "searches.omni360.serviceCategoryIds"),
  words(isOmni360, "omni360UrgencyClassIds", "searches.omni360.urgencyClassIds"),
  words(isVihta, "vihtaServiceIds", "searches.vihta.serviceIds", { hint: "searches.words.hint" }),
  { as: "yesNo", key: "vihtaPublicService", label: "searches.vihta.publicService", when: isVihta },
  {
    as: "parameters",
    key: "pegasosParameters",
    label: "searches.pegasos.parameters",
    hint: "searches.pegasos.parameters.hint",
    when: isPegasos,
  },
  {
    as: "reference",
    key: "locationId",
    label: "searches.location",
    hint: "searches.location.hint",
    optional: true,
    when: isOther,
    useOptions: useLocationOptions,
  },
  {
    as: "choice",
    key: "appointmentType",
    label: "searches.type",
    hint: "searches.type.hint",
    when: isOther,
    initial: "APPOINTMENT_TYPE_UNSPECIFIED",
    options: [["APPOINTMENT_TYPE_UNSPECIFIED", "appointmentType.bySource"], ...appointmentTypes],
  },
  {
    as: "number",
    key: "durationMinutes",
    label: "searches.duration",
    hint: "searches.duration.hint",
    part: "searches.part.settings",
    min: 1,
    max: 1440,
  },
  {
    as: "choice",
    key: "cancelableSource",
    label: "searches.cancelableSource",
    when: isOther,
    initial: "CHANGE_SOURCE_SERVICE_INFORMATION",
    options: sources,
  },
  { as: "yesNo", key: "cancelable", label: "searches.cancelable", when: isSaidBySearch("cancelableSource") },
  {
    as: "choice",
    key: "reschedulableSource",
    label: "searches.reschedulableSource",
    when: isOther,
    initial: "CHANGE_SOURCE_SERVICE_INFORMATION",
    options: sources,
  },
  { as: "yesNo", key: "reschedulable", label: "searches.reschedulable", when: isSaidBySearch("reschedulableSource") },
  {
    as: "number",
    key: "lateCancelHours",
    label: "searches.lateCancelHours",
    hint: "searches.lateCancelHours.hint",
    min: 0,
    max: 8760,
  },
  { as: "yesNo", key: "practitionerNameShown", label: "searches.practitionerName" },
  { as: "yesNo", key: "allMunicipalities", label: "searches.allMunicipalities" },
  { as: "yesNo", key: "realAppointment", label: "searches.realAppointment" },
  { as: "yesNo", key: "onlyBooked", label: "searches.onlyBooked" },
];
