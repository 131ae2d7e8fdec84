import { useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { ChatJson, MyChatJson } from "@kajo/shared/rpc";
import { Banner, Bullets, Card, Spinner } from "@kajo/shared/ui";
import { useState } from "react";
import { useListMyChatsQuery } from "./api";
import styles from "./Chat.module.css";
import { ClosureNotice } from "./ClosureNotice";
import { LeaveQueue } from "./LeaveQueue";
import { TellPlace } from "./TellPlace";
import { useOwnPlace } from "./use-own-place";
import { useTitle } from "./use-title";
import { useHoursWord, waitText } from "./waiting-words";

export interface WaitingPartProps {
  readonly chat: ChatJson;
  /** A professional has put them back into the line while they looked. */
  readonly isReturned: boolean;
  readonly title: string;
}

/** The line: where one stands, how long it will take, and what one may do meanwhile. */
export function WaitingPart({ chat: { chatId = "" }, isReturned, title }: WaitingPartProps) {
  const query = useListMyChatsQuery({});
  const own = query.data?.chats?.find((each) => each.chatId === chatId);
  const place = useOwnPlace(own);
  const t = useText();
  useTitle(title, place && t("chat.place.short", { ahead: place.ahead }));
  return (
    <>
      {isReturned ? <Banner tone="info">{t("chat.returned")}</Banner> : null}
      <QueryView query={query}>
        {() => (own && place ? <Place ahead={place.ahead} own={own} /> : <Spinner />)}
      </QueryView>
      <section className={styles.meanwhile}>
        <h2>{t("chat.meanwhile")}</h2>
        <Bullets
          items={[
            ["here", t("chat.meanwhile.here")],
            ["away", t("chat.meanwhile.away")],
            ["turn", t("chat.meanwhile.turn")],
          ]}
        />
      </section>
      <LeaveQueue chatId={chatId} />
    </>
  );
}

function Place({ ahead, own: { place = {}, standing } }: { readonly ahead: number; readonly own: MyChatJson }) {
  const t = useText();
  const hoursWord = useHoursWord()(standing, place);
  const wasCalled = useWasCalled(place.backBy !== undefined);
  return (
    <>
      {wasCalled ? <Banner tone="warning">{t("chat.called")}</Banner> : null}
      <Card>
        <p className={styles.place}>{t("chat.place", { ahead })}</p>
        <p>{waitText(t, place)}</p>
        {hoursWord === undefined ? null : <p>{hoursWord}</p>}
        {standing ? <ClosureNotice standing={standing} /> : null}
      </Card>
      <TellPlace ahead={ahead} />
    </>
  );
}

/** It was their turn while they were away: said as long as they look, though they are back by looking. */
function useWasCalled(isCalled: boolean): boolean {
  const [wasCalled, setWasCalled] = useState(isCalled);
  if (isCalled && !wasCalled) setWasCalled(true);
  return wasCalled;
}
