import { useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { useIntent } from "@kajo/shared/rpc";
import { Button, Dialog, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { Outline } from "../../editing/Outline";

interface Named {
  readonly id: string;
  readonly name: string;
}

interface OrderDialogProps<Request extends object> {
  readonly items: readonly Named[];
  readonly request: (ids: readonly string[]) => Request;
  readonly send: (call: {
    readonly request: Request;
    readonly idempotencyKey: string;
  }) => PromiseLike<{ readonly error?: unknown }>;
  readonly onClose: () => void;
}

/** Puts things into an order, which is saved as a whole. */
export function OrderDialog<Request extends object>({ items, request, send, onClose }: OrderDialogProps<Request>) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const [ordered, setOrdered] = useState(items);
  const [failure, setFailure] = useState<unknown>();
  const save = async () => {
    setFailure(undefined);
    const asked = request(ordered.map(({ id }) => id));
    const answer = await send({ request: asked, idempotencyKey: intent.keyFor(asked) });
    if (answer.error !== undefined) return setFailure(answer.error);
    intent.settle();
    toast("success", t("outline.ordered"));
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t("outline.order")}>
      <Form
        actions={
          <Button kind="secondary" onPress={onClose}>
            {t("ui.cancel")}
          </Button>
        }
        brief
        failure={failure}
        fields={{}}
        onSubmit={save}
        submit={t("admin.save")}
      >
        {() => (
          <Outline
            itemKey={({ id }) => id}
            items={ordered}
            label={t("outline.order")}
            nameOf={({ name }) => name}
            onOrder={setOrdered}
          >
            {({ name }) => name}
          </Outline>
        )}
      </Form>
    </Dialog>
  );
}
