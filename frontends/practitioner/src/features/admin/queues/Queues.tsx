import { dotted, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { ManagedCategoryJson, ManagedQueueJson } from "@kajo/shared/rpc";
import { Button, Card, DataTable, EmptyState, LinkButton, Row, Stack, type TableColumns } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ArchiveState } from "../module/ArchiveState";
import { useOrderQueuesMutation } from "./api";
import { kindText } from "./kinds";
import { OrderDialog } from "./OrderDialog";
import type { Panel } from "./panel";
import { nameIn } from "./values";

interface QueuesProps {
  readonly panel: Panel;
  readonly category: ManagedCategoryJson | undefined;
  readonly queues: readonly ManagedQueueJson[];
}

/** The queues of a category, each with its editor. */
export function Queues({ panel, category, queues }: QueuesProps) {
  const t = useText();
  const language = useLanguage();
  const [isOrdering, setOrdering] = useState(false);
  const isInbox = panel.module === "CATEGORY_MODULE_INBOX";
  const { categoryId = "", archived = false } = category ?? {};
  const words = panel.queueWords;
  const columns: TableColumns<ManagedQueueJson> = [
    {
      id: "name",
      label: t("admin.name"),
      cell: ({ subcategoryId = "", details }) => (
        <Link to={panel.queue(categoryId, subcategoryId)}>{nameIn(language, details?.name)}</Link>
      ),
    },
    ...(isInbox
      ? []
      : [
          {
            id: "kind",
            label: t("taskQueues.kind"),
            cell: ({ details }: ManagedQueueJson) => t(kindText(details?.kind ?? "QUEUE_KIND_UNKNOWN")),
          },
        ]),
    { id: "service", label: t("queues.service"), cell: (queue) => <ServiceName queue={queue} /> },
    { id: "state", label: t("admin.state"), cell: (queue) => <ArchiveState archived={queue.archived ?? false} /> },
  ];
  return (
    <Stack gap="m">
      <Row>
        <h2>{t(words.title)}</h2>
        {queues.length > 1 ? (
          <Button kind="secondary" onPress={() => setOrdering(true)}>
            {t("outline.order")}
          </Button>
        ) : null}
        {archived ? null : <LinkButton to={panel.newQueue(categoryId)}>{t(words.new)}</LinkButton>}
      </Row>
      {archived ? <p>{t("queues.categoryArchived")}</p> : null}
      {queues.length > 0 ? (
        <DataTable
          caption={t(words.title)}
          columns={columns}
          rowKey={({ subcategoryId }) => subcategoryId ?? ""}
          rows={queues}
        />
      ) : (
        <Card>
          <EmptyState title={t(words.none)}>{t(words.noneText)}</EmptyState>
        </Card>
      )}
      {isOrdering ? <Order categoryId={categoryId} onClose={() => setOrdering(false)} queues={queues} /> : null}
    </Stack>
  );
}

/** What the queue's service is called now. */
function ServiceName({ queue }: { readonly queue: ManagedQueueJson }) {
  const t = useText();
  const language = useLanguage();
  const { details, service } = queue;
  if (!details?.serviceId) return "–";
  // Nobody can say it just now.
  if (!service) return t("queues.service.some");
  if (!service.names) return t("names.gone");
  return dotted(localized(language, service.names), service.archived ? t("admin.state.archived") : undefined);
}

interface OrderProps {
  readonly categoryId: string;
  readonly queues: readonly ManagedQueueJson[];
  readonly onClose: () => void;
}

function Order({ categoryId, queues, onClose }: OrderProps) {
  const language = useLanguage();
  const [order] = useOrderQueuesMutation();
  return (
    <OrderDialog
      items={queues.map(({ subcategoryId = "", details }) => ({
        id: subcategoryId,
        name: nameIn(language, details?.name),
      }))}
      onClose={onClose}
      request={(subcategoryIds) => ({ categoryId, subcategoryIds: [...subcategoryIds] })}
      send={order}
    />
  );
}
