import { NotFoundPage } from "@kajo/shared/errors";
import { useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { ManagedCategoryJson, ManagedQueueJson } from "@kajo/shared/rpc";
import { useParams } from "@tanstack/react-router";
import { Editor } from "../editor/Editor";
import { useListWorkplacesQuery } from "../workplaces/api";
import { useGetManagedCategoryQuery, useSaveQueueMutation } from "./api";
import { useArchiving } from "./archiving";
import type { Panel } from "./panel";
import { QueueForm } from "./QueueForm";
import { useQueueLabels, useQueueProblems } from "./queue-fields";
import { nameIn, type QueueValue, queueDetails, queueFields, queueValue } from "./values";

interface PanelProps {
  readonly panel: Panel;
}

interface Params {
  readonly categoryId?: string;
  readonly subcategoryId?: string;
  readonly taskQueueId?: string;
}

/** A new queue of a category. */
export function NewQueuePage({ panel }: PanelProps) {
  const { categoryId = "" } = useParams({ strict: false }) as Params;
  return (
    <QueryView key={categoryId} page query={useGetManagedCategoryQuery({ categoryId })}>
      {({ category }) => <QueueEditor category={category} panel={panel} queue={undefined} />}
    </QueryView>
  );
}

/** One that is kept. */
export function QueuePage({ panel }: PanelProps) {
  const { categoryId = "", subcategoryId, taskQueueId } = useParams({ strict: false }) as Params;
  const id = subcategoryId ?? taskQueueId;
  return (
    <QueryView key={id} page query={useGetManagedCategoryQuery({ categoryId })}>
      {({ category, queues = [] }) => {
        const queue = queues.find((each) => each.subcategoryId === id);
        return queue ? <QueueEditor category={category} panel={panel} queue={queue} /> : <NotFoundPage />;
      }}
    </QueryView>
  );
}

interface QueueEditorProps extends PanelProps {
  readonly category: ManagedCategoryJson | undefined;
  readonly queue: ManagedQueueJson | undefined;
}

function QueueEditor({ panel, category, queue }: QueueEditorProps) {
  const t = useText();
  const language = useLanguage();
  const [save] = useSaveQueueMutation();
  const isInbox = panel.module === "CATEGORY_MODULE_INBOX";
  const words = panel.queueWords;
  const { categoryId = "" } = category ?? {};
  const { subcategoryId = "", details, archived = false, version = "0" } = queue ?? {};
  const name = nameIn(language, details?.name);
  const removal = useArchiving(words, { categoryId, subcategoryId }, name, archived);
  const current = queueValue(details, isInbox ? "QUEUE_KIND_MESSAGE" : "");
  const labels = useQueueLabels();
  const problems = useQueueProblems();
  return (
    <QueryView page query={useListWorkplacesQuery({})}>
      {(workplaces) => (
        <Editor<QueueValue, string, object, object>
          check={problems}
          current={current}
          fields={labels}
          list={{ to: panel.category(categoryId), label: nameIn(language, category?.details?.name) }}
          removal={queue && removal}
          request={(value, over) => ({
            categoryId,
            subcategoryId,
            details: queueDetails(value),
            // What this form does not know stays as it is kept.
            fields: queueFields,
            version: over,
          })}
          save={save as never}
          saved={t(words.saved)}
          title={name || t(words.new)}
          version={version}
        >
          {({ value, change, field }) => (
            <QueueForm
              change={change}
              field={field}
              isInbox={isInbox}
              kept={queue}
              value={value}
              workplaces={workplaces}
            />
          )}
        </Editor>
      )}
    </QueryView>
  );
}
