import { nanoid } from "@reduxjs/toolkit";
import { X } from "lucide-react";
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useDispatch, useSelector } from "react-redux";
import { useText } from "../i18n";
import { Button } from "./Button";
import { Codes } from "./Codes";
import { useTopDialog } from "./open-dialogs";
import styles from "./ToastRegion.module.css";
import { type Toast, type ToastAction, toastSlice } from "./toasts";

/** Errors stay until they are closed; the rest goes after this time. */
const shownForMs = 6_000;

/** What can be done about a toast. */
export interface ToastDeed extends ToastAction {
  readonly onPress: () => void;
  /** Closed by hand. */
  readonly onClose: () => void;
  /** Somebody is at it with the pointer or the focus, or has left it: time that runs out must not run meanwhile. */
  readonly onAttend: (attended: boolean) => void;
}

/** Functions have no place in the store. */
const deeds = new Map<string, ToastDeed>();

/** One per app, always there, so that screen readers watch it; while a dialog is open, one in the dialog as well. */
export function ToastRegion() {
  const toasts = useSelector((state: { readonly toasts: readonly Toast[] }) => state.toasts);
  const dialog = useTopDialog();
  return (
    <>
      <Region place="page" toasts={dialog ? none : toasts} />
      {dialog ? createPortal(<Region place="dialog" toasts={toasts} />, dialog) : null}
    </>
  );
}

const none: readonly Toast[] = [];

interface RegionProps {
  readonly place: "page" | "dialog";
  readonly toasts: readonly Toast[];
}

function Region({ place, toasts }: RegionProps) {
  return (
    <div aria-live="polite" className={styles.region} data-in={place} role="status">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const t = useText();
  const dispatch = useDispatch();
  const { id, tone, action } = toast;
  const stays = tone === "danger" || action !== undefined;
  const card = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<HTMLElement>(null);
  const [attended, setAttended] = useState(false);
  useEffect(() => {
    // Who reads it with the pointer on it, or stands on it, is not hurried; it stays its whole time again afterwards.
    if (stays || attended) return;
    const timer = setTimeout(() => dispatch(toastSlice.actions.dismissed(id)), shownForMs);
    return () => clearTimeout(timer);
  }, [id, stays, attended, dispatch]);
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      // Who stands on it when it goes is taken back to where they were.
      if (!element?.contains(document.activeElement)) return;
      const back = cameFrom.current?.isConnected ? cameFrom.current : document.getElementById("main");
      back?.focus({ preventScroll: true });
    };
  }, []);
  const attend = (isAttended: boolean) => {
    setAttended(isAttended);
    deeds.get(id)?.onAttend(isAttended);
  };
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (card.current?.contains(relatedTarget)) return;
    cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
    attend(true);
  };
  const close = () => {
    deeds.get(id)?.onClose();
    dispatch(toastSlice.actions.dismissed(id));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, it is only noticed that somebody is at it
    <div
      className={styles.toast}
      data-tone={tone}
      onBlur={({ relatedTarget }) => {
        if (!card.current?.contains(relatedTarget)) attend(false);
      }}
      onFocus={onFocus}
      onPointerEnter={() => attend(true)}
      onPointerLeave={() => attend(false)}
      ref={card}
    >
      <span className={styles.text}>
        <Codes>{toast.text}</Codes>
      </span>
      {action ? (
        <Button aria-keyshortcuts={action.keys} kind="quiet" onPress={() => deeds.get(id)?.onPress()} small>
          {action.label}
        </Button>
      ) : null}
      <button aria-label={t("ui.close")} className={styles.close} onClick={close} type="button">
        <X aria-hidden="true" size={18} />
      </button>
    </div>
  );
}

/** `const toast = useToast(); toast("success", t("conversation.done"))` */
export function useToast() {
  const dispatch = useDispatch();
  return (tone: Toast["tone"], text: string) => {
    dispatch(toastSlice.actions.shown({ tone, text }));
  };
}

/** A toast with something to press; what it answers with takes it away. */
export function useToastWithDeed() {
  const dispatch = useDispatch();
  return useCallback(
    (tone: Toast["tone"], text: string, deed: ToastDeed): (() => void) => {
      const id = nanoid();
      deeds.set(id, deed);
      dispatch(toastSlice.actions.shown({ tone, text, action: { label: deed.label, keys: deed.keys } }, id));
      return () => {
        deeds.delete(id);
        dispatch(toastSlice.actions.dismissed(id));
      };
    },
    [dispatch],
  );
}
