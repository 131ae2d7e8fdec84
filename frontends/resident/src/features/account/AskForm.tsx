import { useLanguage, useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { useIntent } from "@kajo/shared/rpc";
import { Checkbox, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { FreshSignIn } from "../fresh/FreshSignIn";
import { useAskDeletionMutation } from "./deletion-api";

/** The confirmation (PRO-04), and what follows it. */
export function AskForm() {
  const t = useText();
  const language = useLanguage();
  const toast = useToast();
  const intent = useIntent();
  const [confirmed, setConfirmed] = useState(false);
  const [ask, { error }] = useAskDeletionMutation();
  const send = async () => {
    const request = { confirmed, language };
    const answer = await ask({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) return;
    intent.settle();
    toast("success", t("account.asked"));
    // The form goes: whoever reads on begins at the head of the page.
    document.querySelector<HTMLElement>("h1")?.focus();
  };
  return (
    <Form
      danger
      failure={error}
      failureHelp={<FreshSignIn after={error} text={t("fresh.confirm")} />}
      fields={{ confirmed: t("account.confirm") }}
      onSubmit={send}
      problems={{ confirmed: confirmed ? undefined : t("error.reason.deletion_not_confirmed") }}
      submit={t("account.title")}
    >
      {(field) => <Checkbox {...field("confirmed")} isRequired isSelected={confirmed} onChange={setConfirmed} />}
    </Form>
  );
}
