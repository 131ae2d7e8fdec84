import { useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type ProfessionalJson, useIntent } from "@kajo/shared/rpc";
import { Button, Card, ConfirmDialog, Row, StatusTag, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import {
  useDisableProfessionalMutation,
  useEnableProfessionalMutation,
  useEndProfessionalSessionsMutation,
} from "./api";

/** Texts of what can be done: button, question, what follows from it, and that it is done. */
const actions = {
  end: ["professionals.end", "professionals.end.title", "professionals.end.text", "professionals.end.done"],
  disable: [
    "professionals.disable",
    "professionals.disable.title",
    "professionals.disable.text",
    "professionals.disable.done",
  ],
  enable: [
    "professionals.enable",
    "professionals.enable.title",
    "professionals.enable.text",
    "professionals.enable.done",
  ],
} as const;

type Action = keyof typeof actions;

/** What can be ended or given back; what ends work of somebody asks first. */
export function ProfessionalAccess({ professional }: { readonly professional: ProfessionalJson }) {
  const t = useText();
  const { displayName: name = "", level } = professional;
  const [asked, setAsked] = useState<Action>();
  const { send, isPending } = useActions(professional);
  const isDisabled = level === undefined || level === "LEVEL_UNSPECIFIED";
  const confirm = async (action: Action) => {
    await send(action);
    setAsked(undefined);
  };
  const offered: readonly Action[] = isDisabled ? ["enable"] : ["end", "disable"];
  return (
    <Card>
      <Row>
        <h2>{name}</h2>
        {isDisabled ? <StatusTag tone="danger">{t("professionals.disabled")}</StatusTag> : null}
      </Row>
      <UnmatchedGroups groups={professional.unmatchedGroups ?? []} />
      <Row>
        {offered.map((action) => (
          <Button key={action} kind="secondary" onPress={() => setAsked(action)}>
            {t(actions[action][0])}
          </Button>
        ))}
      </Row>
      {asked ? (
        <ConfirmDialog
          confirm={t(actions[asked][0])}
          danger={asked !== "enable"}
          isOpen
          isPending={isPending}
          onClose={() => setAsked(undefined)}
          onConfirm={() => void confirm(asked)}
          title={t(actions[asked][1])}
        >
          <p>{t(actions[asked][2], { name })}</p>
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}

function useActions({ practitionerId = "", displayName: name = "" }: ProfessionalJson) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [end, ending] = useEndProfessionalSessionsMutation();
  const [disable, disabling] = useDisableProfessionalMutation();
  const [enable, enabling] = useEnableProfessionalMutation();
  const send = async (action: Action) => {
    const request = { practitionerId };
    const answer = await { end, disable, enable }[action]({
      request,
      idempotencyKey: intent.keyFor({ action, request }),
    });
    if ("error" in answer) return toast("danger", failureLine(answer.error));
    intent.settle();
    toast("success", t(actions[action][3], { name }));
  };
  return { send, isPending: ending.isLoading || disabling.isLoading || enabling.isLoading };
}

/** What the directory told and no role group stands for: a group that was renamed there, or misspelt here, gives nobody a role. */
function UnmatchedGroups({ groups }: { readonly groups: readonly string[] }) {
  const t = useText();
  if (groups.length === 0) return null;
  return (
    <>
      <p>{t("professionals.unmatched")}</p>
      <ul translate="no">
        {groups.map((group) => (
          <li key={group}>{group}</li>
        ))}
      </ul>
    </>
  );
}
