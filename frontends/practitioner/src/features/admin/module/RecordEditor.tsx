import { useLanguage, useText } from "@kajo/shared/i18n";
import { isRpcFailure } from "@kajo/shared/rpc";
import { Fragment } from "react";
import { Editor } from "../editor/Editor";
import type { Module, RecordOf } from "./admin-module";
import { useChangeRecordMutation } from "./api";
import { labelsOf, problemsOf, sentOf, serverName, setOf, shownOf, type Values, valuesOf } from "./fields";
import { RecordFieldInput } from "./RecordFieldInput";
import { useRecordRemoval } from "./record-removal";

interface RecordEditorProps<Details extends object> {
  readonly module: Module<Details>;
  /** "" of a new one. */
  readonly id: string;
  readonly record: RecordOf<Details> | undefined;
}

/** One record: its fields, saved over the version that was read; archived, restored or removed after a question. */
export function RecordEditor<Details extends object>({ module, id, record }: RecordEditorProps<Details>) {
  const t = useText();
  const language = useLanguage();
  const say = (text: string, values?: Record<string, string>) =>
    t(text as "serviceCategories.archive.question", values as never);
  const { kind, to, texts, names, nameOf, fields, question, stays } = module;
  const [change] = useChangeRecordMutation();
  const { details, archived = false, version = "0" } = record ?? {};
  const name = details ? nameOf(details, language) : "";
  const removal = useRecordRemoval(module, id, name);
  const archiving = {
    label: say(archived ? texts.restore : texts.archive),
    question: say(archived ? texts.restoreQuestion : texts.archiveQuestion, { name }),
    done: say(archived ? texts.restored : texts.archived),
    request: { [names.id]: id },
    send: (sent: { readonly request: object; readonly idempotencyKey: string }) =>
      change({ ...sent, kind, change: archived ? "restore" : "archive" }),
    canBeUndone: true,
  };
  return (
    <Editor<Values, string, object, object>
      check={(values) => problemsOf(fields, values, t)}
      current={valuesOf(fields, details)}
      fields={labelsOf(fields, t)}
      list={{ to, label: say(texts.title) }}
      question={(failure) => {
        if (!question || !isRpcFailure(failure) || failure.reason !== question.reason) return undefined;
        const { title, confirm, text } = question;
        return { title: say(title), confirm: say(confirm), text: <p>{say(text, failure.params)}</p> };
      }}
      removal={record && !stays?.(record) ? [archiving, ...(removal ? [removal] : [])] : undefined}
      request={(values, over, isConfirmed) => {
        const set = id ? setOf(fields, values) : fields;
        return {
          [names.id]: id,
          details: sentOf(set, values),
          // What this form does not know stays as it is kept.
          fields: set.map(({ key }) => serverName(key)),
          version: over,
          ...(question && isConfirmed ? { [question.confirmed]: true } : {}),
        };
      }}
      save={(sent) => change({ ...sent, kind, change: "save" })}
      saved={say(texts.saved)}
      title={name || say(texts.new)}
      version={version}
    >
      {({ value, change: set, field }) =>
        shownOf(fields, value).map((each) => (
          <Fragment key={each.key}>
            {each.part ? <h2>{say(each.part)}</h2> : null}
            <RecordFieldInput
              field={field}
              of={each}
              onChange={(next) => set({ [each.key]: next })}
              value={value[each.key]}
              values={value}
            />
            {each.below?.(value)}
          </Fragment>
        ))
      }
    </Editor>
  );
}
