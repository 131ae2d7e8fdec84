import { useText } from "@kajo/shared/i18n";
import { List, QueryView } from "@kajo/shared/patterns";
import { Card, LinkButton, PageHeading, Row, Spinner, Stack } from "@kajo/shared/ui";
import { type Push, useGetMyPushQuery } from "./api";
import { useKeptDevice } from "./kept-device";
import { OtherDevice } from "./OtherDevice";
import { ThisDevice } from "./ThisDevice";
import { useThisBrowser } from "./use-this-browser";

/** On which devices one is told that something waits (CMS-08): on this one, switched here, and on others. */
export function PushPage() {
  const query = useGetMyPushQuery({});
  return (
    <QueryView page query={query}>
      {(push) => <Devices push={push} onRetry={() => void query.refetch()} />}
    </QueryView>
  );
}

function Devices({ push, onRetry }: { readonly push: Push; readonly onRetry: () => void }) {
  const t = useText();
  const { browser, lookAgain } = useThisBrowser();
  const deviceId = useKeptDevice();
  const others = (push.devices ?? []).filter(({ pushDeviceId }) => pushDeviceId !== deviceId);
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("menu.push")}</PageHeading>
      <p>{t("push.text")}</p>
      <Card>
        <h2>{t("sessions.this")}</h2>
        {browser ? <ThisDevice browser={browser} lookAgain={lookAgain} push={push} /> : <Spinner />}
      </Card>
      {others.length > 0 ? (
        <List
          counted={(n) => t("push.others.count", { n })}
          heading={<h2>{t("push.others")}</h2>}
          itemKey={({ pushDeviceId }) => pushDeviceId ?? ""}
          items={others}
          label={t("push.others")}
          onRetry={onRetry}
          renderItem={(device) => <OtherDevice device={device} />}
        />
      ) : null}
      <Card>
        <h2>{t("push.elsewhere")}</h2>
        <p>{t("push.elsewhere.text")}</p>
        <Row>
          <LinkButton kind="secondary" to="/user/profile">
            {t("profile.title")}
          </LinkButton>
        </Row>
      </Card>
    </Stack>
  );
}
