import { dotted, useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { Button, Card, VisuallyHidden } from "@kajo/shared/ui";
import { useState } from "react";
import { ColleagueSelect } from "../participants/ColleagueSelect";
import { GuestForm } from "../participants/GuestForm";
import { nobody } from "../participants/guest";
import parties from "../participants/Participants.module.css";
import { type Left, mayBeRemote, type Wish } from "./wish";

interface ParticipantsStepProps {
  readonly left: Left;
  readonly wish: Wish;
  readonly onChange: (part: Partial<Wish>) => void;
}

/** Who else takes part: colleagues, whose time is taken as well, and guests. */
export function ParticipantsStep({ left, wish, onChange }: ParticipantsStepProps) {
  const t = useText();
  const { colleagues, guests, guest } = wish;
  const [told, setTold] = useState("");
  const rows = [
    ...colleagues.map(({ id, name }) => ({
      key: id,
      name,
      about: t("calendar.party.practitioner"),
      remove: () => onChange({ colleagues: colleagues.filter((other) => other.id !== id) }),
    })),
    ...guests.map((each, place) => ({
      key: `${each.name} ${each.email} ${each.phone}`,
      name: each.name,
      about: dotted(t("calendar.party.guest"), each.email, each.phone),
      remove: () => onChange({ guests: guests.filter((_, other) => other !== place) }),
    })),
  ];
  return (
    <>
      {rows.length > 0 ? (
        <Card>
          <h3>{t("newAppointment.participants.chosen")}</h3>
          <ul className={parties.parties}>
            {rows.map(({ key, name, about, remove }) => (
              <li className={parties.party} key={key}>
                <div>
                  <span className={parties.name}>{name}</span>
                  <p className={parties.quiet}>{about}</p>
                </div>
                <Button
                  aria-label={t("participants.remove.of", { name })}
                  kind="quiet"
                  onPress={() => {
                    remove();
                    setTold(t("newAppointment.participants.removed", { name }));
                  }}
                  small
                >
                  {t("participants.remove")}
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <VisuallyHidden role="status">{told}</VisuallyHidden>
      <Card>
        <h3>{t("participants.colleague.add")}</h3>
        <AddColleague
          onAdd={(id, name) => {
            onChange({ colleagues: [...colleagues, { id, name }] });
            setTold(t("newAppointment.participants.added", { name }));
          }}
          without={colleagues.map(({ id }) => id)}
        />
      </Card>
      <Card>
        <h3>{t("participants.guest.add")}</h3>
        {mayBeRemote(left) ? (
          <p>{t(left.type ? "participants.guest.link" : "newAppointment.participants.link")}</p>
        ) : null}
        <GuestForm
          onChange={(written) => onChange({ guest: written })}
          onSubmit={() => {
            onChange({ guests: [...guests, guest], guest: nobody });
            setTold(t("newAppointment.participants.added", { name: guest.name }));
          }}
          submit={t("participants.guest.add")}
          value={guest}
        />
      </Card>
    </>
  );
}

interface AddColleagueProps {
  readonly without: readonly string[];
  readonly onAdd: (personId: string, name: string) => void;
}

function AddColleague({ without, onAdd }: AddColleagueProps) {
  const t = useText();
  const [chosen, setChosen] = useState({ id: "", name: "" });
  return (
    <Form
      brief
      fields={{ practitioner_id: t("participants.colleague") }}
      onSubmit={() => {
        onAdd(chosen.id, chosen.name);
        setChosen({ id: "", name: "" });
      }}
      problems={{ practitioner_id: chosen.id === "" ? t("field.required") : undefined }}
      submit={t("participants.colleague.add")}
    >
      {(field) => (
        <ColleagueSelect
          {...field("practitioner_id")}
          // Who is added leaves an empty field behind.
          key={without.length}
          onChange={(id, name) => setChosen({ id, name })}
          value={chosen.id}
          without={without}
        />
      )}
    </Form>
  );
}
