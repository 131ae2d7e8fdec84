/** The server is told in which language a resident reads: once in a tab after they have signed in, and after each change of language. */
import { type AppState, rest } from "@kajo/shared/app";
import { useLanguage } from "@kajo/shared/i18n";
import type { AppDispatch } from "@kajo/shared/rpc";
import { useGetSessionQuery } from "@kajo/shared/session";
import { inTab } from "@kajo/shared/storage";
import { useEffect } from "react";
import { useDispatch, useSelector } from "react-redux";
import { tailOf } from "../features/chat/going-on";

/** What was told last from this tab, and for whom. */
const key = "kajo.told-language";

/** Nobody waits for it: the page comes first, and what fails is told by the next page. */
export function useToldLanguage(): void {
  const { data: session, isSuccess } = useGetSessionQuery();
  const denied = useSelector((state: AppState) => state.session.denied);
  const language = useLanguage();
  const dispatch = useDispatch<AppDispatch>();
  const isNobody = isSuccess && session === undefined;
  // Who acts for another reads in their own language, which is not that of the other.
  const person = session?.impersonator || denied ? undefined : session?.user.personId;
  useEffect(() => {
    // Who signs in next tells it anew, also the same person: another device may have told another language meanwhile.
    if (isNobody) inTab.remove(key);
  }, [isNobody]);
  useEffect(() => {
    if (person === undefined) return;
    const telling = `${tailOf(person)} ${language}`;
    if (inTab.get(key) === telling) return;
    let isOver = false;
    const tell = async () => {
      await rest();
      const { tellLanguage } = await import("../features/profile/tell-language");
      if (!isOver && (await tellLanguage(dispatch, language)) && !isOver) inTab.set(key, telling);
    };
    tell().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [person, language, dispatch]);
}
