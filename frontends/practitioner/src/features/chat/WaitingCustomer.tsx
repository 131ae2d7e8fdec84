import { asFailure, useFailureLine } from "@kajo/shared/errors";
import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { useIntent } from "@kajo/shared/rpc";
import { Button, Row, useToast } from "@kajo/shared/ui";
import { useEffect, useRef } from "react";
import { type AskedCustomer, useAcceptChatMutation } from "./api";
import { CustomerAssessment } from "./assessment/CustomerAssessment";
import styles from "./ChatPane.module.css";
import { CustomerFacts } from "./CustomerFacts";
import { customerName, type Named } from "./customer-name";
import { OpenPatient } from "./OpenPatient";
import { QueueName } from "./QueueName";

interface WaitingCustomerProps {
  readonly chatId: string;
  readonly customer: AskedCustomer;
  readonly onAccepted: () => void;
  /** A colleague was faster, or they have left. */
  readonly onGone: () => void;
}

/** Somebody who waits: what is known of them before they are accepted. */
export function WaitingCustomer({ chatId, customer: query, onAccepted, onGone }: WaitingCustomerProps) {
  const language = useLanguage();
  const t = useText();
  return (
    <article className={styles.pane}>
      <QueryView query={query}>
        {({ customer = {} }) => (
          <>
            <header>
              <Heading customer={customer} />
              <p className={styles.over}>
                <QueueName chatQueueId={customer.chatQueueId} />
              </p>
              {customer.joinedAt ? (
                <p className={styles.over}>
                  {t("chatWork.joined", { when: dateTimeText(language, new Date(customer.joinedAt)) })}
                </p>
              ) : null}
            </header>
            <Row>
              <Accept chatId={chatId} onAccepted={onAccepted} onGone={onGone} />
              <OpenPatient patientId={customer.personId} />
            </Row>
            <CustomerFacts customer={customer} />
            <CustomerAssessment chatId={chatId} customer={customer} />
          </>
        )}
      </QueryView>
    </article>
  );
}

/** Takes the focus when it comes: one reads on from it. */
function Heading({ customer }: { readonly customer: Named }) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h2 className={styles.heading} ref={heading} tabIndex={-1} translate={customer.name ? "no" : undefined}>
      {customerName(t, customer)}
    </h2>
  );
}

interface AcceptProps extends Pick<WaitingCustomerProps, "chatId" | "onAccepted" | "onGone"> {}

/** What says that they are not to be had any more. */
const goneReasons: readonly (string | undefined)[] = ["chat_taken", "chat_left", "not_found"];

function Accept({ chatId, onAccepted, onGone }: AcceptProps) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [accept, { isLoading }] = useAcceptChatMutation();
  const press = async () => {
    const request = { chatId };
    const answer = await accept({ request, idempotencyKey: intent.keyFor(request) });
    if (answer.error) {
      toast("danger", failureLine(answer.error));
      if (goneReasons.includes(asFailure(answer.error).reason)) onGone();
      return;
    }
    intent.settle();
    toast("success", t("chatWork.accepted"));
    onAccepted();
  };
  return (
    <Button isPending={isLoading} onPress={() => void press()}>
      {t("chatWork.accept")}
    </Button>
  );
}
