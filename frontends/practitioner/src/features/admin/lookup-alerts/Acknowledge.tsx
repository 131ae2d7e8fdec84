import { useFailureLine } from "@kajo/shared/errors";
import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { type LookupAlertJson, useIntent } from "@kajo/shared/rpc";
import { Button, useToast } from "@kajo/shared/ui";
import { useAcknowledgeLookupAlertMutation } from "./api";

/** Says that somebody has seen to an alert: who and when stays with it. */
export function Acknowledge({ alert }: { readonly alert: LookupAlertJson }) {
  const t = useText();
  const language = useLanguage();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [acknowledge, { isLoading }] = useAcknowledgeLookupAlertMutation();
  const { lookupAlertId = "", practitionerName = "", raisedAt } = alert;
  const send = async () => {
    const request = { lookupAlertId };
    const answer = await acknowledge({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) return toast("danger", failureLine(answer.error));
    intent.settle();
    toast("success", t("lookupAlerts.acknowledged.done"));
    // The button goes with what it was for.
    document.querySelector<HTMLElement>("h1")?.focus();
  };
  const time = raisedAt ? dateTimeText(language, new Date(raisedAt)) : "";
  return (
    <Button
      aria-label={t("lookupAlerts.acknowledge.of", { name: practitionerName, time })}
      isPending={isLoading}
      kind="secondary"
      onPress={() => void send()}
      small
    >
      {t("lookupAlerts.acknowledge")}
    </Button>
  );
}
