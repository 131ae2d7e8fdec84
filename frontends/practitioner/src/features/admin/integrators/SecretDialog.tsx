import { useText } from "@kajo/shared/i18n";
import { Button, Dialog, Stack, TextArea, useToast } from "@kajo/shared/ui";
import { Copy } from "lucide-react";
import { useRef } from "react";

interface SecretDialogProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** A new key, shown this once. A press beside it must not take it away. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const t = useText();
  const toast = useToast();
  const field = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      toast("success", t("integrator.secret.copied"));
    } catch {
      // It is marked, so that the keys of the browser copy it.
      field.current?.focus();
      field.current?.select();
      toast("danger", t("integrator.secret.notCopied"));
    }
  };
  return (
    <Dialog
      actions={
        <>
          <Button kind="secondary" onPress={() => void copy()}>
            <Copy aria-hidden="true" size={16} /> {t("integrator.secret.copy")}
          </Button>
          <Button onPress={onClose}>{t("integrator.secret.done")}</Button>
        </>
      }
      first={field}
      isOpen
      onClose={onClose}
      role="alertdialog"
      title={t("integrator.secret.dialog")}
    >
      <Stack gap="m">
        <p>{t("integrator.secret.once")}</p>
        <TextArea
          hint={t("integrator.secret.hint")}
          isReadOnly
          label={t("integrator.secret")}
          onChange={readOnly}
          ref={field}
          rows={3}
          value={secret}
        />
      </Stack>
    </Dialog>
  );
}

const readOnly = () => {};
