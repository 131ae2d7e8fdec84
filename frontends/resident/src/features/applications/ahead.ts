import type { Ask, Going } from "@kajo/shared/app";
import { applicationsApi } from "./api";
import { formSearch } from "./search";

const { listFormCategories, getForm } = applicationsApi.endpoints;

export function ahead(ask: Ask, { search }: Going): void {
  const { form, step } = formSearch(search);
  void ask(listFormCategories.initiate({}));
  if (form && step !== "sent") void ask(getForm.initiate({ subcategoryId: form }));
}
