import { useFailureLine } from "@kajo/shared/errors";
import { useLanguage, useText } from "@kajo/shared/i18n";
import { UnsavedDialog } from "@kajo/shared/patterns";
import type { PathJson } from "@kajo/shared/rpc";
import { Banner, Button, ErrorSummary, PageHeading, Row, Stack, VisuallyHidden } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { RestoredDraftNotice } from "../../../editing/RestoredDraftNotice";
import { editors, type PathKind } from "../editors";
import { PathState } from "../PathState";
import { placeOf } from "../problems/problems";
import { useSummary } from "../problems/use-summary";
import { useEditor } from "../use-editor";
import { RollBackDialog } from "../versions/RollBackDialog";
import { Versions } from "../versions/Versions";
import { Bar } from "./Bar";
import { Blocks } from "./Blocks";
import { DetailsFields } from "./DetailsFields";
import { EndRunning } from "./EndRunning";
import { Entry } from "./Entry";
import { Line } from "./Line";
import { Partly } from "./Partly";
import { PathArchiving } from "./PathArchiving";
import type { PathBlockJson } from "./types";
import { useOutline } from "./use-outline";

interface PathEditorProps {
  readonly kind: PathKind;
  /** Undefined: a new one. */
  readonly path: PathJson | undefined;
}

/** One digital path: what it is, when it begins, its steps, and its versions (DIG-01, DIG-02). */
export function PathEditor({ kind, path }: PathEditorProps) {
  const t = useText();
  const language = useLanguage();
  const failureLine = useFailureLine();
  const editor = useEditor(path, kind);
  const { value, edit, checked, change, history } = editor;
  const [chosen, setChosen] = useState<string>();
  const [rollingTo, setRollingTo] = useState<number>();
  const summary = useSummary(editor.stops, value, editor.failure);
  const { blocks } = value;
  const put = (next: PathBlockJson[], field?: string) => change({ blocks: next }, field);
  const outline = useOutline({ kind, blocks, put, onChoose: setChosen, undo: history.undo, tell: editor.tell });
  const steps = { blocks, put, chosen, onChoose: setChosen, outline, problems: checked.problems };
  const { pathId = "", publishedVersion = 0, hasDraft = false, details } = path ?? {};
  return (
    <Stack gap="l">
      <PageHeading
        actions={
          path ? (
            <Row>
              <EndRunning path={path} />
              <PathArchiving path={path} />
            </Row>
          ) : undefined
        }
        over={<Link to={editors[kind].list}>{t(editors[kind].title)}</Link>}
      >
        {path ? details?.name?.[language as "fi"] || details?.name?.fi || t("digipaths.unnamed") : t(editors[kind].new)}
      </PageHeading>
      {path ? (
        <p>
          <PathState {...path} />
        </p>
      ) : null}
      <RestoredDraftNotice edit={edit} />
      <ErrorSummary
        code={summary.code}
        errors={summary.errors}
        reveal={(field) => {
          const place = placeOf(field);
          if (place !== undefined) setChosen(place);
        }}
        tries={editor.tries}
      />
      {editor.help}
      <Partly
        blocks={blocks}
        isPending={editor.sending === "publish"}
        leftOut={editor.leftOut}
        onConfirm={editor.publishNow}
      />
      <DetailsFields failure={editor.failure} onChange={change} value={value} />
      {checked.failure === undefined ? null : (
        <Banner
          action={
            <Button kind="secondary" onPress={checked.check} small>
              {t("pathEditor.check")}
            </Button>
          }
          announce="polite"
          tone="warning"
        >
          {failureLine(checked.failure)}
        </Banner>
      )}
      {kind === "PATH_KIND_EVENTS" ? (
        <>
          <Entry
            chosen={chosen}
            entry={value.entry}
            onChoose={setChosen}
            problems={checked.problems}
            put={(entry, field) => change({ entry }, field)}
            tell={editor.tell}
          />
          <Line {...steps} />
        </>
      ) : (
        <Blocks {...steps} onePath={value.onePath} />
      )}
      <Bar editor={editor} onDrop={() => setRollingTo(publishedVersion)} path={path} />
      {path ? (
        <Versions hasDraft={hasDraft} inForce={publishedVersion} onRollBack={setRollingTo} pathId={pathId} />
      ) : null}
      <RollBackDialog
        inForce={publishedVersion}
        isDirty={edit.isDirty}
        onClose={() => setRollingTo(undefined)}
        rollBack={editor.rollBack}
        version={rollingTo}
      />
      <UnsavedDialog guard={editor.guard} />
      <VisuallyHidden role="status">{editor.told}</VisuallyHidden>
    </Stack>
  );
}
