import { useText } from "@kajo/shared/i18n";
import type { PathProblemJson } from "@kajo/shared/rpc";
import { Button, RadioGroup } from "@kajo/shared/ui";
import { Plus } from "lucide-react";
import { flushSync } from "react-dom";
import { addEventName, byPlace, eventName } from "../problems/problems";
import { useProblemText } from "../problems/use-problem-text";
import { useEntryTexts } from "../sentence/use-sentence";
import styles from "./Blocks.module.css";
import { EventItem } from "./EventItem";
import { changedEvent, eventsOf, mayHaveMore, needsAll, withEvent, withoutEvent } from "./entry";
import type { PathEntryJson } from "./types";

interface EntryProps {
  readonly entry: PathEntryJson;
  /** `field`: into which field something was typed. */
  readonly put: (entry: PathEntryJson, field?: string) => void;
  readonly problems: readonly PathProblemJson[];
  /** Which event is open, by its name. */
  readonly chosen: string | undefined;
  readonly onChoose: (name: string | undefined) => void;
  /** Says it to screen readers. */
  readonly tell: (words: string) => void;
}

const focus = (name: string) => document.getElementsByName(name)[0]?.focus();

/** When a path begins: events of which each is needed, or one (DIG-01). */
export function Entry({ entry, put, problems, chosen, onChoose, tell }: EntryProps) {
  const t = useText();
  const { eventOf, entryOf } = useEntryTexts();
  const problemText = useProblemText("PATH_KIND_EVENTS");
  const places = byPlace(problems);
  const events = eventsOf(entry);
  const between = t(needsAll(entry) ? "pathEditor.events.and" : "pathEditor.events.or");
  /** Opens what is new, and begins at its kind. */
  const add = () => {
    const name = eventName(events.length + 1);
    flushSync(() => {
      put(withEvent(entry));
      onChoose(name);
    });
    focus(`${name}.condition`);
  };
  const remove = (n: number) => {
    flushSync(() => {
      put(withoutEvent(entry, n));
      onChoose(undefined);
    });
    tell(t("pathEditor.event.removed", { n }));
    focus(addEventName);
  };
  return (
    <section aria-label={t("pathEditor.entry")} className={styles.blocks}>
      <h2>{t("pathEditor.entry")}</h2>
      <p className={styles.hint}>{t("pathEditor.entry.text")}</p>
      <RadioGroup
        label={t("pathEditor.entry.mode")}
        name="path.entry.mode"
        onChange={(mode) => put({ ...entry, mode })}
        options={[
          { id: "ENTRY_MODE_ALL", label: t("pathEditor.entry.all") },
          { id: "ENTRY_MODE_ANY", label: t("pathEditor.entry.any") },
        ]}
        value={needsAll(entry) ? "ENTRY_MODE_ALL" : "ENTRY_MODE_ANY"}
      />
      <p>{entryOf(entry)}</p>
      {problems
        .filter(({ code }) => code === "entry_missing")
        .map(({ code }) => (
          <p className={styles.error} key={code}>
            {problemText(code)}
          </p>
        ))}
      {events.length > 0 ? (
        <ol aria-label={t("pathEditor.events")} className={styles.steps}>
          {events.map((event, at) => {
            const n = at + 1;
            const name = eventName(n);
            return (
              <EventItem
                event={event}
                isChosen={name === chosen}
                key={name}
                n={n}
                onChange={(next, field) =>
                  put(changedEvent(entry, n, next), field === undefined ? undefined : `${name}.${field}`)
                }
                onChoose={onChoose}
                onRemove={() => remove(n)}
                problems={places.get(name) ?? []}
                sentence={t("pathEditor.event.named", { n, event: eventOf(event) })}
                {...(at > 0 ? { between } : {})}
              />
            );
          })}
        </ol>
      ) : null}
      <div>
        <Button isInactive={!mayHaveMore(entry)} kind="secondary" name={addEventName} onPress={add}>
          <Plus aria-hidden="true" size={18} />
          {t("pathEditor.event.add")}
        </Button>
      </div>
    </section>
  );
}
