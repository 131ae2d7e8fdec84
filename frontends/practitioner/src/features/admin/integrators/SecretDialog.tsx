import { useText } from "@kajo/shared/i18n";
import { useCopy } from "@kajo/shared/patterns";
import { Button, Dialog, Stack, TextArea } from "@kajo/shared/ui";
import { Copy } from "lucide-react";
import { useRef } from "react";

interface SecretDialogProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** A new key, shown this once. A press beside it must not take it away. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const t = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const put = useCopy();
  const copy = async () => {
    if (await put(secret, { copied: t("integrator.secret.copied"), notCopied: t("integrator.secret.notCopied") }))
      return;
    // It is marked, so that the keys of the browser copy it.
    field.current?.focus();
    field.current?.select();
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
