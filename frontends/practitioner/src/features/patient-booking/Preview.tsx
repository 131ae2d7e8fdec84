import { dateTimeText, dayText, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { ChangeableJson, PreviewForPatientResponseJson } from "@kajo/shared/rpc";
import { Banner, Card } from "@kajo/shared/ui";
import { AppointmentFacts } from "../calendar/AppointmentFacts";
import { noonOf } from "../calendar/days";
import { dayOf } from "../calendar/times";
import { OpenedPatient } from "../compose/PatientStep";
import { hasLink } from "../participants/link";
import { Parties } from "../participants/Parties";
import { MessagingUnknown } from "../patient/info/MessagingUnknown";
import { messagingBar } from "../patient/info/messaging";
import { usePreviewForPatientQuery } from "./api";
import { participantsOf, type Wish } from "./wish";

/** The appointment as the patient will see it, and what the patient will not be told. */
export function Preview({ wish }: { readonly wish: Wish }) {
  const query = usePreviewForPatientQuery({
    patientId: wish.patient,
    offerId: wish.time?.offerId ?? "",
    cancelable: wish.isCancelable,
    participants: participantsOf(wish),
  });
  return (
    <>
      <QueryView query={query}>{(preview) => <Shown preview={preview} />}</QueryView>
      <Told patientId={wish.patient} />
    </>
  );
}

function Shown({ preview }: { readonly preview: PreviewForPatientResponseJson }) {
  const t = useText();
  const language = useLanguage();
  const { appointment = {}, hiddenFromGuardians, usesRecommendation } = preview;
  const { bookedAt: _, ...shown } = appointment;
  const service = localized(language, shown.title) || localized(language, shown.service?.names);
  const day = dayText(language, noonOf(dayOf(shown.span)));
  const links = shown.parties?.filter((party) => hasLink(shown, party)).length ?? 0;
  return (
    <>
      <p>{t("newAppointment.preview.text")}</p>
      <Card>
        <h3>{t("calendar.heading", { service, day })}</h3>
        <AppointmentFacts appointment={shown} />
        <h4>{t("calendar.parties")}</h4>
        <Parties parties={shown.parties ?? []} />
        <Changing change={shown.cancelling} kind="cancel" />
        <Changing change={shown.moving} kind="move" />
      </Card>
      {links > 0 ? <Banner tone="info">{t("newAppointment.preview.links", { n: links })}</Banner> : null}
      {usesRecommendation ? <Banner tone="info">{t("newAppointment.preview.recommendation")}</Banner> : null}
      {hiddenFromGuardians ? <Banner tone="info">{t("newAppointment.preview.teenager")}</Banner> : null}
    </>
  );
}

const texts = {
  cancel: ["newAppointment.preview.cancel", "newAppointment.preview.cancel.not"],
  move: ["newAppointment.preview.move", "newAppointment.preview.move.not"],
} as const;

function Changing({ change, kind }: { readonly change: ChangeableJson | undefined; readonly kind: "cancel" | "move" }) {
  const t = useText();
  const language = useLanguage();
  const [until, not] = texts[kind];
  const isPossible = (change?.bar ?? "CHANGE_BAR_UNSPECIFIED") === "CHANGE_BAR_UNSPECIFIED" && change?.until;
  return <p>{isPossible ? t(until, { when: dateTimeText(language, new Date(change.until ?? 0)) }) : t(not)}</p>;
}

/** Whoever cannot be sent messages has to be told in another way. */
function Told({ patientId }: { readonly patientId: string }) {
  const t = useText();
  return (
    <OpenedPatient lost={null} patientId={patientId}>
      {({ messaging }) =>
        messagingBar(messaging) ? (
          <Banner tone="warning">{t("newAppointment.preview.noMessages")}</Banner>
        ) : (
          <MessagingUnknown messaging={messaging} />
        )
      }
    </OpenedPatient>
  );
}
