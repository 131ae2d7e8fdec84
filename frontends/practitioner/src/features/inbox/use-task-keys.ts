import { useText } from "@kajo/shared/i18n";
import type { TaskJson } from "@kajo/shared/rpc";
import { useToast } from "@kajo/shared/ui";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { useShortcuts } from "../shortcuts/actions";

interface TaskKeys {
  readonly tasks: readonly TaskJson[];
  readonly open: string | undefined;
  readonly onOpen: (conversationId: string) => void;
  /** There are more tasks than these. */
  readonly more: (() => void) | undefined;
}

const rowsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>("[data-task]") ?? [])];

/**
 * j and k move from task to task, from the one that has the focus or is open; n opens the next unread one. Answers with
 * the ref of the list.
 */
export function useTaskKeys({ tasks, open, onOpen, more }: TaskKeys): RefObject<HTMLUListElement | null> {
  const t = useText();
  const toast = useToast();
  const list = useRef<HTMLUListElement>(null);
  /** Where the open task stands, or stood before it left the list. */
  const stood = useRef(0);
  const indexOf = (id: string | undefined) => tasks.findIndex(({ conversationId }) => conversationId === id);
  const isOpenAt = indexOf(open);
  useEffect(() => {
    if (isOpenAt < 0) return;
    stood.current = isOpenAt;
    rowsOf(list.current)[isOpenAt]?.scrollIntoView({ block: "nearest" });
  }, [isOpenAt]);
  const focused = () => indexOf((document.activeElement as HTMLElement | null)?.dataset.task ?? open);
  const show = (index: number) => {
    const row = rowsOf(list.current)[index];
    // On a narrow screen the list may be out of sight: then the conversation itself changes.
    if (row?.checkVisibility()) row.focus();
    else if (row?.dataset.task) onOpen(row.dataset.task);
    else if (index >= tasks.length) more?.();
  };
  useShortcuts({
    next: () => show(focused() < 0 ? stood.current : focused() + 1),
    previous: () => show((focused() < 0 ? stood.current : focused()) - 1),
    unread: () => {
      const from = focused() + 1;
      const next = [...tasks.slice(from), ...tasks.slice(0, from)].find(
        ({ conversationId, unread = 0 }) => unread > 0 && conversationId !== open,
      );
      if (next?.conversationId) onOpen(next.conversationId);
      else toast("info", t("inbox.noUnread"));
    },
  });
  return list;
}

/** Up and down go from task to task; Enter and Space open, as buttons do. */
export function moveByArrows(event: KeyboardEvent<HTMLUListElement>) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  const rows = rowsOf(event.currentTarget);
  const next = rows[rows.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
