import { useFailureLine } from "@kajo/shared/errors";
import { dateTimeText, reasonTexts, useLanguage, useText } from "@kajo/shared/i18n";
import { type ContentIntegrationJson, useIntent } from "@kajo/shared/rpc";
import { Banner, Button, Card, Row, Spinner, Stack } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useSyncContentIntegrationMutation } from "./api";
import { Differing } from "./Differing";
import { languageNames, useSyncFailureText } from "./use-sync-text";

const content = "INTEGRATION_TARGET_SERVICE_CONTENT";

/** How the fetching of an integration goes, why it fails, fetching now, and the source's words beside those written here. */
export function IntegrationSync({ integration }: { readonly integration: ContentIntegrationJson }) {
  const t = useText();
  const language = useLanguage();
  const failureText = useSyncFailureText();
  const { told, isPending, sync } = useSync(integration);
  const { details, archived = false, sync: state = {} } = integration;
  const { triedAt, succeededAt, failure, differing = [], missingLanguages = [], waitsInDraft = false } = state;
  const at = (time: string) => dateTimeText(language, new Date(time));
  const tried = triedAt ? t("integrations.sync.tried", { at: at(triedAt) }) : t("integrations.sync.never.long");
  const isContent = details?.target === content;
  return (
    <Card>
      <Stack gap="m">
        <h2>{t("integrations.sync")}</h2>
        <p>{[tried, succeededAt ? t("integrations.sync.succeeded.last", { at: at(succeededAt) }) : ""].join(" ")}</p>
        {failure ? (
          <Banner tone="danger">
            {t("integrations.sync.failing.long", {
              since: at(failure.since ?? ""),
              count: failure.inARow ?? 1,
              why: failureText(failure),
            })}
          </Banner>
        ) : null}
        {isContent && missingLanguages.length > 0 ? (
          <Banner tone="warning">
            {t("integrations.sync.missing", { languages: languageNames(missingLanguages) })}
          </Banner>
        ) : null}
        {isContent && waitsInDraft ? (
          <Row>
            <span>{t("integrations.sync.draft")}</span>
            <Link params={{ id: details?.serviceContentId ?? "" }} to="/admin/service-information/contents/$id">
              {t("integrations.sync.draft.open")}
            </Link>
          </Row>
        ) : null}
        {archived ? (
          <p>{t("integrations.sync.archived")}</p>
        ) : (
          <Row>
            <Button isPending={isPending} kind="secondary" onPress={() => void sync([])}>
              {t("integrations.sync.now")}
            </Button>
            {isPending ? <Spinner /> : null}
          </Row>
        )}
        <div role="status">{isPending ? t("integrations.sync.pending") : told}</div>
        {differing.length > 0 ? (
          <Differing canTake={!archived} differing={differing} isPending={isPending} onTake={sync} />
        ) : null}
      </Stack>
    </Card>
  );
}

/** Fetches now; `told` is what came of it. */
function useSync({ contentIntegrationId = "" }: ContentIntegrationJson) {
  const t = useText();
  const failureLine = useFailureLine();
  const failureText = useSyncFailureText();
  const intent = useIntent();
  const [send] = useSyncContentIntegrationMutation();
  const [isPending, setPending] = useState(false);
  const [told, setTold] = useState("");
  const sync = async (takenFields: readonly string[]) => {
    if (isPending) return;
    setPending(true);
    const request = { contentIntegrationId, takenFields: [...takenFields] };
    const { data, error } = await send({ request, idempotencyKey: intent.keyFor(request) });
    setPending(false);
    if (error !== undefined) return setTold(failureLine(error));
    // Each time is another one.
    intent.settle();
    const { changedCount = 0, published = false, failure } = data ?? {};
    if (failure) {
      await reasonTexts();
      return setTold(t("integrations.sync.failed", { why: failureText(failure) }));
    }
    if (changedCount === 0 && !published) return setTold(t("integrations.sync.unchanged"));
    setTold(t(published ? "integrations.sync.published" : "integrations.sync.changed", { count: changedCount }));
  };
  return { told, isPending, sync };
}
