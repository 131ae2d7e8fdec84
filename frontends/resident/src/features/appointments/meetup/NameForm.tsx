import { useText } from "@kajo/shared/i18n";
import { Button, Row, Stack, TextField } from "@kajo/shared/ui";
import { type FormEvent, useRef, useState } from "react";
import type { Joining } from "../online/use-join";
import type { GuestName } from "./use-guest-name";

export interface NameFormProps {
  readonly name: GuestName;
  readonly joining: Joining;
  /** One can come now. */
  readonly isOpen: boolean;
  /** Of the words that say from when on. */
  readonly whenId: string;
}

/** By which name one comes, and the way into the call. */
export function NameForm({ name, joining, isOpen, whenId }: NameFormProps) {
  const t = useText();
  const [tries, setTries] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const come = (event: FormEvent) => {
    event.preventDefault();
    if (!isOpen || joining.isJoining) return;
    if (name.problem === undefined) return joining.join();
    setTries(tries + 1);
    field.current?.focus();
  };
  return (
    <form noValidate onSubmit={come}>
      <Stack>
        <TextField
          autoComplete="name"
          error={tries > 0 ? name.problem : undefined}
          errorSaid={tries}
          label={t("meetup.name")}
          name="name"
          onChange={name.change}
          ref={field}
          value={name.text}
        />
        <Row>
          <Button aria-describedby={whenId} isInactive={!isOpen} isPending={joining.isJoining} type="submit">
            {t("online.join")}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
