import { useText } from "@kajo/shared/i18n";
import type { AppointmentJson, AppointmentPartyJson } from "@kajo/shared/rpc";
import { Button, Row } from "@kajo/shared/ui";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { AddColleague } from "./AddColleague";
import { Deactivate } from "./Deactivate";
import { GuestLink } from "./GuestLink";
import { hasLink, isRemote } from "./link";
import { Parties } from "./Parties";
import { SaveGuest } from "./SaveGuest";
import { SendLink } from "./SendLink";

interface ParticipantsProps {
  readonly appointment: AppointmentJson;
  readonly mayChange: boolean;
}

type Asked =
  | { readonly what: "colleague" | "guest" }
  | { readonly what: "change" | "remove"; readonly party: AppointmentPartyJson };

/** Who takes part: shown, added, changed and removed (SCH-18), and guests sent their links (SCH-19). Whose appointment it is, and with whom, stays. */
export function Participants({ appointment, mayChange }: ParticipantsProps) {
  const t = useText();
  const { appointmentId = "", parties = [] } = appointment;
  const hasLinks = isRemote(appointment);
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const actions = (party: AppointmentPartyJson) => {
    const isGuest = party.kind === "APPOINTMENT_PARTY_KIND_GUEST";
    const isOther = isGuest || (party.kind === "APPOINTMENT_PARTY_KIND_PRACTITIONER" && !party.assignee);
    if (!(mayChange && isOther) || party.inactive) return null;
    const name = party.name ?? "";
    return (
      <Row>
        {hasLink(appointment, party) ? <SendLink appointmentId={appointmentId} party={party} /> : null}
        {isGuest ? (
          <Button
            aria-label={t("participants.change.of", { name })}
            kind="quiet"
            onPress={() => setAsked({ what: "change", party })}
            small
          >
            {t("participants.change")}
          </Button>
        ) : null}
        <Button
          aria-label={t("participants.remove.of", { name })}
          kind="quiet"
          onPress={() => setAsked({ what: "remove", party })}
          small
        >
          {t("participants.remove")}
        </Button>
      </Row>
    );
  };
  return (
    <>
      <Parties
        about={(party) => (hasLink(appointment, party) ? <GuestLink mayChange={mayChange} party={party} /> : null)}
        actions={actions}
        parties={parties}
      />
      {mayChange ? (
        <Row>
          <Button kind="secondary" onPress={() => setAsked({ what: "colleague" })}>
            <UserPlus aria-hidden="true" size={18} /> {t("participants.colleague.add")}
          </Button>
          <Button kind="secondary" onPress={() => setAsked({ what: "guest" })}>
            <UserPlus aria-hidden="true" size={18} /> {t("participants.guest.add")}
          </Button>
        </Row>
      ) : null}
      {asked?.what === "colleague" ? <AddColleague appointmentId={appointmentId} onClose={close} /> : null}
      {asked?.what === "guest" ? <SaveGuest appointmentId={appointmentId} hasLink={hasLinks} onClose={close} /> : null}
      {asked?.what === "change" ? (
        <SaveGuest
          appointmentId={appointmentId}
          hasLink={hasLinks}
          known={{
            partyId: asked.party.partyId ?? "",
            guest: { name: asked.party.name ?? "", email: asked.party.email ?? "", phone: asked.party.phone ?? "" },
          }}
          onClose={close}
        />
      ) : null}
      {asked?.what === "remove" ? (
        <Deactivate
          appointmentId={appointmentId}
          hasLink={hasLink(appointment, asked.party)}
          onClose={close}
          party={asked.party}
        />
      ) : null}
    </>
  );
}
