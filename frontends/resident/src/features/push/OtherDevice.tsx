import { useFailureLine } from "@kajo/shared/errors";
import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { type PushDeviceJson, useIntent } from "@kajo/shared/rpc";
import { Button, Card, ConfirmDialog, Row, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useSwitchPushOffMutation } from "./api";

/** It cannot be switched on from here again: it asks first. */
export function OtherDevice({ device: { pushDeviceId = "", switchedOnAt } }: { readonly device: PushDeviceJson }) {
  const t = useText();
  const language = useLanguage();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [send, { isLoading }] = useSwitchPushOffMutation();
  const [isAsking, setAsking] = useState(false);
  const device = switchedOnAt
    ? t("push.device", { time: dateTimeText(language, new Date(switchedOnAt)) })
    : t("sessions.device.unknown");
  const confirm = async () => {
    const request = { pushDeviceId };
    const { data, error } = await send({ request, idempotencyKey: intent.keyFor(request) });
    // The question goes before anything behind it can take the focus.
    flushSync(() => setAsking(false));
    if (!data) return toast("danger", failureLine(error));
    intent.settle();
    toast("success", t("push.other.off", { device }));
    // The button goes with its device.
    document.querySelector<HTMLElement>("h1")?.focus();
  };
  return (
    <Card>
      <p>{device}</p>
      <Row>
        <Button aria-label={t("push.other.switchOff.of", { device })} kind="secondary" onPress={() => setAsking(true)}>
          {t("push.other.switchOff")}
        </Button>
      </Row>
      <ConfirmDialog
        confirm={t("push.other.switchOff")}
        danger
        isOpen={isAsking}
        isPending={isLoading}
        onClose={() => setAsking(false)}
        onConfirm={() => void confirm()}
        title={t("push.other.title")}
      >
        <p>{t("push.other.text", { device })}</p>
      </ConfirmDialog>
    </Card>
  );
}
