/** Removing a record for good, where its kind can be: what it is in use by is said instead of asking, or with the question. */
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { NameJson } from "@kajo/shared/rpc";
import { Bullets } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Module } from "./admin-module";
import { useChangeRecordMutation, useLazyListUsesQuery } from "./api";

export function useRecordRemoval<Details extends object>(
  { kind, names, removal }: Module<Details>,
  id: string,
  name: string,
) {
  const t = useText();
  const language = useLanguage();
  const [change] = useChangeRecordMutation();
  const [listUses] = useLazyListUsesQuery();
  const [isKnown, setKnown] = useState(false);
  if (!removal) return undefined;
  const { uses } = removal;
  const request = { [names.id]: id };
  const say = (text: string, values?: Record<string, string | number>) =>
    t(text as "serviceCategories.remove.question", values as never);
  return {
    label: say(removal.remove),
    question: say(removal.question, { name }),
    done: say(removal.removed),
    request,
    send: (sent: { readonly request: object; readonly idempotencyKey: string }) =>
      change({
        ...sent,
        kind,
        change: "remove",
        request: { ...sent.request, ...(uses?.confirmed && isKnown ? { [uses.confirmed]: true } : {}) },
      }),
    ...(uses
      ? {
          preview: async () => {
            const { data, error } = await listUses({ kind, request });
            if (error !== undefined) return { error };
            const { count: counted = 0, [names.uses]: named = [] } = data ?? {};
            const [count, users] = [Number(counted), named as readonly NameJson[]];
            setKnown(count > 0);
            if (count === 0) return {};
            const archivedNote = ` (${t("admin.state.archived")})`;
            // Each with the way to it.
            const items = users.map(
              ({ id: user = "", names: texts, archived }) =>
                [
                  user,
                  <>
                    <Link to={`${uses.path}/${user}` as "/"}>{localized(language, texts)}</Link>
                    {archived ? <span>{archivedNote}</span> : null}
                  </>,
                ] as const,
            );
            const more = count - users.length;
            const title = say(removal.remove);
            const text = (
              <>
                <p>{say(uses.text, { name, count })}</p>
                <Bullets items={items} />
                {more > 0 ? <p>{t("admin.uses.more", { more })}</p> : null}
              </>
            );
            return uses.confirmed ? { consequence: { title, confirm: title, text } } : { obstacle: { title, text } };
          },
        }
      : {}),
  };
}
