import { useCallContext } from "@kajo/shared/app";
import { useText } from "@kajo/shared/i18n";
import { Button, LinkButton, PageHeading, Row, Spinner, Stack } from "@kajo/shared/ui";
import { useEffect, useRef, useState } from "react";

export interface OpeningProps {
  /** Asks for the conversation once more; when it is there, it stands in place of this. */
  readonly onAsk: () => PromiseLike<unknown>;
}

/** Whether it is asked for: since one came here, no more, or once more since one has pressed. */
type Asked = "first" | "late" | "again";

/** Half a minute in all. */
const pausesMs = [500, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000];

/** A form was sent a moment ago, and the conversation about it is not there yet. */
export function Opening({ onAsk }: OpeningProps) {
  const t = useText();
  const [asked, setAsked] = useState<Asked>("first");
  const isLate = asked === "late";
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("application.opening.title")}</PageHeading>
      <p role="status">{t(isLate ? "application.opening.late" : "application.opening.text")}</p>
      {isLate ? null : <Asking onAsk={onAsk} onLate={() => setAsked("late")} />}
      <Row>
        {/* Once pressed it stays where the focus is. */}
        {asked === "first" ? null : (
          <Button isPending={!isLate} onPress={() => setAsked("again")}>
            {t("errors.retry")}
          </Button>
        )}
        <LinkButton kind="secondary" to="/inbox">
          {t("sent.inbox")}
        </LinkButton>
      </Row>
    </Stack>
  );
}

/** Asks again and again, for as long as it is shown and not for ever. */
function Asking({ onAsk, onLate }: OpeningProps & { readonly onLate: () => void }) {
  const { wait } = useCallContext();
  const called = useRef({ onAsk, onLate });
  useEffect(() => {
    called.current = { onAsk, onLate };
  });
  useEffect(() => {
    let isShown = true;
    const ask = async () => {
      for (const pause of pausesMs) {
        await wait(pause);
        if (!isShown) return;
        await called.current.onAsk();
      }
      if (isShown) called.current.onLate();
    };
    void ask();
    return () => {
      isShown = false;
    };
  }, [wait]);
  return <Spinner />;
}
