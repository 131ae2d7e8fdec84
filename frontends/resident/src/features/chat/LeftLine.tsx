import { useText } from "@kajo/shared/i18n";
import type { ChatJson } from "@kajo/shared/rpc";
import { AfterChat } from "./AfterChat";
import { useOverText } from "./use-over-text";
import { useTitle } from "./use-title";

/** Out of the line before anybody accepted: why, and what to do now. */
export function LeftLine({ chat, title }: { readonly chat: ChatJson; readonly title: string }) {
  const t = useText();
  const overText = useOverText();
  useTitle(title, undefined);
  return (
    <AfterChat isVisitor={chat.visitor === true}>
      <p>{overText(chat)}</p>
      <p>{t("chat.left.next")}</p>
    </AfterChat>
  );
}
