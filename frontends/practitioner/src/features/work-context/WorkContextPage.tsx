import { PageFailed } from "@kajo/shared/errors";
import { addressIn, dotted, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { type ListWorkContextsResponseJson, useIntent } from "@kajo/shared/rpc";
import { Card, LinkButton, PageHeading, PageLoading, Select, Stack } from "@kajo/shared/ui";
import { useLocation, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useChooseWorkContextMutation, useWorkContexts } from "./api";
import { LostNotice } from "./LostNotice";
import type { Lost } from "./lost";
import { missingIn, NoAccess, NoDesk } from "./NoAccess";
import { isKeeper, standingOf } from "./standing";
import { startPage } from "./start-page";

export function WorkContextPage() {
  const { data, error, refetch } = useWorkContexts();
  const lost = useLocation({ select: ({ state }) => state.lost });
  if (error && !data) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageLoading />;
  const missing = missingIn(data);
  // The inbox lets in who has chosen, so it must know of the choice first.
  if (!missing) return <Choice contexts={data} lost={lost} onChosen={() => refetch()} />;
  return isKeeper(standingOf(data)) ? (
    <NoDesk lost={lost} missing={missing} />
  ) : (
    <NoAccess lost={lost} missing={missing} />
  );
}

const only = <T,>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined);

/** Role and location, both required; the last location is offered first. */
function Choice({
  contexts,
  lost,
  onChosen,
}: {
  readonly contexts: ListWorkContextsResponseJson;
  readonly lost: Lost | undefined;
  readonly onChosen: () => PromiseLike<unknown>;
}) {
  const t = useText();
  const language = useLanguage();
  const router = useRouter();
  const { returnTo } = useSearch({ from: "/signed-in/work-context" });
  const intent = useIntent();
  const [choose, { error, reset }] = useChooseWorkContextMutation();
  const { roles = [], locations = [] } = contexts;
  // Where there is only one, nobody has to choose it.
  const offered = locations.find((location) => location.recent) ?? only(locations);
  const [roleId, setRole] = useState(contexts.roleId || (only(roles)?.roleId ?? null));
  const [locationId, setLocation] = useState(contexts.locationId || (offered?.locationId ?? null));
  const submit = async () => {
    if (!roleId || !locationId) return;
    const request = { roleId, locationId };
    const answer = await choose({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) return;
    intent.settle();
    await onChosen();
    if (returnTo) router.history.push(addressIn(language, returnTo));
    else await router.navigate({ to: startPage(contexts.level) });
  };
  const required = (value: string | null) => (value ? undefined : t("field.required"));
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("workContext.title")}</PageHeading>
      <LostNotice lost={lost} />
      <Card>
        <p>{t("workContext.text")}</p>
        <Form
          failure={error}
          fields={{ role_id: t("workContext.role"), location_id: t("workContext.location") }}
          onSubmit={submit}
          problems={{ role_id: required(roleId), location_id: required(locationId) }}
          submit={t("workContext.choose")}
        >
          {(field) => (
            <>
              <Select
                {...field("role_id")}
                onChange={(next) => {
                  setRole(next);
                  // What the server said was said of what stood there.
                  reset();
                }}
                options={roles.map((role) => ({ id: role.roleId ?? "", label: localized(language, role.name) }))}
                value={roleId}
              />
              <Select
                {...field("location_id")}
                onChange={(next) => {
                  setLocation(next);
                  reset();
                }}
                options={locations.map((location) => ({
                  id: location.locationId ?? "",
                  label: location.name ?? "",
                  description: dotted(
                    localized(language, location.municipalityName),
                    location.recent ? t("workContext.recent") : "",
                  ),
                }))}
                value={locationId}
              />
            </>
          )}
        </Form>
      </Card>
      {isKeeper(standingOf(contexts)) ? (
        <div>
          <LinkButton kind="quiet" to="/admin">
            {t("menu.toAdmin")}
          </LinkButton>
        </div>
      ) : null}
    </Stack>
  );
}
