import { useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { Banner, LinkButton, PageHeading, Stack } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { AskForm } from "./AskForm";
import { useGetAccountQuery } from "./api";
import { DeletionItems } from "./DeletionItems";
import { DeletionReceipt } from "./DeletionReceipt";
import { usePreviewAccountDeletionQuery } from "./deletion-api";
import { summed } from "./items";
import { usePreviewDeletionQuery } from "./preview-api";

/** Deleting the account: first what would happen, then the confirmation, then the receipt (PRO-04). */
export function DeleteAccountPage() {
  const t = useText();
  const always = { refetchOnMountOrArgChange: true };
  const account = useGetAccountQuery({});
  const identity = usePreviewAccountDeletionQuery({}, always);
  const conversations = usePreviewDeletionQuery({}, always);
  return (
    <Stack gap="l">
      <PageHeading
        lead={account.data && !account.data.deletion ? t("account.intro") : undefined}
        over={<Link to="/settings">{t("settings.title")}</Link>}
      >
        {t(account.data?.deletion ? "account.receipt" : "account.title")}
      </PageHeading>
      <QueryView query={account}>
        {({ deletion }) => (
          <QueryView query={identity}>
            {({ preview: ofIdentity, regretDays = 0 }) => (
              <QueryView query={conversations}>
                {({ preview: ofConversations }) => {
                  const items = summed(t, [ofIdentity, ofConversations]);
                  if (deletion) return <DeletionReceipt deletion={deletion} items={items} />;
                  return (
                    <Stack gap="l">
                      {items.open > 0 ? <Open count={items.open} /> : null}
                      <DeletionItems {...items} />
                      {items.open > 0 ? null : (
                        <>
                          <p>{t("account.regret", { days: regretDays })}</p>
                          <p>{t("account.again")}</p>
                          <AskForm />
                        </>
                      )}
                    </Stack>
                  );
                }}
              </QueryView>
            )}
          </QueryView>
        )}
      </QueryView>
    </Stack>
  );
}

/** What has to come to its end first. */
function Open({ count }: { readonly count: number }) {
  const t = useText();
  return (
    <Banner
      action={
        <LinkButton kind="secondary" to="/inbox">
          {t("nav.inbox")}
        </LinkButton>
      }
      tone="info"
    >
      <p>{t("account.open", { count })}</p>
    </Banner>
  );
}
