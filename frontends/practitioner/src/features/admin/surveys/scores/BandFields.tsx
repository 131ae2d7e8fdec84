import { languageConfig, type MessageId, useText } from "@kajo/shared/i18n";
import { Button, NumberField, Select, TextField } from "@kajo/shared/ui";
import { Trash2 } from "lucide-react";
import { useRef } from "react";
import { FieldGroup } from "../../module/FieldGroup";
import styles from "../build/Build.module.css";
import { decimalFormat, fractionOf, millionthsOf } from "../build/numbers";
import { type BandJson, finnishOf, inFinnish } from "../build/types";
import type { Part } from "../problems/problems";
import { inOrder, withBand, withNewBand } from "./bands";

type Level = NonNullable<BandJson["level"]>;

const levels = {
  LEVEL_UNSPECIFIED: "survey.level.none",
  LEVEL_NORMAL: "questionnaire.level.normal",
  LEVEL_NOTABLE: "questionnaire.level.notable",
  LEVEL_SERIOUS: "questionnaire.level.serious",
} as const satisfies Record<Level, MessageId>;

interface BandFieldsProps {
  readonly bands: readonly BandJson[];
  readonly onChange: (bands: readonly BandJson[]) => void;
  readonly field: (part: Part) => { readonly name: string; readonly error: string | undefined };
}

/** What a score means from a value on: in words first, and then by level. */
export function BandFields({ bands, onChange, field }: BandFieldsProps) {
  const t = useText();
  const list = useRef<HTMLOListElement>(null);
  const { name, error } = field("bands");
  const focusOn = (at: number) =>
    requestAnimationFrame(() => list.current?.children[at]?.querySelector("input")?.focus());
  return (
    <FieldGroup error={error} hint={t("survey.bands.hint")} label={t("survey.bands")} optional>
      <ol className={styles.rows} ref={list}>
        {bands.map((band, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bands have no other names, and their values are typed
          <li className={styles.row} key={at}>
            <div className={styles.beside}>
              <NumberField
                format={decimalFormat}
                label={t("survey.band.from")}
                onChange={(from) => onChange(withBand(bands, at, { from: millionthsOf(from ?? 0) }))}
                value={fractionOf(band.from) ?? 0}
              />
              <TextField
                {...field(`band${at}`)}
                label={t("survey.band.text")}
                lang={languageConfig.fi.iso}
                onChange={(words) => onChange(withBand(bands, at, { text: inFinnish(band.text, words) }))}
                value={finnishOf(band.text)}
              />
              <Select
                label={t("survey.band.level")}
                onChange={(level) => onChange(withBand(bands, at, { level: level as Level }))}
                options={Object.entries(levels).map(([id, label]) => ({ id, label: t(label) }))}
                value={band.level ?? "LEVEL_UNSPECIFIED"}
              />
            </div>
            <div className={styles.actions}>
              <Button
                kind="quiet"
                onPress={() => {
                  onChange(bands.filter((_, index) => index !== at));
                  document.getElementsByName(name)[0]?.focus();
                }}
                small
              >
                <Trash2 aria-hidden="true" size={18} />
                {t("survey.band.remove", { n: at + 1 })}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <Button
          kind="secondary"
          name={name}
          onPress={() => {
            onChange(withNewBand(bands));
            focusOn(bands.length);
          }}
          small
        >
          {t("survey.band.add")}
        </Button>
        {bands.length > 1 ? (
          <Button kind="secondary" onPress={() => onChange(inOrder(bands))} small>
            {t("survey.bands.sort")}
          </Button>
        ) : null}
      </div>
    </FieldGroup>
  );
}
