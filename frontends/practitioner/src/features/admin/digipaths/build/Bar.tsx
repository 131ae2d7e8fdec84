import { useText } from "@kajo/shared/i18n";
import type { PathJson } from "@kajo/shared/rpc";
import { Button, LinkButton, Row, StatusTag } from "@kajo/shared/ui";
import { Redo2, Undo2 } from "lucide-react";
import { editors } from "../editors";
import { PathState } from "../PathState";
import type { Editor } from "../use-editor";
import styles from "./Build.module.css";

interface BarProps {
  readonly editor: Editor;
  readonly path: PathJson | undefined;
  /** Asks before the draft is given up. */
  readonly onDrop: () => void;
}

/** How far the path is, what is not saved of it, and what can be done with it. */
export function Bar({ editor, path, onDrop }: BarProps) {
  const t = useText();
  const { edit, history, sending, saveDraft, publishNow } = editor;
  const { hasDraft = false, publishedVersion = 0 } = path ?? {};
  const saved = path ? t("pathEditor.allSaved") : t("pathEditor.new.unsaved");
  return (
    <section aria-label={t("pathEditor.bar")} className={styles.bar}>
      <div className={styles.state}>
        {path ? <PathState {...path} /> : null}
        <StatusTag tone={edit.isDirty ? "warning" : "neutral"} wraps>
          {edit.isDirty ? t("pathEditor.unsaved") : saved}
        </StatusTag>
      </div>
      <Row>
        <Button isPending={sending === "publish"} onPress={() => void publishNow()}>
          {t("pathEditor.publish")}
        </Button>
        <Button isPending={sending === "save"} kind="secondary" onPress={() => void saveDraft()}>
          {t("pathEditor.save")}
        </Button>
        <Button aria-keyshortcuts="Control+Z" isInactive={!history.canUndo} kind="secondary" onPress={history.undo}>
          <Undo2 aria-hidden="true" size={18} />
          {t("pathEditor.undo")}
        </Button>
        <Button
          aria-keyshortcuts="Control+Shift+Z"
          isInactive={!history.canRedo}
          kind="secondary"
          onPress={history.redo}
        >
          <Redo2 aria-hidden="true" size={18} />
          {t("pathEditor.redo")}
        </Button>
        {hasDraft && publishedVersion > 0 ? (
          <Button kind="secondary" onPress={onDrop}>
            {t("pathEditor.dropDraft")}
          </Button>
        ) : null}
        <LinkButton kind="secondary" to={editors[edit.value.kind].list}>
          {t("ui.cancel")}
        </LinkButton>
      </Row>
    </section>
  );
}
