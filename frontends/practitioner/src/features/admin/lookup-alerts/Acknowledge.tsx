import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { useDeed } from "@kajo/shared/patterns";
import type { LookupAlertJson } from "@kajo/shared/rpc";
import { Button, useToast } from "@kajo/shared/ui";
import { useAcknowledgeLookupAlertMutation } from "./api";

/** Says that somebody has seen to an alert: who and when stays with it. */
export function Acknowledge({ alert }: { readonly alert: LookupAlertJson }) {
  const t = useText();
  const language = useLanguage();
  const toast = useToast();
  const acknowledge = useDeed(useAcknowledgeLookupAlertMutation());
  const { lookupAlertId = "", practitionerName = "", raisedAt } = alert;
  const send = async () => {
    if (!(await acknowledge.run({ lookupAlertId }))) return;
    toast("success", t("lookupAlerts.acknowledged.done"));
    // The button goes with what it was for.
    document.querySelector<HTMLElement>("h1")?.focus();
  };
  const time = raisedAt ? dateTimeText(language, new Date(raisedAt)) : "";
  return (
    <Button
      aria-label={t("lookupAlerts.acknowledge.of", { name: practitionerName, time })}
      isPending={acknowledge.isPending}
      kind="secondary"
      onPress={() => void send()}
      small
    >
      {t("lookupAlerts.acknowledge")}
    </Button>
  );
}
