/** Service categories: under what services are found (SVC-01). */
import { Icon } from "@kajo/shared/icons";
import { type ServiceCategoryDetailsJson, ServiceCategoryService } from "@kajo/shared/rpc";
import { adminModule } from "../module/admin-module";
import { serviceInformation } from "./lists";

const {
  listServiceCategories,
  getServiceCategory,
  saveServiceCategory,
  archiveServiceCategory,
  restoreServiceCategory,
  removeServiceCategory,
  listServiceCategoryUses,
} = ServiceCategoryService.method;

export const { listPage, newPage, recordPage } = adminModule<ServiceCategoryDetailsJson>({
  path: "/admin/service-information/categories",
  kind: "service_category",
  beside: serviceInformation,
  methods: {
    list: listServiceCategories,
    get: getServiceCategory,
    save: saveServiceCategory,
    archive: archiveServiceCategory,
    restore: restoreServiceCategory,
    remove: removeServiceCategory,
    uses: listServiceCategoryUses,
  },
  texts: {
    title: "serviceCategories.title",
    new: "serviceCategories.new",
    search: "serviceCategories.search",
    none: "serviceCategories.none",
    notFound: "serviceCategories.notFound",
    noneText: "serviceCategories.none.text",
    saved: "serviceCategories.saved",
    archive: "serviceCategories.archive",
    archiveQuestion: "serviceCategories.archive.question",
    archived: "serviceCategories.archived",
    restore: "serviceCategories.restore",
    restoreQuestion: "serviceCategories.restore.question",
    restored: "serviceCategories.restored",
  },
  nameOf: ({ name }, language) => name?.[language as "fi"] ?? name?.fi ?? "",
  removal: {
    remove: "serviceCategories.remove",
    question: "serviceCategories.remove.question",
    removed: "serviceCategories.removed",
    uses: { text: "serviceCategories.uses", path: "/admin/service-information/services" },
  },
  fields: [
    { as: "translated", key: "name", label: "serviceCategories.name", max: 200 },
    {
      as: "translated",
      key: "description",
      label: "serviceCategories.description",
      hint: "serviceCategories.description.hint",
      max: 2000,
      rows: 3,
      optional: true,
    },
    { as: "icon", key: "icon", label: "serviceCategories.icon" },
    {
      as: "choice",
      key: "matter",
      label: "serviceCategories.matter",
      hint: "serviceCategories.matter.hint",
      options: [
        ["MATTER_HEALTH", "matter.health"],
        ["MATTER_SOCIAL", "matter.social"],
      ],
    },
  ],
  columns: (t) => [
    {
      id: "icon",
      label: t("serviceCategories.icon"),
      cell: ({ details }) => (details?.icon ? <Icon name={details.icon} /> : "–"),
    },
    {
      id: "matter",
      label: t("serviceCategories.matter"),
      cell: ({ details }) => t(details?.matter === "MATTER_SOCIAL" ? "matter.social" : "matter.health"),
    },
  ],
});
