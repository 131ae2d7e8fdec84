import { useLazyPart } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { useToast } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useShortcuts } from "./actions";
import { useShortcutsEnabled } from "./enabled";
import { listenForShortcuts } from "./listen";

/** Listens for single keys everywhere in the app, goes to the tabs of the inbox, and lists what there is. */
export function Shortcuts() {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const enabled = useShortcutsEnabled();
  const { part, ask, close } = useLazyPart(() => import("./ShortcutsDialog"));
  const unopened = useRef(() => {});
  useEffect(() => {
    unopened.current = () => toast("info", t("shortcuts.openFirst"));
  });
  useEffect(() => {
    return enabled ? listenForShortcuts(() => unopened.current()) : undefined;
  }, [enabled]);
  useShortcuts({
    new: () => void navigate({ to: "/inbox", search: { tab: "new" } }),
    own: () => void navigate({ to: "/inbox", search: { tab: "own" } }),
    team: () => void navigate({ to: "/inbox", search: { tab: "team" } }),
    doneTab: () => void navigate({ to: "/inbox", search: { tab: "done" } }),
    help: ask,
  });
  return part ? <part.ShortcutsDialog onClose={close} /> : null;
}
