import { useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { PhoneField, TextField } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import { type Guest, guestProblems } from "./guest";

interface GuestFormProps {
  readonly value: Guest;
  readonly onChange: (guest: Guest) => void;
  readonly onSubmit: () => unknown;
  /** On the button. */
  readonly submit: string;
  readonly failure?: unknown;
  /** Beside the button. */
  readonly actions?: ReactNode;
}

/** The name of a guest, and how they are reached. */
export function GuestForm({ value, onChange, onSubmit, submit, failure, actions }: GuestFormProps) {
  const t = useText();
  const problems = guestProblems(value);
  const problem = (name: keyof Guest) => (problems[name] ? t(problems[name]) : undefined);
  const change = (part: Partial<Guest>) => onChange({ ...value, ...part });
  return (
    <Form
      actions={actions}
      brief
      failure={failure}
      fields={{
        name: t("participants.guest.name"),
        email: t("participants.guest.email"),
        phone: t("participants.guest.phone"),
      }}
      onSubmit={onSubmit}
      problems={{ name: problem("name"), email: problem("email"), phone: problem("phone") }}
      submit={submit}
    >
      {(field) => (
        <>
          <TextField {...field("name")} onChange={(name) => change({ name })} value={value.name} />
          <TextField
            {...field("email")}
            hint={t("participants.guest.contact")}
            inputMode="email"
            onChange={(email) => change({ email })}
            optional
            value={value.email}
          />
          <PhoneField {...field("phone")} onChange={(phone) => change({ phone })} optional value={value.phone} />
        </>
      )}
    </Form>
  );
}
