import { dotted, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { Card, ComboBox, RadioGroup, Stack } from "@kajo/shared/ui";
import { useState } from "react";
import type { StepProps } from "./ChooseService";
import { StepHeading } from "./StepHeading";
import { type Answers, any, type TypeWord } from "./search";
import { useTypeText } from "./words";

/** So many places are looked through; among more one is searched for. */
const few = 5;

export interface ChoosePlaceProps extends StepProps {
  /** As they were given the last time. */
  readonly answers: Answers;
  readonly onAnswer: (answers: Answers) => void;
}

/** Where and how. Any place and any way are the answers that nobody has to think about. */
export function ChoosePlace({ answer, answers, onAnswer, ...step }: ChoosePlaceProps) {
  const t = useText();
  const language = useLanguage();
  const typeText = useTypeText();
  const { left } = step;
  const [place, setPlace] = useState<string>(stillLeft(answers.place, left.places));
  const [type, setType] = useState<TypeWord | typeof any>(stillLeft(answers.type, left.types));
  const places = (answer.places ?? [])
    .filter(({ locationId }) => left.places.includes(locationId ?? ""))
    .map(({ locationId = "", name = "", address, serviceAreaName }) => ({
      id: locationId,
      label: name,
      description: dotted(address, localized(language, serviceAreaName)),
    }));
  const options = [{ id: any as string, label: t("booking.where.anyPlace") }, ...places];
  return (
    <Stack gap="l" width="text">
      <StepHeading {...step} step="where" title={t("booking.where.title")} />
      <Card>
        <Form fields={{}} onSubmit={() => onAnswer({ place, type })} submit={t("booking.where.submit")}>
          {() => (
            <>
              {places.length > few ? (
                <ComboBox
                  label={t("booking.where.place")}
                  onChange={(id) => setPlace(id ?? any)}
                  options={options}
                  value={place}
                />
              ) : null}
              {places.length > 1 && places.length <= few ? (
                <RadioGroup label={t("booking.where.place")} onChange={setPlace} options={options} value={place} />
              ) : null}
              {left.types.length > 1 ? (
                <RadioGroup<TypeWord | typeof any>
                  label={t("booking.where.type")}
                  onChange={setType}
                  options={[
                    { id: any, label: t("booking.where.anyType") },
                    ...left.types.map((id) => ({ id, label: typeText(id) })),
                  ]}
                  value={type}
                />
              ) : null}
            </>
          )}
        </Form>
      </Card>
    </Stack>
  );
}

/** Of another service it may not be there. */
function stillLeft<T extends string>(answer: T | typeof any | undefined, left: readonly T[]): T | typeof any {
  return left.find((each) => each === answer) ?? any;
}
