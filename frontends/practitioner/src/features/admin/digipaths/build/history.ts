/** What was done in an editor, to be undone and done again. Pure. */

interface Deed<Value> {
  readonly before: Value;
  readonly after: Value;
  /** What was written into: what is typed on and on in one field is one deed. */
  readonly field: string | undefined;
}

export interface History<Value> {
  readonly done: readonly Deed<Value>[];
  readonly undone: readonly Deed<Value>[];
}

export const untouched: History<never> = { done: [], undone: [] };

/** So many deeds are remembered. */
const most = 100;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The deed that can be undone: none where what stands there has come about in another way, for example by what others saved. */
export function lastDone<Value>({ done }: History<Value>, value: Value): Deed<Value> | undefined {
  const last = done.at(-1);
  return last && same(last.after, value) ? last : undefined;
}

/** The deed that can be done again. */
export function lastUndone<Value>({ undone }: History<Value>, value: Value): Deed<Value> | undefined {
  const last = undone.at(-1);
  return last && same(last.before, value) ? last : undefined;
}

export function did<Value>(history: History<Value>, before: Value, after: Value, field?: string): History<Value> {
  const last = lastDone(history, before);
  const deed: Deed<Value> = { before, after, field };
  // What came about in another way is not gone back behind.
  if (!last) return { done: [deed], undone: [] };
  if (field !== undefined && last.field === field) {
    return { done: [...history.done.slice(0, -1), { ...last, after }], undone: [] };
  }
  return { done: [...history.done, deed].slice(-most), undone: [] };
}

export function undo<Value>(history: History<Value>, value: Value): readonly [Value, History<Value>] | undefined {
  const last = lastDone(history, value);
  return last && [last.before, { done: history.done.slice(0, -1), undone: [...history.undone, last] }];
}

export function redo<Value>(history: History<Value>, value: Value): readonly [Value, History<Value>] | undefined {
  const last = lastUndone(history, value);
  return last && [last.after, { done: [...history.done, last], undone: history.undone.slice(0, -1) }];
}
