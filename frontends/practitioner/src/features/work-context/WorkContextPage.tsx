import { PageFailed, useFailureText, useFieldText } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { type ListWorkContextsResponseJson, useIntent } from "@kajo/shared/rpc";
import { Banner, Button, Card, PageHeading, Select, Spinner, Stack } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useChooseWorkContextMutation, useListWorkContextsQuery } from "./api";
import { type Missing, NoAccess } from "./NoAccess";

export function WorkContextPage() {
  const { data, error, refetch } = useListWorkContextsQuery({});
  if (error && !data) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  const missing = missingIn(data);
  // The inbox lets in who has chosen, so it must know of the choice first.
  return missing ? <NoAccess missing={missing} /> : <Choice contexts={data} onChosen={() => refetch()} />;
}

function missingIn({ level, roles = [], locations = [] }: ListWorkContextsResponseJson): Missing | undefined {
  if (level === undefined || level === "LEVEL_UNSPECIFIED") return "level";
  if (roles.length === 0 && locations.length === 0) return "roleAndLocation";
  if (roles.length === 0) return "role";
  return locations.length === 0 ? "location" : undefined;
}

/** Role and location, both required; the last location is offered first. */
function Choice({
  contexts,
  onChosen,
}: {
  readonly contexts: ListWorkContextsResponseJson;
  readonly onChosen: () => PromiseLike<unknown>;
}) {
  const t = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const intent = useIntent();
  const [choose, { isLoading, error }] = useChooseWorkContextMutation();
  const { roles = [], locations = [] } = contexts;
  const recent = locations.find((location) => location.recent);
  const [roleId, setRole] = useState(contexts.roleId || (roles.length === 1 ? (roles[0]?.roleId ?? null) : null));
  const [locationId, setLocation] = useState(contexts.locationId || (recent?.locationId ?? null));
  const [tried, setTried] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!roleId || !locationId) return;
    const request = { roleId, locationId };
    const answer = await choose({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) return;
    intent.settle();
    await onChosen();
    await navigate({ to: "/inbox" });
  };
  const required = (value: string | null) => (tried && !value ? t("field.required") : undefined);
  return (
    <Stack gap="l">
      <PageHeading>{t("workContext.title")}</PageHeading>
      <Card>
        <form noValidate onSubmit={(event) => void submit(event)}>
          <Stack gap="m">
            <p>{t("workContext.text")}</p>
            {error ? (
              <Banner announce="alert" tone="danger">
                {failureText(error)}
              </Banner>
            ) : null}
            <Select
              error={required(roleId) ?? fieldText(error, "role_id")}
              label={t("workContext.role")}
              onChange={setRole}
              options={roles.map((role) => ({ id: role.roleId ?? "", label: localized(language, role.name) }))}
              value={roleId}
            />
            <Select
              error={required(locationId) ?? fieldText(error, "location_id")}
              label={t("workContext.location")}
              onChange={setLocation}
              options={locations.map((location) => ({
                id: location.locationId ?? "",
                label: location.name ?? "",
                description: [location.municipality, location.recent ? t("workContext.recent") : ""]
                  .filter(Boolean)
                  .join(" · "),
              }))}
              value={locationId}
            />
            <div>
              <Button isPending={isLoading} type="submit">
                {t("workContext.choose")}
              </Button>
            </div>
          </Stack>
        </form>
      </Card>
    </Stack>
  );
}
