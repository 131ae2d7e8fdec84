import { languageConfig, useText } from "@kajo/shared/i18n";
import { Button, Checkbox, NumberField, TextField, VisuallyHidden } from "@kajo/shared/ui";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { FieldGroup } from "../../module/FieldGroup";
import styles from "./Build.module.css";
import { withOptions } from "./edit";
import type { PartProps } from "./ItemFields";
import { decimalFormat, fractionOf, millionthsOf } from "./numbers";
import { withMoved, withNewOption, withOption, withoutOption, withWords } from "./options";
import { finnishOf, type OptionJson, type Patch, type QuestionnaireJson } from "./types";
import type { PublishedCodes } from "./use-published";

interface OptionFieldsProps extends PartProps {
  readonly questionnaire: QuestionnaireJson;
  readonly onChange: (questionnaire: QuestionnaireJson) => void;
  readonly published: PublishedCodes | undefined;
}

/** The options of a choice, and how many of them may be chosen. */
export function OptionFields({ item, put, field, questionnaire, onChange, published }: OptionFieldsProps) {
  const t = useText();
  const list = useRef<HTMLOListElement>(null);
  const [told, setTold] = useState("");
  const { linkId = "", options = [], repeats = false } = item;
  const keep = (next: readonly OptionJson[]) => put({ options: [...next] });
  const codes = published && (published.get(linkId) ?? new Set<string>());
  const write = (at: number, words: string) => {
    const { options: next, renamed } = withWords(options, at, words, codes);
    onChange(withOptions(questionnaire, linkId, next, renamed));
  };
  const focusOn = (at: number, what: string) =>
    requestAnimationFrame(() => list.current?.children[at]?.querySelector<HTMLElement>(what)?.focus());
  const move = (at: number, way: -1 | 1) => {
    const name = finnishOf(options[at]?.text) || t("survey.option.unnamed", { n: at + 1 });
    keep(withMoved(options, at, way));
    setTold(t("outline.moved", { name, place: at + way + 1, all: options.length }));
    focusOn(at + way, `[data-way="${way}"]`);
  };
  const { name, error } = field("options");
  return (
    <FieldGroup error={error} label={t("survey.options")}>
      <ol className={styles.rows} ref={list}>
        {options.map((option, at) => (
          // Its code changes with what is typed: the place alone stays.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li className={styles.row} key={at}>
            <OptionRow
              at={at}
              count={options.length}
              field={field}
              isExclusiveOffered={repeats}
              onMove={(way) => move(at, way)}
              onPatch={(patch) => keep(withOption(options, at, patch))}
              onRemove={() => {
                keep(withoutOption(options, at));
                focusOn(Math.max(0, at - 1), "input");
              }}
              onWrite={(words) => write(at, words)}
              option={option}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button
          kind="secondary"
          name={name}
          onPress={() => {
            keep(withNewOption(options, codes));
            focusOn(options.length, "input");
          }}
          small
        >
          {t("survey.option.add")}
        </Button>
      </div>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
      <Checkbox
        isSelected={repeats}
        label={t("survey.repeats")}
        onChange={(next) =>
          put(next ? { repeats: true } : { repeats: undefined, minChoices: undefined, maxChoices: undefined })
        }
      />
      {repeats ? (
        <div className={styles.beside}>
          <NumberField
            label={t("survey.minChoices")}
            min={1}
            onChange={(minChoices) => put({ minChoices: minChoices ?? undefined })}
            optional
            value={item.minChoices ?? null}
          />
          <NumberField
            {...field("maxChoices")}
            label={t("survey.maxChoices")}
            min={1}
            onChange={(maxChoices) => put({ maxChoices: maxChoices ?? undefined })}
            optional
            value={item.maxChoices ?? null}
          />
        </div>
      ) : null}
    </FieldGroup>
  );
}

interface OptionRowProps extends Pick<PartProps, "field"> {
  readonly option: OptionJson;
  readonly at: number;
  readonly count: number;
  /** Where one alone can be chosen, every option is exclusive. */
  readonly isExclusiveOffered: boolean;
  readonly onWrite: (words: string) => void;
  readonly onPatch: (patch: Patch<OptionJson>) => void;
  readonly onMove: (way: -1 | 1) => void;
  readonly onRemove: () => void;
}

function OptionRow(props: OptionRowProps) {
  const t = useText();
  const { option, at, count, field, isExclusiveOffered, onWrite, onPatch, onMove, onRemove } = props;
  const name = finnishOf(option.text) || t("survey.option.unnamed", { n: at + 1 });
  return (
    <>
      <div className={styles.beside}>
        <TextField
          {...field(`option${at}`)}
          hint={t("survey.option.code", { code: option.code ?? "" })}
          label={t("survey.option.text", { n: at + 1 })}
          lang={languageConfig.fi.iso}
          onChange={onWrite}
          value={finnishOf(option.text)}
        />
        <NumberField
          format={decimalFormat}
          hint={t("survey.option.ordinal.hint")}
          label={t("survey.option.ordinal")}
          onChange={(ordinal) => onPatch({ ordinal: millionthsOf(ordinal) })}
          optional
          value={fractionOf(option.ordinal)}
        />
      </div>
      {isExclusiveOffered ? (
        <Checkbox
          isSelected={option.exclusive ?? false}
          label={t("survey.option.exclusive")}
          onChange={(exclusive) => onPatch({ exclusive: exclusive || undefined })}
        />
      ) : null}
      <div className={styles.actions}>
        <Button
          aria-label={t("outline.up", { name })}
          data-way="-1"
          isInactive={at === 0}
          kind="quiet"
          onPress={() => onMove(-1)}
          small
        >
          <ArrowUp aria-hidden="true" size={18} />
        </Button>
        <Button
          aria-label={t("outline.down", { name })}
          data-way="1"
          isInactive={at === count - 1}
          kind="quiet"
          onPress={() => onMove(1)}
          small
        >
          <ArrowDown aria-hidden="true" size={18} />
        </Button>
        <Button aria-label={t("survey.remove.named", { name })} kind="quiet" onPress={onRemove} small>
          <Trash2 aria-hidden="true" size={18} />
        </Button>
      </div>
    </>
  );
}
