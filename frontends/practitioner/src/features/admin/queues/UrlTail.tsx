import { useFieldText } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { FieldOf } from "@kajo/shared/patterns";
import { feedbackTail } from "@kajo/shared/public-form";
import { Banner, TextField } from "@kajo/shared/ui";
import { useEffect, useState } from "react";
import { useCheckTailQuery } from "./api";
import { FormAddresses } from "./FormAddresses";

const pauseMs = 400;

interface UrlTailProps {
  readonly field: FieldOf<string>;
  readonly value: string;
  /** As it is kept; "" of a new one. */
  readonly kept: string;
  readonly subcategoryId: string;
  readonly onChange: (tail: string) => void;
}

/** The tail of the address of an anonymous form: whether it can be had is told while it is written. */
export function UrlTail({ field, value, kept, subcategoryId, onChange }: UrlTailProps) {
  const t = useText();
  const fieldText = useFieldText();
  const typed = value.trim();
  const [asked, setAsked] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsked = asked !== "" && asked === typed;
  const { currentData, error } = useCheckTailQuery({ urlTail: asked, subcategoryId }, { skip: !isAsked });
  const { error: told, ...named } = field("details.url_tail");
  const problem = told ?? (isAsked ? fieldText(error, "details.url_tail") : undefined);
  const tail = isAsked ? currentData?.urlTail : undefined;
  // What is kept leads here for ever, whatever is written in its place.
  const isFeedback = kept === feedbackTail || (tail === feedbackTail && !problem);
  return (
    <>
      <TextField
        {...named}
        error={problem}
        hint={tail && !problem ? t("queues.url.free", { address: `/lomakkeet/${tail}` }) : t("queues.url.hint")}
        max={60}
        onChange={onChange}
        value={value}
      />
      {isFeedback ? (
        <Banner announce="polite" tone="info">
          <p>{t("feedback.leadsHere")}</p>
        </Banner>
      ) : null}
      {kept !== "" && kept !== typed.toLowerCase() ? (
        <Banner tone="warning">
          <p>{t("queues.url.changed")}</p>
        </Banner>
      ) : null}
      {kept === "" ? null : <FormAddresses tail={kept} />}
    </>
  );
}
