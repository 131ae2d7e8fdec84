import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { ChatJson, ChatMessageJson, ChatStateJson } from "@kajo/shared/rpc";
import { useSessionHeld } from "@kajo/shared/session";
import { PageHeading, Phones, Stack, VisuallyHidden } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { LeftLine } from "./LeftLine";
import { ProfessionalNote } from "./ProfessionalNote";
import { TalkPart } from "./TalkPart";
import { useNoteRoom } from "./use-note-room";
import { useOverText } from "./use-over-text";
import { WaitingPart } from "./WaitingPart";

const VisitorNote = lazy(async () => ({ default: (await import("./VisitorNote")).VisitorNote }));

export interface ChatRoomProps {
  readonly chat: ChatJson;
  readonly messages: readonly ChatMessageJson[];
}

/** A chat as it stands, and what becomes of it while one looks. */
export function ChatRoom({ chat, messages }: ChatRoomProps) {
  const t = useText();
  const language = useLanguage();
  const { state = "CHAT_STATE_UNSPECIFIED", chatQueueName, practitionerName = "" } = chat;
  const before = useStateBefore(state);
  const isWaiting = state === "CHAT_STATE_WAITING";
  const isActive = state === "CHAT_STATE_ACTIVE";
  const title = localized(language, chatQueueName) || t("chat.title");
  useSessionHeld(isWaiting || isActive);
  useNoteRoom(chat, messages);
  return (
    <Stack gap="l">
      <PageHeading
        lead={
          isWaiting ? (
            <Phones>{t("planned.urgent")}</Phones>
          ) : isActive && practitionerName ? (
            t("chat.with", { name: practitionerName })
          ) : null
        }
        over={<Link to="/chat">{t("chat.list")}</Link>}
      >
        {title}
      </PageHeading>
      <TellChange before={before} chat={chat} />
      {chat.visitor && isWaiting ? (
        <Suspense>
          <VisitorNote />
        </Suspense>
      ) : null}
      {isWaiting ? <WaitingPart chat={chat} isReturned={before === "CHAT_STATE_ACTIVE"} title={title} /> : null}
      {isActive ? <ProfessionalNote chat={chat} /> : null}
      {isActive || state === "CHAT_STATE_ENDED" ? (
        <TalkPart before={before} chat={chat} messages={messages} title={title} />
      ) : null}
      {state === "CHAT_STATE_LEFT" ? <LeftLine chat={chat} title={title} /> : null}
    </Stack>
  );
}

/** How the chat stood before it stood as it does, while one looked. */
function useStateBefore(state: ChatStateJson): ChatStateJson | undefined {
  const [seen, setSeen] = useState<{ readonly before?: ChatStateJson; readonly now: ChatStateJson }>({ now: state });
  if (seen.now !== state) setSeen({ before: seen.now, now: state });
  useEffect(() => {
    // What had the focus may have gone; one reads on from the top.
    if (seen.before) document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
  }, [seen]);
  return seen.before;
}

/** Tells those who do not see it what has become of the chat while they were here. */
function TellChange({ before, chat }: { readonly before: ChatStateJson | undefined; readonly chat: ChatJson }) {
  const t = useText();
  const overText = useOverText();
  const { state, practitionerName } = chat;
  const words = () => {
    switch (state) {
      case "CHAT_STATE_ACTIVE":
        return [t("chat.accepted"), practitionerName ? t("chat.with", { name: practitionerName }) : ""].join(" ");
      case "CHAT_STATE_WAITING":
        return t("chat.returned");
      default:
        return overText(chat);
    }
  };
  return <VisuallyHidden role="status">{before ? words() : ""}</VisuallyHidden>;
}
