import { useFailureLine } from "@kajo/shared/errors";
import { pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { Banner, Bullets, Button, Dialog, LinkButton } from "@kajo/shared/ui";
import { useEffect, useRef } from "react";
import { useBeginVisitMutation } from "../visit/api";

export interface VisitorDialogProps {
  /** On the button that goes on without signing in. */
  readonly goOn: string;
  /** The visit has begun: who is in it may join. */
  readonly onBegun: () => void;
  /** Also when they turn out to be signed in: the page shows what they may do then. */
  readonly onClose: () => void;
}

/** What somebody who is not signed in is told before they join. */
export function VisitorDialog({ goOn, onBegun, onClose }: VisitorDialogProps) {
  const t = useText();
  const language = useLanguage();
  const failureLine = useFailureLine();
  const [begin, { isLoading, error }] = useBeginVisitMutation();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const join = async () => {
    const { data } = await begin();
    // Who has closed it meanwhile, or gone to sign in, joins nothing.
    if (data === undefined || !isOpen.current) return;
    if (data === "visit") onBegun();
    else onClose();
  };
  return (
    <Dialog
      actions={
        <>
          <LinkButton
            kind="secondary"
            onClick={onClose}
            search={{ returnTo: pathIn(language, "/chat") }}
            to="/authentication"
          >
            {t("login.title")}
          </LinkButton>
          <Button isPending={isLoading} onPress={() => void join()}>
            {goOn}
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={t("chat.visitor.title")}
    >
      {error ? (
        <Banner announce="alert" tone="danger">
          {failureLine(error)}
        </Banner>
      ) : null}
      <Bullets
        items={[
          ["unknown", t("chat.visitor.unknown")],
          ["browser", t("chat.visitor.browser")],
          ["erased", t("chat.visitor.erased")],
        ]}
      />
      <p>{t("chat.visitor.signIn")}</p>
    </Dialog>
  );
}
