import { Check, CheckCheck } from "lucide-react";
import { useText } from "../i18n";
import threadStyles from "../thread/Thread.module.css";
import type { Reach } from "./marks";

const words = { sent: "thread.sent", delivered: "chatRoom.delivered", seen: "chatRoom.seen" } as const;

/** How far the newest own message has come. It can be read there, and is not announced. */
export function MessageReach({ reach }: { readonly reach: Reach }) {
  const t = useText();
  return (
    <p aria-live="off" className={threadStyles.seen}>
      {reach === "sent" ? <Check aria-hidden="true" size={16} /> : <CheckCheck aria-hidden="true" size={16} />}
      <span>{t(words[reach])}</span>
    </p>
  );
}
