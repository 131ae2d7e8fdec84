/** What is done to blocks and steps as wholes, where the focus goes then, and what is said of it. */
import { useText } from "@kajo/shared/i18n";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { PathKind } from "../editors";
import { blockName, fieldName, stepName } from "../problems/problems";
import { useSentence } from "../sentence/use-sentence";
import { find, moved, withBlock, withCopy, withoutBlock, withoutStep, withStep, withStepAfter } from "./outline";
import type { PathBlockJson } from "./types";

/** What was deleted last, while nothing else was changed since. */
interface Gone {
  readonly text: string;
  /** What stands there without it. */
  readonly blocks: readonly PathBlockJson[];
  /** Where the focus goes when it is back. */
  readonly name: string;
}

export const undoName = "path.undo";

const focus = (name: string) => document.getElementsByName(name)[0]?.focus();

const newId = () => crypto.randomUUID();

export type Outline = ReturnType<typeof useOutline>;

interface OutlineOptions {
  readonly kind: PathKind;
  readonly blocks: readonly PathBlockJson[];
  readonly put: (blocks: PathBlockJson[]) => void;
  readonly onChoose: (stepId: string | undefined) => void;
  readonly undo: () => void;
  /** Says it to screen readers. */
  readonly tell: (words: string) => void;
}

export function useOutline({ kind, blocks, put, onChoose, undo, tell }: OutlineOptions) {
  const t = useText();
  const sentenceOf = useSentence(kind);
  const isLine = kind === "PATH_KIND_EVENTS";
  const [gone, setGone] = useState<Gone>();
  /** Chooses what is new, and begins at its first field. */
  const open = (next: PathBlockJson[], stepId: string) => {
    flushSync(() => {
      put(next);
      onChoose(stepId);
    });
    focus(fieldName(stepId, isLine ? "delay" : "condition"));
  };
  /** Leads to the way to have it back. */
  const drop = (next: PathBlockJson[], text: string, name: string) => {
    flushSync(() => {
      put(next);
      setGone({ text, blocks: next, name });
      onChoose(undefined);
    });
    focus(undoName);
  };
  const opened = (make: (stepId: string) => PathBlockJson[]) => {
    const stepId = newId();
    open(make(stepId), stepId);
  };
  return {
    gone: gone?.blocks === blocks ? gone : undefined,
    addBlock: () => opened((stepId) => withBlock(blocks, newId(), stepId)),
    kind,
    addStep: (blockId: string) => opened((stepId) => withStep(blocks, blockId, stepId)),
    addAfter: (after: string) => opened((stepId) => withStepAfter(blocks, after, stepId)),
    duplicate: (of: string) => opened((stepId) => withCopy(blocks, of, stepId)),
    remove: (stepId: string) =>
      drop(
        withoutStep(blocks, stepId),
        t(isLine ? "pathEditor.line.removed" : "pathEditor.step.removed"),
        stepName(stepId),
      ),
    removeBlock: (blockId: string) => {
      const n = blocks.findIndex((block) => block.blockId === blockId) + 1;
      drop(withoutBlock(blocks, blockId), t("pathEditor.block.removed", { n }), blockName(blockId));
    },
    takeBack: () => {
      const name = gone?.name;
      flushSync(undo);
      if (name) focus(name);
    },
    /** `name`: what has the focus, and keeps it. */
    move: (stepId: string, way: -1 | 1, name: string) => {
      const next = moved(blocks, stepId, way);
      const placed = next && find(next, stepId);
      if (!placed) return;
      put(next);
      const { step, index, blockIndex, siblings: all } = placed;
      const to = { name: sentenceOf(step, index), place: index + 1, all };
      tell(isLine ? t("pathEditor.line.moved", to) : t("pathEditor.step.moved", { ...to, block: blockIndex + 1 }));
      requestAnimationFrame(() => focus(name));
    },
  };
}
