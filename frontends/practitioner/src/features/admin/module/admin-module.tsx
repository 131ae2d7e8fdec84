/** A module of the admin panel over one kind of record: its list and its editor, from its fields, its columns and the words for it. */

import { useRefetchAt } from "@kajo/shared/chat-queue";
import type { Language, MessageId, Text } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { Stack, type TableColumns } from "@kajo/shared/ui";
import type { LinkProps } from "@tanstack/react-router";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type RecordMethods, recordKind, useGetRecordQuery } from "./api";
import type { Beside } from "./BesideLists";
import type { RecordField } from "./fields";
import { RecordEditor } from "./RecordEditor";
import { RecordList } from "./RecordList";

/** What is said of a kind of record. */
interface RecordTexts {
  readonly title: MessageId;
  readonly new: MessageId;
  readonly search: MessageId;
  readonly none: MessageId;
  readonly notFound: MessageId;
  readonly noneText: MessageId;
  readonly saved: MessageId;
  readonly archive: MessageId;
  /** Its `name` is that of the record. */
  readonly archiveQuestion: MessageId;
  readonly archived: MessageId;
  readonly restore: MessageId;
  readonly restoreQuestion: MessageId;
  readonly restored: MessageId;
}

/** A record as it is answered. */
export interface RecordOf<Details> {
  readonly details?: Details;
  readonly archived?: boolean;
  readonly updatedAt?: string;
  readonly version?: string;
}

export interface ModuleOptions<Details> {
  /** Where its list stands; its editors are below. */
  readonly path: string;
  /** As its service calls the aggregate: by that name live updates tell of it. */
  readonly kind: string;
  readonly methods: RecordMethods;
  /** Lists that stand beside this one; this one is among them. */
  readonly beside?: Beside;
  readonly texts: RecordTexts;
  /** A record that is neither archived nor removed. */
  readonly stays?: (record: RecordOf<Details>) => boolean;
  /** What a record is called, in the reader's language where it has one. */
  readonly nameOf: (details: Details, language: Language) => string;
  readonly fields: readonly RecordField<Details>[];
  /** Behind the name, which leads to the editor. */
  readonly columns: (t: Text) => readonly TableColumns<RecordOf<Details>>[number][];
  /** A refusal of saving that is a question: who says yes saves again with a field of the request set. */
  readonly question?: {
    readonly reason: string;
    readonly confirmed: string;
    readonly title: MessageId;
    readonly confirm: MessageId;
    /** Its values are those of the refusal. */
    readonly text: MessageId;
  };
  /** Records can be removed for good. */
  readonly removal?: {
    readonly remove: MessageId;
    /** Its `name` is that of the record. */
    readonly question: MessageId;
    readonly removed: MessageId;
    /** What uses one stands in the way, or is asked about: said with `name` and `count`, and led to below this path. */
    readonly uses?: {
      readonly text: MessageId;
      readonly path: string;
      /** They do not stand in the way: whoever knows of them removes it with this field of the request set. */
      readonly confirmed?: string;
    };
  };
  /** The moment at which a record is different by itself: it is asked for again then. */
  readonly changesAt?: (record: RecordOf<Details>) => string | undefined;
  /** Below the editor of a record that is kept: what is known of it beside its fields. */
  readonly below?: (record: RecordOf<Details>) => ReactNode;
}

/** A module as its parts know it. */
export interface Module<Details> extends ModuleOptions<Details> {
  readonly to: NonNullable<LinkProps["to"]>;
  /** How ids and records are called in its messages. */
  readonly names: ReturnType<typeof recordKind>;
}

/** The pages of a module: the list, the editor of a new record, and that of one that is kept. */
export function adminModule<Details extends object>(options: ModuleOptions<Details>) {
  const module: Module<Details> = {
    ...options,
    to: options.path as NonNullable<LinkProps["to"]>,
    names: recordKind(options.kind, options.methods),
  };
  return {
    listPage: () => <RecordList module={module} />,
    newPage: () => <RecordEditor id="" module={module} record={undefined} />,
    recordPage: () => <RecordPage module={module} />,
  };
}

function RecordPage<Details extends object>({ module }: { readonly module: Module<Details> }) {
  const { kind, names, changesAt, below } = module;
  const { id = "" } = useParams({ strict: false }) as { readonly id?: string };
  const query = useGetRecordQuery({ kind, request: { [names.id]: id } });
  const read = query.data?.[names.item] as RecordOf<Details> | undefined;
  useRefetchAt(read && changesAt?.(read), () => void query.refetch());
  return (
    <QueryView key={id} page query={query}>
      {(answer) => {
        const record = answer[names.item] as RecordOf<Details> | undefined;
        const editor = <RecordEditor id={id} module={module} record={record} />;
        return below && record ? (
          <Stack gap="l">
            {editor}
            {below(record)}
          </Stack>
        ) : (
          editor
        );
      }}
    </QueryView>
  );
}
