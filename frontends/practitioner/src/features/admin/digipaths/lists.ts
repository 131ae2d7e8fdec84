import type { Beside } from "../module/BesideLists";
import { editors } from "./editors";

/** The lists of digital paths, in the order in which they stand beside one another. */
export const digipaths: Beside = {
  label: "digipaths.beside",
  lists: [
    [editors.PATH_KIND_EVENTS.list, editors.PATH_KIND_EVENTS.title],
    [editors.PATH_KIND_BLOCKS.list, editors.PATH_KIND_BLOCKS.title],
    ["/admin/digipaths/categories", "pathCategories.title"],
  ],
};
