import { useText } from "@kajo/shared/i18n";
import { useDebounced } from "@kajo/shared/patterns";
import type { CalendarScheduleJson } from "@kajo/shared/rpc";
import { Checkbox, Disclosure, SearchField, Spinner } from "@kajo/shared/ui";
import { useState } from "react";
import { useListCalendarSchedulesQuery } from "./api";
import styles from "./Calendar.module.css";

interface ScheduleChoiceProps {
  readonly chosen: readonly string[];
  /** One's own, those of the location, and those that are chosen. */
  readonly known: readonly CalendarScheduleJson[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** The schedules that are shown: one's own, those of the location at which one works, and any that is found by its name. */
export function ScheduleChoice({ chosen, known, onChange }: ScheduleChoiceProps) {
  const t = useText();
  const [words, setWords] = useState("");
  const { text, type } = useDebounced(words, setWords);
  const found = useListCalendarSchedulesQuery({ search: words }, { skip: words === "" });
  const shown = words === "" ? known : (found.data?.schedules ?? []);
  const isAwaited = words !== "" && found.isFetching;
  return (
    <Disclosure level={2} title={t("calendar.schedules", { n: chosen.length })}>
      <SearchField label={t("calendar.schedules.search")} onChange={type} value={text} />
      <fieldset className={styles.choices}>
        <legend>{t("calendar.schedules.choose")}</legend>
        {isAwaited ? <Spinner /> : null}
        {!isAwaited && shown.length === 0 ? <p role="status">{t("calendar.schedules.none")}</p> : null}
        {shown.map(({ scheduleId = "", name = "", own, place }) => (
          <Checkbox
            isSelected={chosen.includes(scheduleId)}
            key={scheduleId}
            label={[own ? t("calendar.schedules.own", { name }) : name, place?.name].filter(Boolean).join(" · ")}
            onChange={(isChosen) =>
              onChange(isChosen ? [...chosen, scheduleId] : chosen.filter((other) => other !== scheduleId))
            }
          />
        ))}
      </fieldset>
    </Disclosure>
  );
}
