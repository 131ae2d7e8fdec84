/** One part of the profile while it is edited: saved by itself, and held against what was saved elsewhere meanwhile. */
import { asFailure } from "@kajo/shared/errors";
import { useIntent } from "@kajo/shared/rpc";
import { useState } from "react";
import { type Profile, useGetMyProfileQuery } from "./api";

interface Options<Value, Request, Answer> {
  /** The part, as the profile keeps it. */
  readonly of: (profile: Profile) => Value;
  readonly revisionOf: (profile: Profile) => number;
  readonly request: (value: Value, revision: number) => Request;
  readonly save: (call: { readonly request: Request; readonly idempotencyKey: string }) => PromiseLike<{
    readonly data?: Answer;
    readonly error?: unknown;
  }>;
  /** What the server says when it is saved. */
  readonly onSaved?: (answer: Answer | undefined) => void;
}

export interface Part<Value> {
  readonly value: Value;
  readonly change: (part: Partial<Value>) => void;
  readonly isDirty: boolean;
  readonly failure: unknown;
  /** The same part was saved elsewhere: what is kept now can be taken instead of what was typed. */
  readonly takeKept: (() => void) | undefined;
  /** True when all of it is saved. */
  readonly save: () => Promise<boolean>;
}

export function usePart<Value extends object, Request extends object, Answer>(
  profile: Profile,
  { of, revisionOf, request, save, onSaved }: Options<Value, Request, Answer>,
): Part<Value> {
  const { refetch } = useGetMyProfileQuery({});
  const intent = useIntent();
  // What was typed, and on top of which words. Until something is, the part is as it is kept.
  const [edit, setEdit] = useState<{ readonly value: Value; readonly revision: number }>();
  const [failure, setFailure] = useState<unknown>();
  const kept = of(profile);
  const value = edit?.value ?? kept;
  const revision = edit?.revision ?? revisionOf(profile);
  const isStale = failure !== undefined && asFailure(failure).reason === "profile_changed";
  return {
    value,
    isDirty: JSON.stringify(value) !== JSON.stringify(kept),
    failure,
    change: (part) => {
      setEdit({ value: { ...value, ...part }, revision });
      // What the server said was said of what stood there.
      setFailure(undefined);
    },
    takeKept: isStale
      ? () => {
          setEdit(undefined);
          setFailure(undefined);
        }
      : undefined,
    save: async () => {
      setFailure(undefined);
      const asked = request(value, revision);
      const { data, error } = await save({ request: asked, idempotencyKey: intent.keyFor(asked) });
      if (error === undefined) {
        intent.settle();
        onSaved?.(data);
        // As it is kept now: a phone number comes back without its blanks.
        if ((await refetch()).data) setEdit(undefined);
        return true;
      }
      if (asFailure(error).reason === "profile_changed") {
        const fresh = (await refetch()).data;
        // Who reads what is told and saves again means it.
        if (fresh) setEdit({ value, revision: revisionOf(fresh) });
      }
      setFailure(error);
      return false;
    },
  };
}
