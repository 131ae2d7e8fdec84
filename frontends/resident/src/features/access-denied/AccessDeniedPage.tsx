import { PageFailed, useFailureLine } from "@kajo/shared/errors";
import { type MessageId, pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { known } from "@kajo/shared/rpc";
import { useBeginOnBehalf, useGetSessionQuery, useSignOut } from "@kajo/shared/session";
import { Banner, Button, Card, LinkButton, PageHeading, Phones, Row, Spinner, Stack } from "@kajo/shared/ui";
import { type Denial, useDenial } from "./api";

const texts = {
  DENIAL_NOT_ADMITTED: "denied.notAdmitted",
  DENIAL_FOREIGN_IDENTITY: "denied.foreign",
} as const satisfies Record<Denial, MessageId>;

/** Who has identified themselves and still may not enter (NAV-12). The server says why; no address does. */
export function AccessDeniedPage() {
  const t = useText();
  const { data: session } = useGetSessionQuery();
  const { denial, isLoading, error, refetch } = useDenial();
  if (error) {
    return (
      <Stack gap="l">
        <PageFailed error={error} onRetry={refetch} />
        <Urgent />
      </Stack>
    );
  }
  return (
    <Stack gap="l">
      <PageHeading>{t(denial ? "denied.title" : "denied.access")}</PageHeading>
      <Card>
        {isLoading ? (
          <Spinner />
        ) : denial ? (
          <Denied denial={denial} />
        ) : (
          <Admitted text={session ? "denied.none" : "denied.nobody"} />
        )}
        <Urgent />
      </Card>
    </Stack>
  );
}

function Denied({ denial }: { readonly denial: Denial }) {
  const t = useText();
  const failureLine = useFailureLine();
  const language = useLanguage();
  const { signOut, busy, failure: stays } = useSignOut();
  const { begin, busy: beginning, failure: refused } = useBeginOnBehalf();
  const failure = stays ?? refused;
  const text = known(texts, denial);
  return (
    <>
      {text ? <p>{t(text)}</p> : null}
      {failure ? (
        <Banner announce="alert" tone="danger">
          {failureLine(failure)}
        </Banner>
      ) : null}
      <Row>
        {denial === "DENIAL_FOREIGN_IDENTITY" ? null : (
          <Button isPending={beginning} onPress={() => void begin(pathIn(language, "/"))}>
            {t("denied.onBehalf")}
          </Button>
        )}
        <Button isPending={busy} kind="secondary" onPress={() => void signOut()}>
          {t("denied.signOut")}
        </Button>
      </Row>
    </>
  );
}

function Admitted({ text }: { readonly text: "denied.none" | "denied.nobody" }) {
  const t = useText();
  return (
    <>
      <p>{t(text)}</p>
      <div>
        <LinkButton to="/">{t("planned.home")}</LinkButton>
      </div>
    </>
  );
}

/** Whoever may not enter has no other way here: the numbers stand in every state of the page. */
function Urgent() {
  const t = useText();
  return (
    <p>
      <Phones>{t("planned.urgent")}</Phones>
    </p>
  );
}
