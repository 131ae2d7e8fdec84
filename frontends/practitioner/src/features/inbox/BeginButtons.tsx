import { useText } from "@kajo/shared/i18n";
import { LinkButton, Row } from "@kajo/shared/ui";
import styles from "./InboxPage.module.css";
import { type InboxSearch, inboxSearch } from "./search";

/** What a professional begins themselves: a message to a patient, a question to colleagues. */
export function BeginButtons({ search }: { readonly search: InboxSearch }) {
  const t = useText();
  const begin = (compose: "message" | "consultation") =>
    inboxSearch({ ...search, conversation: undefined, patient: undefined, compose });
  return (
    <div className={styles.begin}>
      <Row>
        <LinkButton kind="secondary" search={begin("message")} to="/inbox">
          {t("compose.message")}
        </LinkButton>
        <LinkButton kind="quiet" search={begin("consultation")} to="/inbox">
          {t("action.consultation")}
        </LinkButton>
      </Row>
    </div>
  );
}
