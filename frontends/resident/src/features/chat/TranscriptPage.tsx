import { RequireSession } from "@kajo/shared/app";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { PrintButton, PrintView } from "@kajo/shared/patterns";
import type { ChatJson, ChatMessageJson } from "@kajo/shared/rpc";
import { useGetSessionQuery } from "@kajo/shared/session";
import { Banner, LinkButton, PageHeading, Row, Stack } from "@kajo/shared/ui";
import { Link, useParams } from "@tanstack/react-router";
import { OneChat } from "./OneChat";
import { Transcript } from "./Transcript";

/** What was said in a chat, to read and to print (CHA-06), for who joined it, also in a visit. */
export function TranscriptPage() {
  const { chatEventId = "" } = useParams({ strict: false });
  return (
    <RequireSession orVisit>
      <OneChat chatId={chatEventId} key={chatEventId}>
        {(chat, messages) => <Opened chat={chat} messages={messages} />}
      </OneChat>
    </RequireSession>
  );
}

interface OpenedProps {
  readonly chat: ChatJson;
  readonly messages: readonly ChatMessageJson[];
}

function Opened({ chat, messages }: OpenedProps) {
  const t = useText();
  const language = useLanguage();
  const customer = useCustomerName();
  const { chatId = "", state, chatQueueName } = chat;
  const queue = localized(language, chatQueueName);
  const isOver = state === "CHAT_STATE_ENDED" || state === "CHAT_STATE_LEFT";
  const toChat = (
    <LinkButton kind={isOver ? "secondary" : "primary"} params={{ chatId }} to="/chat/$chatId">
      {t("chat.own.toChat")}
    </LinkButton>
  );
  return (
    <Stack gap="l">
      <PageHeading over={<Link to="/chat">{t("chat.list")}</Link>}>{t("chat.transcript")}</PageHeading>
      {isOver ? (
        <>
          <PrintView name={customer} title={t("chat.transcript")}>
            <Transcript chat={chat} customer={customer} messages={messages} queue={queue} />
          </PrintView>
          <Row>
            <PrintButton />
            {toChat}
          </Row>
        </>
      ) : (
        <>
          <Banner tone="info">{t("chat.transcript.notOver")}</Banner>
          <div>{toChat}</div>
        </>
      )}
    </Stack>
  );
}

/** Who has joined: the chat is there for them alone. */
function useCustomerName(): string {
  const t = useText();
  const { data: session } = useGetSessionQuery();
  if (!session) return t("thread.resident");
  const { user, impersonator } = session;
  return impersonator ? t("thread.onBehalf", { name: impersonator.name, principal: user.name.text }) : user.name.text;
}
