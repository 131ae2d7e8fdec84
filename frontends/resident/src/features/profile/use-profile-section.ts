/** One part of the profile while it is edited: saved by itself, and held against what was saved elsewhere meanwhile. */
import { useEdit } from "@kajo/shared/drafts";
import { asFailure } from "@kajo/shared/errors";
import { useIntent } from "@kajo/shared/rpc";
import { useState } from "react";
import { type Profile, useGetMyProfileQuery } from "./api";

interface Options<Value, Request, Answer> {
  /** Of its draft. */
  readonly name: string;
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

export interface ProfileSection<Value> {
  readonly value: Value;
  readonly change: (part: Partial<Value>) => void;
  readonly isDirty: boolean;
  readonly failure: unknown;
  /** What was typed goes, when who typed it leaves without saving. */
  readonly forget: () => void;
  /** The same part was saved elsewhere: what is kept now can be taken instead of what was typed. */
  readonly takeKept: (() => void) | undefined;
  /** True when all of it is saved. */
  readonly save: () => Promise<boolean>;
}

export function useProfileSection<Value extends object, Request extends object, Answer>(
  profile: Profile,
  { name, of, revisionOf, request, save, onSaved }: Options<Value, Request, Answer>,
): ProfileSection<Value> {
  const { refetch } = useGetMyProfileQuery({});
  const intent = useIntent();
  const edit = useEdit(`profile.${name}`, of(profile), revisionOf(profile));
  const [failure, setFailure] = useState<unknown>();
  const { value, version, isDirty, forget } = edit;
  const isStale = failure !== undefined && asFailure(failure).reason === "profile_changed";
  return {
    value,
    isDirty,
    failure,
    forget,
    change: (part) => {
      edit.change(part);
      // What the server said was said of what stood there.
      setFailure(undefined);
    },
    takeKept: isStale
      ? () => {
          edit.discard();
          setFailure(undefined);
        }
      : undefined,
    save: async () => {
      setFailure(undefined);
      const asked = request(value, version);
      const { data, error } = await save({ request: asked, idempotencyKey: intent.keyFor(asked) });
      if (error === undefined) {
        intent.settle();
        onSaved?.(data);
        // As it is kept now: a phone number comes back without its blanks.
        if ((await refetch()).data) edit.discard();
        return true;
      }
      if (asFailure(error).reason === "profile_changed") {
        const fresh = (await refetch()).data;
        // Who reads what is told and saves again means it.
        if (fresh) edit.rebase(of(fresh), revisionOf(fresh));
      }
      setFailure(error);
      return false;
    },
  };
}
