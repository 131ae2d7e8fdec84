import { X } from "lucide-react";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { useDispatch, useSelector } from "react-redux";
import { useText } from "../i18n";
import { useTopDialog } from "./open-dialogs";
import styles from "./ToastRegion.module.css";
import { type Toast, toastSlice } from "./toasts";

/** Errors stay until they are closed; the rest goes after this time. */
const shownForMs = 6_000;

/** One per app, always there, so that screen readers watch it; while a dialog is open, one in the dialog as well. */
export function ToastRegion() {
  const toasts = useSelector((state: { readonly toasts: readonly Toast[] }) => state.toasts);
  const dialog = useTopDialog();
  return (
    <>
      <Region toasts={dialog ? none : toasts} />
      {dialog ? createPortal(<Region toasts={toasts} />, dialog) : null}
    </>
  );
}

const none: readonly Toast[] = [];

function Region({ toasts }: { readonly toasts: readonly Toast[] }) {
  return (
    <div aria-live="polite" className={styles.region} role="status">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const t = useText();
  const dispatch = useDispatch();
  const { id, tone } = toast;
  useEffect(() => {
    if (tone === "danger") return;
    const timer = setTimeout(() => dispatch(toastSlice.actions.dismissed(id)), shownForMs);
    return () => clearTimeout(timer);
  }, [id, tone, dispatch]);
  return (
    <div className={styles.toast} data-tone={tone}>
      <span>{toast.text}</span>
      <button
        aria-label={t("ui.close")}
        className={styles.close}
        onClick={() => dispatch(toastSlice.actions.dismissed(id))}
        type="button"
      >
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
