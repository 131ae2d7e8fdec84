import { asFailure, useFailureLine } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { isFault, useIntent, type WorkedChatQueueJson } from "@kajo/shared/rpc";
import { Button, Disclosure, Row, useToast } from "@kajo/shared/ui";
import type { Ref } from "react";
import { ManyChoices } from "../admin/module/ManyChoices";
import { useAcceptNextChatMutation } from "./api";

interface TakeNextProps {
  readonly queues: readonly WorkedChatQueueJson[];
  /** Those that one may take from. */
  readonly all: readonly string[];
  /** Those that one takes from. */
  readonly taken: readonly string[];
  readonly onTake: (ids: readonly string[]) => void;
  readonly onAccepted: (chatId: string) => void;
  readonly ref: Ref<HTMLButtonElement>;
}

/** Accepts who has waited longest in the queues that one takes from. */
export function TakeNext({ queues, all, taken, onTake, onAccepted, ref }: TakeNextProps) {
  const t = useText();
  const language = useLanguage();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [accept, { isLoading }] = useAcceptNextChatMutation();
  const press = async () => {
    const request = { chatQueueIds: taken.length === all.length ? [] : [...taken] };
    const answer = await accept({ request, idempotencyKey: intent.keyFor(request) });
    if (answer.error) {
      // Refused: another press is about whoever waits then. Not answered: it is about the same one.
      if (!isFault(asFailure(answer.error))) intent.settle();
      return toast("danger", failureLine(answer.error));
    }
    intent.settle();
    toast("success", t("chatWork.accepted"));
    onAccepted(answer.data.chatId ?? "");
  };
  const options = queues
    .filter(({ chatQueueId = "" }) => all.includes(chatQueueId))
    .map(({ chatQueueId = "", name }) => ({ id: chatQueueId, label: localized(language, name) }));
  return (
    <>
      <Row>
        <Button isDisabled={all.length === 0} isPending={isLoading} onPress={() => void press()} ref={ref}>
          {t("chatWork.next")}
        </Button>
      </Row>
      {all.length > 1 ? (
        <Disclosure title={t("chatWork.from", { taken: taken.length, all: all.length })}>
          <ManyChoices
            error={undefined}
            hint={t("chatWork.from.hint")}
            label={t("chatWork.from.label")}
            name="takenQueue"
            onChange={onTake}
            options={options}
            value={taken}
          />
        </Disclosure>
      ) : null}
    </>
  );
}
