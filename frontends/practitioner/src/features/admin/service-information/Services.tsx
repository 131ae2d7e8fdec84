/** Services: what residents and professionals find, book and are asked about (SVC-02). */
import { localized, useLanguage } from "@kajo/shared/i18n";
import { type ServiceDetailsJson, type ServiceJson, ServiceService } from "@kajo/shared/rpc";
import { useNameOptions } from "../../names/use-name-options";
import { useAreaOptions } from "../../service-areas/use-area-options";
import { adminModule, type RecordOf } from "../module/admin-module";
import { useRoleOptions } from "../workplaces/use-role-options";
import { serviceInformation } from "./lists";

const { listServices, getService, saveService, archiveService, restoreService, removeService } = ServiceService.method;

const useCategoryOptions = (chosen: readonly string[]) => useNameOptions("service_category", chosen);

const useContentOptions = (chosen: readonly string[]) => useNameOptions("service_content", chosen);

const useAreas = ([chosen = ""]: readonly string[]) => useAreaOptions(chosen);

const availabilities = {
  AVAILABILITY_ALL: "services.availability.all",
  AVAILABILITY_PROFESSIONALS: "services.availability.professionals",
  AVAILABILITY_NOBODY: "services.availability.nobody",
} as const;

export const { listPage, newPage, recordPage } = adminModule<ServiceDetailsJson>({
  path: "/admin/service-information/services",
  kind: "service",
  beside: serviceInformation,
  methods: {
    list: listServices,
    get: getService,
    save: saveService,
    archive: archiveService,
    restore: restoreService,
    remove: removeService,
  },
  texts: {
    title: "services.title",
    new: "services.new",
    search: "services.search",
    none: "services.none",
    notFound: "services.notFound",
    noneText: "services.none.text",
    saved: "services.saved",
    archive: "services.archive",
    archiveQuestion: "services.archive.question",
    archived: "services.archived",
    restore: "services.restore",
    restoreQuestion: "services.restore.question",
    restored: "services.restored",
  },
  nameOf: ({ name }, language) => name?.[language as "fi"] ?? name?.fi ?? "",
  question: {
    reason: "service_name_exists",
    confirmed: "sameNameConfirmed",
    title: "services.sameName",
    confirm: "services.sameName.confirm",
    text: "services.sameName.text",
  },
  removal: {
    remove: "services.remove",
    question: "services.remove.question",
    removed: "services.removed",
  },
  fields: [
    { as: "translated", key: "name", label: "services.name", max: 200 },
    {
      as: "text",
      key: "administrativeName",
      label: "services.administrativeName",
      hint: "services.administrativeName.hint",
      max: 200,
    },
    {
      as: "translated",
      key: "description",
      label: "services.description",
      hint: "serviceCategories.description.hint",
      max: 2000,
      rows: 3,
      optional: true,
    },
    {
      as: "reference",
      key: "serviceCategoryId",
      label: "services.category",
      useOptions: useCategoryOptions,
    },
    {
      as: "choice",
      key: "availability",
      label: "services.availability",
      part: "services.part.whom",
      options: [
        ["AVAILABILITY_ALL", "services.availability.all"],
        ["AVAILABILITY_PROFESSIONALS", "services.availability.professionals"],
        ["AVAILABILITY_NOBODY", "services.availability.nobody"],
      ],
    },
    {
      as: "reference",
      key: "serviceAreaId",
      label: "services.area",
      hint: "services.area.hint",
      optional: true,
      useOptions: useAreas,
    },
    { as: "number", key: "ageMin", label: "services.ageMin", hint: "services.ageMin.hint", min: 0, max: 120 },
    { as: "number", key: "ageMax", label: "services.ageMax", hint: "services.ageMax.hint", min: 0, max: 120 },
    {
      as: "choice",
      key: "sex",
      label: "services.sex",
      options: [
        ["SEX_FILTER_ALL", "services.sex.all"],
        ["SEX_FILTER_FEMALE", "services.sex.female"],
        ["SEX_FILTER_MALE", "services.sex.male"],
      ],
    },
    {
      as: "references",
      key: "roleIds",
      label: "services.roles",
      hint: "services.roles.hint",
      useOptions: useRoleOptions,
    },
    {
      as: "references",
      key: "contentIds",
      label: "services.contents",
      hint: "services.contents.hint",
      useOptions: useContentOptions,
    },
    {
      as: "translated",
      key: "defaultAppointmentName",
      label: "services.defaultAppointmentName",
      hint: "services.defaultAppointmentName.hint",
      part: "services.part.appointments",
      max: 200,
      optional: true,
    },
    {
      as: "translated",
      key: "defaultRoleName",
      label: "services.defaultRoleName",
      hint: "services.defaultRoleName.hint",
      max: 200,
      optional: true,
    },
    {
      as: "translated",
      key: "preparationInstructions",
      label: "services.preparationInstructions",
      hint: "services.preparationInstructions.hint",
      max: 5000,
      rows: 4,
      optional: true,
    },
    {
      as: "number",
      key: "fetchIntervalMinutes",
      label: "services.fetchInterval",
      hint: "services.fetchInterval.hint",
      min: 5,
      max: 10080,
    },
  ],
  columns: (t) => [
    {
      id: "administrativeName",
      label: t("services.administrativeName"),
      cell: ({ details }) => details?.administrativeName || "–",
    },
    { id: "category", label: t("services.category"), cell: (record) => <CategoryName record={record} /> },
    {
      id: "availability",
      label: t("services.availability"),
      cell: ({ details }) => t(availabilities[(details?.availability ?? "") as "AVAILABILITY_ALL"] ?? "names.gone"),
    },
  ],
});

function CategoryName({ record }: { readonly record: RecordOf<ServiceDetailsJson> }) {
  const language = useLanguage();
  return localized(language, (record as ServiceJson).serviceCategory?.names);
}
