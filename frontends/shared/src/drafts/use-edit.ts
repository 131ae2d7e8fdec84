import { useCallback, useState } from "react";
import { editPrefix, loadDraft, saveDraft } from "./draft";

/** What was typed, over what stood there, and the version of that. */
interface Edit<Value, Version> {
  readonly value: Value;
  readonly saved: Value;
  readonly version: Version;
}

/** What was typed over `saved`, as it stands over what is kept now. */
export type Over<Value> = (newest: Value, edit: { readonly value: Value; readonly saved: Value }) => Value;

export interface EditState<Value, Version> {
  readonly value: Value;
  /** The version that the value was written over. */
  readonly version: Version;
  readonly isDirty: boolean;
  /** It was typed before this form was opened: before a session ended, or the page was loaded anew. */
  readonly isFound: boolean;
  readonly change: (part: Partial<Value>) => void;
  /** What was typed stands over a newer version from now on; what nobody has touched here is as it is in that. */
  readonly rebase: (saved: Value, version: Version) => void;
  /** `sent` was saved, and came to be `saved`: what was typed after it had been sent stands over that, and nothing else is unsaved. */
  readonly settle: (sent: Value, saved: Value, version: Version) => void;
  /** Something was typed after this had been sent. */
  readonly isNewer: (sent: Value) => boolean;
  /** What was typed after `sent` goes to the form of another name, where it stands over that; here the draft goes. */
  readonly handOver: (to: string, sent: Value, version: Version) => void;
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

/** The fields that were changed, whole, and the others as they are kept. */
function byField<Value extends object>(newest: Value, { value, saved }: Pick<Edit<Value, unknown>, "value" | "saved">) {
  const keys = Object.keys(value) as (keyof Value)[];
  const changed = keys.filter((key) => !same(value[key], saved[key])).map((key) => [key, value[key]]);
  return { ...newest, ...(Object.fromEntries(changed) as Partial<Value>) };
}

const isNewer = <Value>(edit: Edit<Value, unknown> | undefined, sent: Value) =>
  edit !== undefined && !same(edit.value, sent);

/**
 * The fields of a form, kept as a draft of this tab from the first change until they are saved or given up. Until something is typed they
 * follow what is kept; from then on they stand over the version that was read, whatever others save meanwhile. `over`: how it comes to stand over
 * what others saved, where a field holds more than one of them may change.
 */
export function useEdit<Value extends object, Version>(
  name: string,
  saved: Value,
  version: Version,
  over: Over<Value> = byField,
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
    rebase: (newest, next) => update((before) => ({ value: over(newest, before), saved: newest, version: next })),
    settle: (sent, newest, next) => {
      update(({ value }) => ({ value: over(newest, { value, saved: sent }), saved: newest, version: next }));
      setFound(false);
    },
    isNewer: (sent) => isNewer(load<Value, Version>(name), sent),
    handOver: (to, sent, next) => {
      const latest = load<Value, Version>(name);
      if (latest && isNewer(latest, sent)) save(to, { value: latest.value, saved: sent, version: next });
      forget();
    },
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
