import { FileDrop, useUploads } from "@kajo/shared/attachments";
import { intentStorage, useFound, useWritten } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import type { GetMessageLimitsResponseJson } from "@kajo/shared/rpc";
import { Banner, Card, graphemes, TextArea, TextField } from "@kajo/shared/ui";
import { lazy, useEffect, useRef, useState } from "react";
import { HeldMessage } from "./HeldMessage";
import { restPointer } from "./rest-pointer";
import { useSending } from "./use-sending";

/** Teenagers alone are asked. */
const GuardiansChoice = lazy(async () => ({ default: (await import("./GuardiansChoice")).GuardiansChoice }));

export interface MessageFormProps {
  readonly serviceAreaId: string;
  readonly categoryId: string;
  readonly subcategoryId: string;
  readonly limits: GetMessageLimitsResponseJson;
}

/** Nothing typed is lost before the server has taken the message: not by an error, a reload, a new sign-in or another device. */
export function MessageForm({ serviceAreaId, categoryId, subcategoryId, limits }: MessageFormProps) {
  const t = useText();
  const { written, change, adopt, arrived } = useWritten("");
  const { held, isSending, failure, isUnsent, forgetUnsent } = useSending(intentStorage("new.message"), arrived);
  const type: typeof change = (part) => {
    change(part);
    forgetUnsent();
  };
  const [guardians, setGuardians] = useState(false);
  const uploads = useUploads(limits, written.attachments, (attachments) => change({ attachments }));
  useFound("", written, (found) => {
    if (uploads.busy) return false;
    adopt(found);
    uploads.clear();
    uploads.restore(found.attachments);
    return true;
  });

  const problem = (value: string, max: number | undefined) => {
    if (value.trim() === "") return t("field.required");
    return max !== undefined && graphemes(value) > max ? t("error.reason.too_long", { max }) : undefined;
  };
  const others = [
    ...(uploads.busy ? [t("reply.uploadsRunning")] : []),
    ...(uploads.left > 0 ? [t("attachments.left", { n: uploads.left })] : []),
  ];
  const hold = () => {
    restPointer();
    const { topic, text } = written;
    const attachmentIds = uploads.sendable.flatMap((each) => each.attachmentId ?? []);
    const visibleToGuardians = limits.teenager === true && guardians;
    held.hold({ serviceAreaId, categoryId, subcategoryId, topic, text, visibleToGuardians, attachmentIds });
  };

  const away = held.value !== undefined || isSending;
  const area = useRef<HTMLTextAreaElement>(null);
  const returned = useRef(false);
  const takeBack = () => {
    restPointer();
    held.takeBack();
    returned.current = true;
  };
  // Back in the field as soon as it shows again.
  useEffect(() => {
    if (away || !returned.current) return;
    returned.current = false;
    area.current?.focus();
  }, [away]);

  return (
    <>
      {away ? (
        <HeldMessage
          attachments={uploads.sendable}
          isSending={isSending}
          message={held.value}
          onSendNow={held.sendNow}
          onTakeBack={takeBack}
        />
      ) : null}
      {isUnsent && written.topic + written.text !== "" ? (
        <Banner announce="alert" tone="warning">
          {t("failed.StartConversation")}
        </Banner>
      ) : null}
      <div hidden={away}>
        <Card>
          <Form
            failure={failure}
            fields={{ topic: t("new.topic"), text: t("new.text") }}
            onSubmit={hold}
            others={others}
            problems={{
              topic: problem(written.topic, limits.maxTopicCharacters),
              text: problem(written.text, limits.maxMessageCharacters),
            }}
            submit={t("new.send")}
          >
            {(field) => (
              <>
                <TextField
                  {...field("topic")}
                  max={limits.maxTopicCharacters}
                  onChange={(topic) => type({ topic })}
                  value={written.topic}
                />
                <TextArea
                  {...field("text")}
                  hint={t("new.text.hint")}
                  max={limits.maxMessageCharacters}
                  onChange={(text) => type({ text })}
                  ref={area}
                  rows={8}
                  value={written.text}
                />
                <FileDrop limits={limits} uploads={uploads} />
                {limits.teenager ? <GuardiansChoice isAllowed={guardians} onChange={setGuardians} /> : null}
              </>
            )}
          </Form>
        </Card>
      </div>
    </>
  );
}
