import { useFailureLine } from "@kajo/shared/errors";
import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { type IntegratorJson, useIntent } from "@kajo/shared/rpc";
import { Button, Card, ConfirmDialog, Row, Stack, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useIssueIntegratorSecretMutation } from "./api";
import { SecretDialog } from "./SecretDialog";

/** Whether an integrator has a key, and making a new one: the one before is good for nothing then, which is asked about. */
export function IntegratorSecret({ integrator }: { readonly integrator: IntegratorJson }) {
  const t = useText();
  const language = useLanguage();
  const { archived = false, details, secretIssuedAt } = integrator;
  const { secret, isAsking, isPending, setAsking, issue, forget } = useNewSecret(integrator);
  return (
    <Card>
      <Stack gap="m">
        <h2>{t("integrator.secret")}</h2>
        <p>
          {secretIssuedAt
            ? t("integrator.secret.issued", { at: dateTimeText(language, new Date(secretIssuedAt)) })
            : t("integrator.secret.none")}
        </p>
        <p>{t(archived ? "integrator.secret.archived" : "integrator.secret.text")}</p>
        {archived ? null : (
          <Row>
            <Button
              isPending={isPending}
              kind="secondary"
              onPress={() => (secretIssuedAt ? setAsking(true) : void issue())}
            >
              {t("integrator.secret.new")}
            </Button>
          </Row>
        )}
      </Stack>
      <ConfirmDialog
        confirm={t("integrator.secret.new")}
        danger
        isOpen={isAsking}
        isPending={isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => void issue()}
        title={t("integrator.secret.replace.title")}
      >
        <p>{t("integrator.secret.replace.text", { name: details?.name ?? "" })}</p>
      </ConfirmDialog>
      {secret === undefined ? null : <SecretDialog onClose={forget} secret={secret} />}
    </Card>
  );
}

/** Makes a new key. It stands nowhere but in the dialog that shows it, and only until that is closed. */
function useNewSecret({ integratorId = "" }: IntegratorJson) {
  const toast = useToast();
  const intent = useIntent();
  const failureLine = useFailureLine();
  const [send] = useIssueIntegratorSecretMutation();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const [secret, setSecret] = useState<string>();
  const issue = async () => {
    if (isPending) return;
    setPending(true);
    const request = { integratorId };
    const sent = send({ request, idempotencyKey: intent.keyFor(request) });
    const { data, error } = await sent;
    setPending(false);
    setAsking(false);
    // The store keeps answers as long as whoever asked is there.
    sent.reset();
    // Each time is another one, also when nobody was told what came of the last.
    intent.settle();
    if (error !== undefined) return toast("danger", failureLine(error));
    setSecret(data?.secret ?? "");
  };
  return { secret, isAsking, isPending, setAsking, issue, forget: () => setSecret(undefined) };
}
