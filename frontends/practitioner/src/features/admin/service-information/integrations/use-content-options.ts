import { dotted, useText } from "@kajo/shared/i18n";
import type { SelectOption } from "@kajo/shared/ui";
import { useEffect } from "react";
import { useListServiceContentsInfiniteQuery } from "../contents/api";

/**
 * Contents by their administrative names, to choose from: also those that were never published, which wait to be filled. Archived ones
 * only where they are chosen already. Undefined: not known yet.
 */
export function useContentOptions(chosen: readonly string[]): readonly SelectOption[] | undefined {
  const t = useText();
  const { data, isError, hasNextPage, isFetching, fetchNextPage } = useListServiceContentsInfiniteQuery({ search: "" });
  const isMore = hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isMore) void fetchNextPage();
  }, [isMore, fetchNextPage]);
  if (isError) return chosen.map((id) => ({ id, label: t("names.failed") }));
  if (!data || hasNextPage) return undefined;
  const contents = data.pages.flatMap((page) => page.serviceContents ?? []);
  const shown = contents.filter(
    ({ serviceContentId = "", archived }) => !archived || chosen.includes(serviceContentId),
  );
  const gone = chosen.filter((id) => id && contents.every((content) => content.serviceContentId !== id));
  return [
    ...shown.map(({ serviceContentId: id = "", name, archived }) => ({
      id,
      label: dotted(name, archived ? t("admin.state.archived") : undefined),
    })),
    ...gone.map((id) => ({ id, label: t("names.gone") })),
  ];
}
