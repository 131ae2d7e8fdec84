/** Chat queues: who finds them, who works through them, and when they are open (CHA-01). */
import { ChatQueueStatus } from "@kajo/shared/chat-queue";
import { type Language, useLanguage, useText } from "@kajo/shared/i18n";
import { type ChatQueueDetailsJson, type ChatQueueJson, ChatQueueService } from "@kajo/shared/rpc";
import { Card, Stack } from "@kajo/shared/ui";
import { ClosureControl } from "../../chat-closure/ClosureControl";
import { adminModule } from "../module/admin-module";
import { chatQueueFields } from "./chat-queue-fields";
import { chatQueueLists } from "./lists";

const { listChatQueues, getChatQueue, saveChatQueue, archiveChatQueue, restoreChatQueue, removeChatQueue } =
  ChatQueueService.method;

const nameOf = ({ name }: ChatQueueDetailsJson, language: Language) => name?.[language as "fi"] ?? name?.fi ?? "";

/** Who finds it. */
function visibilityText({ visibleToIdentified, visibleToUnidentified }: ChatQueueDetailsJson) {
  if (visibleToIdentified) return visibleToUnidentified ? "chatQueues.visible.all" : "chatQueues.visible.identified";
  return visibleToUnidentified ? "chatQueues.visible.unidentified" : "chatQueues.visible.nobody";
}

export const { listPage, newPage, recordPage } = adminModule<ChatQueueDetailsJson>({
  path: "/admin/chat",
  kind: "chat_queue",
  beside: chatQueueLists,
  methods: {
    list: listChatQueues,
    get: getChatQueue,
    save: saveChatQueue,
    archive: archiveChatQueue,
    restore: restoreChatQueue,
    remove: removeChatQueue,
  },
  texts: {
    title: "chatQueues.title",
    new: "chatQueues.new",
    search: "chatQueues.search",
    none: "chatQueues.none",
    notFound: "chatQueues.notFound",
    noneText: "chatQueues.none.text",
    saved: "chatQueues.saved",
    archive: "chatQueues.archive",
    archiveQuestion: "chatQueues.archive.question",
    archived: "chatQueues.archived",
    restore: "chatQueues.restore",
    restoreQuestion: "chatQueues.restore.question",
    restored: "chatQueues.restored",
  },
  nameOf,
  removal: {
    remove: "chatQueues.remove",
    question: "chatQueues.remove.question",
    removed: "chatQueues.removed",
  },
  fields: chatQueueFields,
  columns: (t) => [
    {
      id: "standing",
      label: t("chatQueues.standing"),
      cell: (record) => <ChatQueueStatus standing={(record as ChatQueueJson).standing} />,
    },
    {
      id: "visibility",
      label: t("chatQueues.visibility"),
      cell: ({ details }) => t(visibilityText(details ?? {})),
    },
    {
      id: "where",
      label: t("chatQueues.where"),
      cell: ({ details }) => t(details?.externalUrl ? "chatQueues.where.external" : "chatQueues.where.own"),
    },
  ],
  // It opens and shuts with the clock, and a closure ends by itself.
  changesAt: (record) => (record as ChatQueueJson).standing?.changesAt,
  below: (record) => (record.archived ? null : <Closure queue={record as ChatQueueJson} />),
});

/** How it stands now, closing it temporarily, and opening it again (CHA-13). */
function Closure({ queue: { chatQueueId = "", details, standing } }: { readonly queue: ChatQueueJson }) {
  const t = useText();
  const language = useLanguage();
  return (
    <Card>
      <Stack>
        <h2>{t("chatQueues.standing")}</h2>
        <ChatQueueStatus standing={standing} />
        <ClosureControl chatQueueId={chatQueueId} name={nameOf(details ?? {}, language)} standing={standing} />
      </Stack>
    </Card>
  );
}
