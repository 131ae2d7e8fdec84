/** Integrators: other systems that may send something here, each by a key of its own (EVT-03). */
import { dateTimeText, dayText, useLanguage, useText } from "@kajo/shared/i18n";
import { type IntegratorDetailsJson, type IntegratorJson, IntegratorService } from "@kajo/shared/rpc";
import { adminModule, type RecordOf } from "../module/admin-module";
import { IntegratorSecret } from "./IntegratorSecret";

const { listIntegrators, getIntegrator, saveIntegrator, archiveIntegrator, restoreIntegrator } =
  IntegratorService.method;

/** What an integrator may be let do. */
function useScopeOptions() {
  const t = useText();
  return [
    { id: "INTEGRATOR_SCOPE_HEALTH_RECORDS", label: t("integrator.scope.healthRecords") },
    { id: "INTEGRATOR_SCOPE_SURVEY_RESPONSES", label: t("integrator.scope.surveyResponses") },
  ];
}

export const { listPage, newPage, recordPage } = adminModule<IntegratorDetailsJson>({
  path: "/admin/iam/integrators",
  kind: "integrator",
  methods: {
    list: listIntegrators,
    get: getIntegrator,
    save: saveIntegrator,
    archive: archiveIntegrator,
    restore: restoreIntegrator,
  },
  texts: {
    title: "integrator.title",
    new: "integrator.new",
    search: "integrator.search",
    none: "integrator.none",
    notFound: "integrator.notFound",
    noneText: "integrator.none.text",
    saved: "integrator.saved",
    archive: "integrator.archive",
    archiveQuestion: "integrator.archive.question",
    archived: "integrator.archived",
    restore: "integrator.restore",
    restoreQuestion: "integrator.restore.question",
    restored: "integrator.restored",
  },
  nameOf: ({ name }) => name ?? "",
  fields: [
    { as: "text", key: "name", label: "integrator.name", hint: "integrator.name.hint", max: 200, required: true },
    { as: "text", key: "contact", label: "integrator.contact", hint: "integrator.contact.hint", max: 500 },
    { as: "references", key: "scopes", label: "integrator.scopes", useOptions: useScopeOptions },
    { as: "day", key: "validUntil", label: "integrator.validUntil", hint: "integrator.validUntil.hint" },
  ],
  columns: (t) => [
    { id: "contact", label: t("integrator.contact"), cell: ({ details }) => details?.contact || "–" },
    { id: "validUntil", label: t("integrator.validUntil"), cell: (record) => <LastDay record={record} /> },
    { id: "secret", label: t("integrator.secret"), cell: (record) => <SecretState record={record} /> },
  ],
  below: (record) => <IntegratorSecret integrator={record as IntegratorJson} />,
});

interface CellProps {
  readonly record: RecordOf<IntegratorDetailsJson>;
}

function LastDay({ record: { details } }: CellProps) {
  const language = useLanguage();
  const { validUntil } = details ?? {};
  return validUntil ? dayText(language, new Date(`${validUntil}T12:00:00Z`)) : "–";
}

/** Whether it has a key, and since when. */
function SecretState({ record }: CellProps) {
  const t = useText();
  const language = useLanguage();
  const { secretIssuedAt } = record as IntegratorJson;
  return secretIssuedAt ? dateTimeText(language, new Date(secretIssuedAt)) : t("integrator.secret.none");
}
