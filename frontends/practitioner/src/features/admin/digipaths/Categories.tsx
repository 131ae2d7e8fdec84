/** Categories of digital paths: each path belongs to one (DIG-02). */
import { type PathCategoryDetailsJson, PathCategoryService } from "@kajo/shared/rpc";
import { adminModule } from "../module/admin-module";
import { digipaths } from "./lists";

const {
  listPathCategories,
  getPathCategory,
  savePathCategory,
  archivePathCategory,
  restorePathCategory,
  removePathCategory,
  listPathCategoryUses,
} = PathCategoryService.method;

export const { listPage, newPage, recordPage } = adminModule<PathCategoryDetailsJson>({
  path: "/admin/digipaths/categories",
  kind: "path_category",
  beside: digipaths,
  methods: {
    list: listPathCategories,
    get: getPathCategory,
    save: savePathCategory,
    archive: archivePathCategory,
    restore: restorePathCategory,
    remove: removePathCategory,
    uses: listPathCategoryUses,
  },
  texts: {
    title: "pathCategories.title",
    new: "pathCategories.new",
    search: "pathCategories.search",
    none: "pathCategories.none",
    notFound: "pathCategories.notFound",
    noneText: "pathCategories.none.text",
    saved: "pathCategories.saved",
    archive: "pathCategories.archive",
    archiveQuestion: "pathCategories.archive.question",
    archived: "pathCategories.archived",
    restore: "pathCategories.restore",
    restoreQuestion: "pathCategories.restore.question",
    restored: "pathCategories.restored",
  },
  nameOf: ({ name }, language) => name?.[language as "fi"] ?? name?.fi ?? "",
  removal: {
    remove: "pathCategories.remove",
    question: "pathCategories.remove.question",
    removed: "pathCategories.removed",
    uses: { text: "pathCategories.uses", path: "/admin/digipaths/v2" },
  },
  fields: [{ as: "translated", key: "name", label: "pathCategories.name", max: 200 }],
  columns: () => [],
});
