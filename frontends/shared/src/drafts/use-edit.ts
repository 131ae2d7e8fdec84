import { useCallback, useState } from "react";
import { editPrefix, loadDraft, saveDraft } from "./draft";

/** What was typed, over what stood there, and the version of that. */
interface Edit<Value, Version> {
  readonly value: Value;
  readonly saved: Value;
  readonly version: Version;
}

export interface EditState<Value, Version> {
  readonly value: Value;
  /** The version that the value was written over. */
  readonly version: Version;
  readonly isDirty: boolean;
  /** It was typed before this form was opened: before a session ended, or the page was loaded anew. */
  readonly isFound: boolean;
  readonly change: (part: Partial<Value>) => void;
  /** What was typed stands over a newer version from now on; fields that nobody has touched here are as they are in that. */
  readonly rebase: (saved: Value, version: Version) => void;
  /** Gives up what was typed: what is kept stands there again. */
  readonly discard: () => void;
  /** The draft goes, and what is on the screen stays until the form is left: it was saved, or is being given up. */
  readonly forget: () => void;
}

interface Kept<Value, Version> {
  readonly edit?: Edit<Value, Version>;
}

const load = <Value, Version>(name: string) => loadDraft<Kept<Value, Version>>(editPrefix + name, {}).edit;
const save = <Value, Version>(name: string, edit: Edit<Value, Version> | undefined) =>
  saveDraft(editPrefix + name, edit && { edit });

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields that were changed. */
function touched<Value extends object>({ value, saved }: Edit<Value, unknown>): Partial<Value> {
  const keys = Object.keys(value) as (keyof Value)[];
  const changed = keys.filter((key) => !same(value[key], saved[key])).map((key) => [key, value[key]]);
  return Object.fromEntries(changed) as Partial<Value>;
}

/**
 * The fields of a form, kept as a draft of this tab from the first change until they are saved or given up. Until something is typed they
 * follow what is kept; from then on they stand over the version that was read, whatever others save meanwhile.
 */
export function useEdit<Value extends object, Version>(
  name: string,
  saved: Value,
  version: Version,
): EditState<Value, Version> {
  const [edit, setEdit] = useState(() => load<Value, Version>(name));
  const [isFound, setFound] = useState(edit !== undefined);
  const update = (step: (before: Edit<Value, Version>) => Edit<Value, Version>) =>
    setEdit((before) => {
      const next = step(before ?? { value: saved, saved, version });
      const changed = same(next.value, next.saved) ? undefined : next;
      save(name, changed);
      return changed;
    });
  const forget = useCallback(() => save(name, undefined), [name]);
  return {
    value: edit?.value ?? saved,
    version: edit?.version ?? version,
    isDirty: edit !== undefined,
    isFound: isFound && edit !== undefined,
    change: (part) => update((before) => ({ ...before, value: { ...before.value, ...part } })),
    rebase: (newest, over) =>
      update((before) => ({ value: { ...newest, ...touched(before) }, saved: newest, version: over })),
    discard: useCallback(() => {
      forget();
      setEdit(undefined);
      setFound(false);
    }, [forget]),
    forget,
  };
}

/** Whether something was typed into the form of this name and not saved. */
export const hasEdit = (name: string): boolean => load(name) !== undefined;
