import { CallPanel } from "@kajo/shared/call";
import { useText } from "@kajo/shared/i18n";
import { type GetMeetingResponseJson, useServerNow } from "@kajo/shared/rpc";
import { Card, PageHeading, Stack, VisuallyHidden } from "@kajo/shared/ui";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import { Facts } from "../Facts";
import { DeviceCheck } from "../online/DeviceCheck";
import { JoinTime } from "../online/JoinTime";
import { News } from "../online/News";
import { NotJoined } from "../online/NotJoined";
import styles from "../online/Online.module.css";
import { momentsOf, standingOf } from "../online/standing";
import { useClockText } from "../online/use-clock-text";
import type { Joining } from "../online/use-join";
import { useRemoteCall } from "../online/use-remote-call";
import { lateMs, useEnterMeetingMutation } from "./api";
import type { MeetingLink } from "./link";
import { NameForm } from "./NameForm";
import { type GuestName, useGuestName } from "./use-guest-name";

interface OneMeetingProps {
  readonly link: MeetingLink;
  readonly meeting: GetMeetingResponseJson;
  /** How it stands may have changed. */
  readonly onAsk: () => void;
  /** That the link is shut; it stands in place of the way in. */
  readonly shut: ReactNode;
}

/** A meeting as it stands, and the call of it. */
export function OneMeeting({ link, meeting, onAsk, shut }: OneMeetingProps) {
  const t = useText();
  const detailsFrom = Date.parse(meeting.detailsFrom ?? "");
  const now = useServerNow([detailsFrom, detailsFrom + lateMs, ...momentsOf(meeting)], onAsk);
  const standing = standingOf(meeting, now);
  const isAhead = standing === "before" || standing === "open";
  const [before] = useState(meeting.span);
  const name = useGuestName(link.invitationId, meeting.details?.guestName);
  const { joining, isInCall, place } = useCall(link, standing === "open" && name.problem === undefined, onAsk);
  const givenName = meeting.details?.patientGivenName;
  const lead = givenName ? t("meetup.lead.of", { name: givenName }) : t("meetup.lead");
  const [wereTold] = useState(meeting.details !== undefined);
  const leave = () => {
    joining.leave();
    onAsk();
  };
  return (
    <Stack gap="l" {...(isInCall ? {} : { width: "text" })}>
      <PageHeading lead={isAhead ? lead : null}>{t("online.title")}</PageHeading>
      {/* Details that come on an open page. */}
      <VisuallyHidden role="status">{isAhead && meeting.details && !wereTold ? lead : ""}</VisuallyHidden>
      <News
        appointment={meeting}
        before={before}
        isInCall={isInCall}
        overText={t("meetup.thanks")}
        // A call says itself how it ends, and this page what that means, after it.
        standing={isInCall && !isAhead ? "open" : standing}
      />
      <div className={styles.call} ref={place} tabIndex={-1}>
        {isInCall ? (
          <CallPanel
            callId={joining.callId}
            isOrganiser={false}
            lobbyText={t("meetup.lobby")}
            mayEnd={false}
            name={name.text.trim()}
            onOver={leave}
            // Who takes part no more has no link either.
            onRefused={onAsk}
          />
        ) : (
          (shut ?? <Before joining={joining} meeting={meeting} name={name} now={now} />)
        )}
      </div>
      {isAhead && !isInCall ? <DeviceCheck /> : null}
    </Stack>
  );
}

/** `mayCome`: one can, and has said by which name. */
function useCall(link: MeetingLink, mayCome: boolean, onAsk: () => void) {
  const navigate = useNavigate();
  const { join } = useSearch({ from: "/meetup/$invitationId" });
  const call = useRemoteCall({
    asking: useEnterMeetingMutation(),
    request: link,
    isDue: join === true && mayCome,
    say: (isIn) =>
      void navigate({
        to: "/meetup/$invitationId",
        params: { invitationId: link.invitationId },
        search: isIn ? { join: true } : {},
        // The secret stays where it is.
        hash: true,
        hashScrollIntoView: false,
        replace: true,
        resetScroll: false,
      }),
  });
  const { error } = call.joining;
  const ask = useEffectEvent(onAsk);
  useEffect(() => {
    // Whoever is refused has not heard yet that it was moved or cancelled, or that the link is dead.
    if (error !== undefined) ask();
  }, [error]);
  return call;
}

interface BeforeProps {
  readonly meeting: GetMeetingResponseJson;
  readonly name: GuestName;
  readonly joining: Joining;
  /** By the clock of the server. */
  readonly now: number;
}

/** What it is and how to come; of one that is cancelled or over no more is said than that. */
function Before({ meeting, name, joining, now }: BeforeProps) {
  const t = useText();
  const clockText = useClockText();
  const whenId = useId();
  const { span, details, detailsFrom } = meeting;
  const standing = standingOf(meeting, now);
  const isOpen = standing === "open";
  if (standing === "none") return <p>{t("online.notRemote")}</p>;
  if (standing !== "before" && !isOpen) return null;
  return (
    <Card>
      <Facts
        appointment={{
          type: "APPOINTMENT_TYPE_VIDEO",
          ...(span ? { span } : {}),
          ...(details?.place ? { place: details.place } : {}),
          ...(details?.practitionerName ? { practitionerName: details.practitionerName } : {}),
        }}
      />
      {details || !detailsFrom ? null : <p>{t("meetup.details", { time: clockText(new Date(detailsFrom)) })}</p>}
      <JoinTime appointment={meeting} id={whenId} now={now} />
      <NotJoined error={joining.error} />
      {details || isOpen ? <NameForm isOpen={isOpen} joining={joining} name={name} whenId={whenId} /> : null}
      <p>{t("meetup.stay")}</p>
    </Card>
  );
}
