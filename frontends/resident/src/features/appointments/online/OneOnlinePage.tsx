import { CallPanel } from "@kajo/shared/call";
import { asFailure, PageFailed } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { type AppointmentJson, useServerNow } from "@kajo/shared/rpc";
import { Button, Card, LinkButton, PageHeading, PageLoading, Row, Stack } from "@kajo/shared/ui";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useId, useState } from "react";
import { useGetMyAppointmentQuery } from "../api";
import { Facts } from "../Facts";
import { useJoinMyRemoteAppointmentMutation } from "./api";
import { DeviceCheck } from "./DeviceCheck";
import { JoinTime, type JoinTimeProps } from "./JoinTime";
import { News } from "./News";
import { NotJoined } from "./NotJoined";
import styles from "./Online.module.css";
import { momentsOf, standingOf } from "./standing";
import type { Joining } from "./use-join";
import { useRemoteCall } from "./use-remote-call";

/** One remote appointment: what it is, from when on one can come, and its call (SCH-10, SCH-20). */
export function OneOnlinePage() {
  const { appointmentId } = useParams({ from: "/signed-in/online-encounter/$appointmentId" });
  const { data, error, refetch } = useGetMyAppointmentQuery({ appointmentId });
  const isHidden = error !== undefined && asFailure(error).reason === "not_found";
  const appointment = isHidden ? undefined : data?.appointment;
  if (error && !appointment) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (appointment?.appointmentId !== appointmentId) return <PageLoading />;
  return <One appointment={appointment} key={appointmentId} onPassed={() => void refetch()} />;
}

interface OneProps {
  readonly appointment: AppointmentJson;
  /** Something has changed by the clock. */
  readonly onPassed: () => void;
}

function One({ appointment, onPassed }: OneProps) {
  const t = useText();
  const now = useServerNow(momentsOf(appointment), onPassed);
  const standing = standingOf(appointment, now);
  const [before] = useState(appointment.span);
  const { joining, isInCall, place } = useCall(appointment, standing === "open");
  return (
    <Stack gap="l" {...(isInCall ? {} : { width: "text" })}>
      <PageHeading over={<Link to="/online-encounter">{t("online.all")}</Link>}>{t("online.title")}</PageHeading>
      <News appointment={appointment} before={before} isInCall={isInCall} standing={standing} />
      <div className={styles.call} ref={place} tabIndex={-1}>
        {isInCall ? (
          <CallPanel
            callId={joining.callId}
            isOrganiser={false}
            lobbyText={t("online.lobby")}
            mayEnd={false}
            onOver={joining.leave}
          />
        ) : (
          <Before appointment={appointment} joining={joining} now={now} />
        )}
      </div>
      {isInCall ? null : <DeviceCheck />}
    </Stack>
  );
}

function useCall({ appointmentId = "" }: AppointmentJson, isOpen: boolean) {
  const navigate = useNavigate();
  const { join } = useSearch({ from: "/signed-in/online-encounter/$appointmentId" });
  return useRemoteCall({
    asking: useJoinMyRemoteAppointmentMutation(),
    request: { appointmentId },
    isDue: join === true && isOpen,
    say: (isIn) =>
      void navigate({
        to: "/online-encounter/$appointmentId",
        params: { appointmentId },
        search: isIn ? { join: true } : {},
        replace: true,
        resetScroll: false,
      }),
  });
}

interface BeforeProps extends JoinTimeProps {
  readonly appointment: AppointmentJson;
  readonly joining: Joining;
}

/** What it is and how to come; of one that is cancelled no more is said than that. */
function Before({ appointment, joining, now }: BeforeProps) {
  const t = useText();
  const language = useLanguage();
  const whenId = useId();
  const standing = standingOf(appointment, now);
  const params = { appointmentId: appointment.appointmentId ?? "" };
  if (standing === "cancelled") return null;
  const isAhead = standing === "before" || standing === "open";
  return (
    <Card>
      {standing === "none" ? <p>{t("online.notRemote")}</p> : null}
      <Facts appointment={standing === "over" ? { ...appointment, state: "APPOINTMENT_STATE_DONE" } : appointment} />
      {isAhead ? (
        <>
          <JoinTime appointment={appointment} id={whenId} now={now} />
          <NotJoined error={joining.error} />
        </>
      ) : null}
      <Row>
        {isAhead ? (
          <Button
            aria-describedby={whenId}
            isInactive={standing !== "open"}
            isPending={joining.isJoining}
            onPress={joining.join}
          >
            {t("online.join")}
          </Button>
        ) : null}
        {isAhead && localized(language, appointment.preparationInstructions) ? (
          <LinkButton kind="secondary" params={params} to="/appointment/$appointmentId/preparation-instructions">
            {t("appointment.preparation")}
          </LinkButton>
        ) : null}
        <LinkButton kind="secondary" params={params} to="/appointment/$appointmentId">
          {t("online.details")}
        </LinkButton>
      </Row>
    </Card>
  );
}
