/** Content integrations: what fills services and contents with the words of the register of services (SVC-04). */
import { dotted, localized, useLanguage, useText } from "@kajo/shared/i18n";
import {
  type ContentIntegrationDetailsJson,
  type ContentIntegrationJson,
  ContentIntegrationService,
} from "@kajo/shared/rpc";
import { useNameOptions } from "../../names/use-name-options";
import { adminModule, type RecordOf } from "../module/admin-module";
import type { Values } from "../module/fields";
import { IntegrationSync } from "./integrations/IntegrationSync";
import { SyncSummary } from "./integrations/SyncSummary";
import { useContentOptions } from "./integrations/use-content-options";

const {
  listContentIntegrations,
  getContentIntegration,
  saveContentIntegration,
  archiveContentIntegration,
  restoreContentIntegration,
  removeContentIntegration,
} = ContentIntegrationService.method;

const service = "INTEGRATION_TARGET_SERVICE";
const content = "INTEGRATION_TARGET_SERVICE_CONTENT";

const fills = (target: string) => (values: Values) => values.target === target;
const useServiceOptions = (chosen: readonly string[]) => useNameOptions("service", chosen);

export const { listPage, newPage, recordPage } = adminModule<ContentIntegrationDetailsJson>({
  path: "/admin/service-information/integrations",
  kind: "content_integration",
  methods: {
    list: listContentIntegrations,
    get: getContentIntegration,
    save: saveContentIntegration,
    archive: archiveContentIntegration,
    restore: restoreContentIntegration,
    remove: removeContentIntegration,
  },
  texts: {
    title: "integrations.title",
    new: "integrations.new",
    search: "integrations.search",
    none: "integrations.none",
    notFound: "integrations.notFound",
    noneText: "integrations.none.text",
    saved: "integrations.saved",
    archive: "integrations.archive",
    archiveQuestion: "integrations.archive.question",
    archived: "integrations.archived",
    restore: "integrations.restore",
    restoreQuestion: "integrations.restore.question",
    restored: "integrations.restored",
  },
  nameOf: ({ name }) => name ?? "",
  removal: {
    remove: "integrations.remove",
    question: "integrations.remove.question",
    removed: "integrations.removed",
  },
  fields: [
    { as: "text", key: "name", label: "integrations.name", hint: "integrations.name.hint", max: 200, required: true },
    {
      as: "choice",
      key: "target",
      label: "integrations.target",
      hint: "integrations.target.hint",
      options: [
        [service, "integrations.target.service"],
        [content, "integrations.target.content"],
      ],
    },
    {
      as: "reference",
      key: "serviceId",
      label: "integrations.service",
      when: fills(service),
      useOptions: useServiceOptions,
    },
    {
      as: "reference",
      key: "serviceContentId",
      label: "integrations.content",
      when: fills(content),
      useOptions: useContentOptions,
    },
    {
      as: "choice",
      key: "source",
      label: "integrations.source",
      part: "integrations.part.source",
      options: [["INTEGRATION_SOURCE_SERVICE_REGISTER", "integrations.source.serviceRegister"]],
      initial: "INTEGRATION_SOURCE_SERVICE_REGISTER",
    },
    {
      as: "text",
      key: "sourceId",
      label: "integrations.sourceId",
      hint: "integrations.sourceId.hint",
      max: 100,
      required: true,
    },
    {
      as: "number",
      key: "intervalHours",
      label: "integrations.intervalHours",
      hint: "integrations.intervalHours.hint",
      min: 1,
      max: 720,
      required: true,
    },
    {
      as: "choice",
      key: "mode",
      label: "integrations.mode",
      hint: "integrations.mode.hint",
      options: [
        ["INTEGRATION_MODE_WAIT", "integrations.mode.wait"],
        ["INTEGRATION_MODE_PUBLISH", "integrations.mode.publish"],
      ],
    },
  ],
  columns: (t) => [
    { id: "target", label: t("integrations.target"), cell: (record) => <Target record={record} /> },
    {
      id: "sync",
      label: t("integrations.sync"),
      cell: (record) => <SyncSummary sync={(record as ContentIntegrationJson).sync} />,
    },
  ],
  below: (record) => <IntegrationSync integration={record as ContentIntegrationJson} />,
});

/** What it fills, and that it is a service or a content. */
function Target({ record }: { readonly record: RecordOf<ContentIntegrationDetailsJson> }) {
  const t = useText();
  const language = useLanguage();
  const { details, target } = record as ContentIntegrationJson;
  const kind = t(details?.target === content ? "integrations.target.content" : "integrations.target.service");
  return dotted(target?.names ? localized(language, target.names) : t("names.gone"), kind);
}
