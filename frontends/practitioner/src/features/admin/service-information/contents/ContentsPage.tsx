import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { fromPages, ListPage } from "@kajo/shared/patterns";
import { known, type ServiceContentSummaryJson } from "@kajo/shared/rpc";
import { DataTable, EmptyState, LinkButton, PageHeading, Select, type TableColumns } from "@kajo/shared/ui";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { StateFilter } from "../../module/StateFilter";
import { recordStates, stateOf } from "../../module/search";
import { ServiceInformationLink } from "../ServiceInformationLink";
import { useListServiceContentsInfiniteQuery } from "./api";
import { ContentState } from "./ContentState";
import type { ContentSearch } from "./search";
import { contentTypes, isContentType, unspecified } from "./types";

const path = "/admin/service-information/contents";
const anyType = "any";

/** Service contents: found by words, state and type. */
export function ContentsPage() {
  const t = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const asked: ContentSearch = useSearch({ strict: false });
  const { search = "", type } = asked;
  const state = stateOf(asked);
  const query = useListServiceContentsInfiniteQuery({
    search,
    state: recordStates[state],
    ...(type === undefined ? {} : { type }),
  });
  const go = (changed: ContentSearch) =>
    void navigate({ to: path, search: { ...asked, ...changed } as never, replace: true });
  const columns: TableColumns<ServiceContentSummaryJson> = [
    {
      id: "name",
      label: t("admin.name"),
      cell: ({ name, serviceContentId = "" }) => (
        <Link params={{ id: serviceContentId }} to={`${path}/$id`}>
          {name}
        </Link>
      ),
    },
    { id: "title", label: t("serviceContents.titleColumn"), cell: ({ title }) => title || "–" },
    {
      id: "type",
      label: t("serviceContents.type"),
      cell: ({ type: of = unspecified }) => t(known(contentTypes, of) ?? "unknown.value"),
    },
    { id: "state", label: t("admin.state"), cell: (content) => <ContentState {...content} /> },
    {
      id: "updated",
      label: t("admin.updated"),
      cell: ({ updatedAt }) => (updatedAt ? dateTimeText(language, new Date(updatedAt)) : "–"),
    },
  ];
  const isFiltered = search !== "" || state !== "active" || type !== undefined;
  return (
    <ListPage
      {...fromPages(query, (page) => page.serviceContents)}
      empty={
        <EmptyState title={t(isFiltered ? "serviceContents.notFound" : "serviceContents.none")}>
          {t("serviceContents.none.text")}
        </EmptyState>
      }
      filters={
        <>
          <Select
            label={t("serviceContents.type")}
            onChange={(id) => go({ type: isContentType(id) ? id : undefined })}
            options={[
              { id: anyType, label: t("serviceContents.type.any") },
              ...Object.entries(contentTypes).map(([id, label]) => ({ id, label: t(label) })),
            ]}
            value={type ?? anyType}
          />
          <StateFilter onChange={(changed) => go({ state: changed })} state={state} />
        </>
      }
      heading={
        <PageHeading
          actions={<LinkButton to={`${path}/new`}>{t("serviceContents.new")}</LinkButton>}
          over={<ServiceInformationLink />}
        >
          {t("serviceContents.title")}
        </PageHeading>
      }
      label={t("serviceContents.title")}
      renderAll={(rows) => (
        <DataTable
          caption={t("serviceContents.title")}
          columns={columns}
          rowKey={({ serviceContentId }) => serviceContentId ?? ""}
          rows={rows}
        />
      )}
      search={{
        label: t("serviceContents.search"),
        value: search,
        onSearch: (text) => go({ search: text || undefined }),
      }}
    />
  );
}
