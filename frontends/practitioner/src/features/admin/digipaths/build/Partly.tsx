import { useText } from "@kajo/shared/i18n";
import { Bullets, Button, ConfirmDialog } from "@kajo/shared/ui";
import { useState } from "react";
import { useSentence } from "../sentence/use-sentence";
import type { PathBlockJson } from "./types";

interface PartlyProps {
  readonly blocks: readonly PathBlockJson[];
  /** Those that stand in the way; undefined: it cannot be published without them. */
  readonly leftOut: readonly string[] | undefined;
  readonly isPending: boolean;
  readonly onConfirm: (without: readonly string[]) => Promise<void>;
}

/** Offers to publish a path without the blocks that stand in the way, and names them (DIG-08). */
export function Partly({ blocks, leftOut, isPending, onConfirm }: PartlyProps) {
  const t = useText();
  const sentenceOf = useSentence("PATH_KIND_BLOCKS");
  const [isAsking, setAsking] = useState(false);
  if (!leftOut) return null;
  const send = async () => {
    await onConfirm(leftOut);
    setAsking(false);
  };
  const items = blocks.flatMap(({ blockId = "", steps = [] }, at) => {
    if (!leftOut.includes(blockId)) return [];
    const [first] = steps;
    const n = at + 1;
    const name = first
      ? t("pathEditor.block.named", { n, sentence: sentenceOf(first, 0) })
      : t("pathEditor.block", { n });
    return [[blockId, name] as const];
  });
  return (
    <div>
      <Button kind="secondary" onPress={() => setAsking(true)}>
        {t("pathEditor.partly")}
      </Button>
      <ConfirmDialog
        confirm={t("pathEditor.partly")}
        isOpen={isAsking}
        isPending={isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => void send()}
        title={t("pathEditor.partly")}
      >
        <p>{t("pathEditor.partly.text")}</p>
        <Bullets items={items} />
        <p>{t("pathEditor.partly.later")}</p>
      </ConfirmDialog>
    </div>
  );
}
