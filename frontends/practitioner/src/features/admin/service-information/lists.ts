import type { Beside } from "../module/BesideLists";

/** The lists of service information, in the order in which they stand beside one another. */
export const serviceInformation: Beside = {
  label: "serviceInformation.beside",
  lists: [
    ["/admin/service-information/categories", "serviceCategories.title"],
    ["/admin/service-information/services", "services.title"],
    ["/admin/service-information/searches", "searches.title"],
    ["/admin/service-information/schedules", "schedules.title"],
    ["/admin/service-information/roles", "bookingRoles.title"],
  ],
};
