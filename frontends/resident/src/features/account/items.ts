import type { Text } from "@kajo/shared/i18n";
import type { DeletionItemJson, DeletionPreviewJson, DeletionSubjectJson } from "@kajo/shared/rpc";

const texts = {
  DELETION_SUBJECT_UNSPECIFIED: undefined,
  DELETION_SUBJECT_ACCOUNT: "account.item.account",
  DELETION_SUBJECT_CARE_TEAM: "account.item.careTeam",
  DELETION_SUBJECT_DRAFTS: "account.item.drafts",
  DELETION_SUBJECT_UNSENT_FILES: "account.item.files",
  DELETION_SUBJECT_CONVERSATIONS: "account.item.conversations",
  DELETION_SUBJECT_CUSTOMER_TASKS: "account.item.tasks",
  DELETION_SUBJECT_APPOINTMENTS: "account.item.appointments",
  DELETION_SUBJECT_CHATS: "account.item.chats",
  DELETION_SUBJECT_SURVEYS: "account.item.surveys",
  DELETION_SUBJECT_DIGITAL_PATHS: "account.item.paths",
  DELETION_SUBJECT_CONTENTS: "account.item.contents",
  DELETION_SUBJECT_HEALTH_RECORDS: "account.item.healthRecords",
  DELETION_SUBJECT_CLIENT_REGISTER: "account.item.register",
  DELETION_SUBJECT_ACCESS_LOG: "account.item.accessLog",
} as const satisfies Record<DeletionSubjectJson, string | undefined>;

const lines = (t: Text, items: readonly DeletionItemJson[]) =>
  items.flatMap(({ subject, count }) => {
    const id = texts[subject ?? "DELETION_SUBJECT_UNSPECIFIED"];
    return id ? [t(id, { count: count ?? 0 })] : [];
  });

/** What all services say together, as lines to read. */
export function summed(t: Text, previews: readonly (DeletionPreviewJson | undefined)[]) {
  const vetoes = new Set(previews.flatMap((each) => each?.vetoes ?? []).map(({ objectId }) => objectId));
  return {
    erased: lines(
      t,
      previews.flatMap((each) => each?.erased ?? []),
    ),
    kept: lines(
      t,
      previews.flatMap((each) => each?.kept ?? []),
    ),
    // Two services may name the same conversation.
    open: vetoes.size,
  };
}

export type Summed = ReturnType<typeof summed>;
