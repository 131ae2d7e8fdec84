import { useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { PathDetailsJson } from "@kajo/shared/rpc";
import { Dialog, Stack, StatusTag } from "@kajo/shared/ui";
import { useGetPathVersionQuery } from "../api";
import type { PathStepJson } from "../build/types";
import { kindOf, type PathKind } from "../editors";
import { useEntryTexts, useSentence } from "../sentence/use-sentence";
import styles from "./Versions.module.css";

interface VersionDialogProps {
  readonly pathId: string;
  readonly version: number;
  readonly onClose: () => void;
}

/** One published version to be read: when it begins, its blocks, and their steps as sentences. */
export function VersionDialog({ pathId, version, onClose }: VersionDialogProps) {
  const t = useText();
  const query = useGetPathVersionQuery({ pathId, publishedVersion: version });
  return (
    <Dialog isOpen onClose={onClose} title={t("pathEditor.version.title", { version })} wide>
      <QueryView query={query}>
        {({ details = {} }) => (
          <Stack>
            <p lang="fi">{details.name?.fi ?? ""}</p>
            {kindOf(details.kind) === "PATH_KIND_EVENTS" ? <OfEvents {...details} /> : <OfBlocks {...details} />}
          </Stack>
        )}
      </QueryView>
    </Dialog>
  );
}

function OfEvents({ entry = {}, blocks = [] }: PathDetailsJson) {
  const { entryOf } = useEntryTexts();
  return (
    <>
      <p>{entryOf(entry)}</p>
      <Steps kind="PATH_KIND_EVENTS" steps={blocks.flatMap(({ steps = [] }) => steps)} />
    </>
  );
}

function OfBlocks({ blocks = [] }: PathDetailsJson) {
  const t = useText();
  return blocks.map(({ blockId = "", steps = [], off = false }, at) => (
    <section aria-label={t("pathEditor.block", { n: at + 1 })} key={blockId}>
      <Stack gap="s">
        <h3>{t("pathEditor.block", { n: at + 1 })}</h3>
        {off ? (
          <p>
            <StatusTag tone="warning" wraps>
              {t("pathEditor.block.off")}
            </StatusTag>
          </p>
        ) : null}
        <Steps kind="PATH_KIND_BLOCKS" steps={steps} />
      </Stack>
    </section>
  ));
}

function Steps({ kind, steps }: { readonly kind: PathKind; readonly steps: readonly PathStepJson[] }) {
  const sentenceOf = useSentence(kind);
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        <li key={step.stepId}>{sentenceOf(step, index)}</li>
      ))}
    </ol>
  );
}
