import { useLanguage } from "../i18n";
import type { CustomerTaskJson } from "../rpc";
import { titleOf } from "./words";

/** What a task is called, marked with its language where it fell back. */
export function TaskTitle({ task }: { readonly task: CustomerTaskJson }) {
  const { words, lang } = titleOf(useLanguage(), task);
  return <span lang={lang}>{words}</span>;
}
