import { useText } from "@kajo/shared/i18n";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import styles from "./ChatPage.module.css";
import { customerName, type Named } from "./customer-name";

interface ChatRowProps {
  readonly chatId: string | undefined;
  readonly customer: Named;
  /** Who acts for them; empty: they do so themselves. */
  readonly impersonator: string | undefined;
  readonly queue: ReactNode;
  /** Since when, or how long. */
  readonly time: ReactNode;
  /** Marks; undefined: none. */
  readonly tags: ReactNode;
}

/** Somebody in a list: who, in which queue, for how long. */
export function ChatRow({ chatId = "", customer, impersonator, queue, time, tags }: ChatRowProps) {
  const t = useText();
  return (
    <Link className={styles.row} params={{ chatId }} resetScroll={false} to="/chat/$chatId">
      <strong className={styles.name} translate={customer.name ? "no" : undefined}>
        {customerName(t, customer)}
      </strong>
      <span className={styles.time}>{time}</span>
      <span className={styles.more}>{queue}</span>
      {impersonator ? <span className={styles.more}>{t("chatWork.impersonator", { name: impersonator })}</span> : null}
      {tags ? <span className={styles.tags}>{tags}</span> : null}
    </Link>
  );
}
