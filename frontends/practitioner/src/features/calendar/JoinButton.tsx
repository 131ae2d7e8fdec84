import { pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { type JoinWindowJson, useServerNow } from "@kajo/shared/rpc";
import { Banner, Button, LinkButton, Row, Stack } from "@kajo/shared/ui";
import { ExternalLink } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import styles from "./Calendar.module.css";
import { joinMoments, joinStanding } from "./joining";
import { useJoinText } from "./use-join-text";

interface JoinButtonProps {
  readonly appointmentId: string;
  readonly joining: JoinWindowJson;
  /** By the clock of the server, in milliseconds since 1970. */
  readonly now: number;
  /** What else can be done, beside it. */
  readonly children?: ReactNode;
}

/** The way into the call of a remote appointment, in a tab of its own. Before it opens, and after, it says when that is. */
export function JoinButton({ appointmentId, joining, now, children }: JoinButtonProps) {
  const t = useText();
  const language = useLanguage();
  const whenId = useId();
  const joinText = useJoinText();
  const [isBlocked, setBlocked] = useState(false);
  const isOpen = joinStanding(joining, now) === "open";
  const join = () => setBlocked(!openTab(pathIn(language, `/appointments/${appointmentId}/call`)));
  return (
    <Stack gap="s">
      <Row>
        <Button aria-describedby={whenId} isInactive={!isOpen} onPress={join}>
          <ExternalLink aria-hidden="true" size={18} /> {t("calendar.remote.join")}
        </Button>
        {children}
      </Row>
      <p className={styles.quiet} id={whenId}>
        {joinText(joining, now)}
      </p>
      {isBlocked ? (
        <Banner
          action={
            <LinkButton
              kind="secondary"
              params={{ appointmentId }}
              target="_blank"
              to="/appointments/$appointmentId/call"
            >
              {t("calendar.remote.open")}
            </LinkButton>
          }
          announce="alert"
          tone="warning"
        >
          {t("calendar.remote.blocked")}
        </Banner>
      ) : null}
    </Stack>
  );
}

/** The same where nothing else looks at the clock. */
export function JoinPart({ appointmentId, joining }: Pick<JoinButtonProps, "appointmentId" | "joining">) {
  const now = useServerNow(joinMoments(joining));
  return <JoinButton appointmentId={appointmentId} joining={joining} now={now} />;
}

/** Whether the browser has opened one. It has no way back to the page that opened it. */
function openTab(address: string): boolean {
  // With "noopener" nobody would hear whether it was blocked.
  const tab = window.open(address, "_blank");
  if (tab) tab.opener = null;
  return tab !== null;
}
