import { PageFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Form, QueryView } from "@kajo/shared/patterns";
import { type AppointmentJson, useIntent } from "@kajo/shared/rpc";
import { Banner, Card, LinkButton, PageHeading, Stack, TextArea } from "@kajo/shared/ui";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useCancelAppointmentMutation, useGetMyAppointmentQuery, useLazyGetMyAppointmentQuery } from "./api";
import { CallUs } from "./CallUs";
import { ChangeBar, mayChange } from "./ChangeBar";
import { Facts } from "./Facts";
import { RefusedChange } from "./RefusedChange";

/** Cancels an appointment, with the reason (SCH-03). */
export function CancelPage() {
  const { appointmentId } = useParams({ from: "/signed-in/appointment/$appointmentId/cancel" });
  const query = useGetMyAppointmentQuery({ appointmentId });
  if (query.error && !query.data) return <PageFailed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <QueryView key={appointmentId} page query={query}>
      {({ appointment }) => <Cancelling appointment={appointment ?? {}} />}
    </QueryView>
  );
}

function Cancelling({ appointment }: { readonly appointment: AppointmentJson }) {
  const t = useText();
  const navigate = useNavigate();
  const intent = useIntent();
  const [reason, setReason] = useState("");
  const [look] = useLazyGetMyAppointmentQuery();
  const [cancel, { error }] = useCancelAppointmentMutation();
  const { appointmentId = "", cancelling, phone } = appointment;
  const back = { params: { appointmentId }, to: "/appointment/$appointmentId" } as const;
  const isOpen = mayChange(cancelling);
  const submit = async () => {
    const request = { appointmentId, reason };
    const answer = await cancel({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) return;
    intent.settle();
    // As it was before it must not be shown as what was done.
    await look({ appointmentId });
    await navigate({ ...back, replace: true });
  };
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("appointment.cancel")}</PageHeading>
      <Card>
        <Facts appointment={appointment} />
        {isOpen ? (
          <>
            <ChangeBar change={cancelling} kind="cancel" />
            <Form
              actions={
                <LinkButton kind="secondary" {...back}>
                  {t("appointment.cancel.keep")}
                </LinkButton>
              }
              danger
              failure={error}
              failureHelp={error ? <RefusedChange error={error} kind="cancel" phone={phone} /> : null}
              fields={{ reason: t("appointment.cancel.reason") }}
              onSubmit={submit}
              problems={{ reason: reason.trim() ? undefined : t("field.required") }}
              submit={t("appointment.cancel")}
            >
              {(field) => <TextArea {...field("reason")} onChange={setReason} rows={4} value={reason} />}
            </Form>
          </>
        ) : (
          <>
            <Banner tone="info">
              {cancelling?.bar === "CHANGE_BAR_OVER" ? (
                t("appointment.cancel.over")
              ) : (
                <ChangeBar change={cancelling} kind="cancel" />
              )}
            </Banner>
            <p>
              <CallUs phone={phone} />
            </p>
            <div>
              <LinkButton kind="secondary" {...back}>
                {t("appointment.back")}
              </LinkButton>
            </div>
          </>
        )}
      </Card>
    </Stack>
  );
}
