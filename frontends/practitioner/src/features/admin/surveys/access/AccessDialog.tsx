import { useEdit } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import { QueryView, UnsavedDialog, useUnsavedGuard } from "@kajo/shared/patterns";
import type { SurveyAccessJson } from "@kajo/shared/rpc";
import { Dialog } from "@kajo/shared/ui";
import { useState } from "react";
import { AccessForm } from "./AccessForm";
import { useGetSurveyAccessQuery } from "./api";
import { FollowAgain } from "./FollowAgain";
import { useAccessName } from "./use-access-name";
import { keyOf, type Readers, readersOf, readersOver } from "./values";

interface AccessDialogProps {
  readonly target: SurveyAccessJson;
  readonly onClose: () => void;
}

/** Who reads the answers to a survey, or to the surveys of a domain. */
export function AccessDialog({ target, onClose }: AccessDialogProps) {
  const t = useText();
  const nameOf = useAccessName();
  const { surveyId = "", matter = "MATTER_UNSPECIFIED" } = target;
  const query = useGetSurveyAccessQuery(surveyId ? { surveyId } : { matter });
  const { details, version = "0" } = query.data?.access ?? {};
  const edit = useEdit<Readers, string>(`surveyAccess.${keyOf(target)}`, readersOf(details), version, readersOver);
  const guard = useUnsavedGuard(edit.isDirty, { onLeave: edit.forget });
  const [isClosing, setClosing] = useState(false);
  const [isClearing, setClearing] = useState(false);
  const leave = () => {
    edit.forget();
    guard.release();
    onClose();
  };
  const close = () => (edit.isDirty ? setClosing(true) : onClose());
  const closing = { ...guard, isAsking: true, leave, stay: () => setClosing(false) };
  return (
    <>
      <Dialog isOpen onClose={close} title={t("surveyAccess.edit.title", { name: nameOf(target) })} wide>
        <QueryView query={query}>
          {({ access = {} }) => (
            <AccessForm access={access} edit={edit} onClear={() => setClearing(true)} onClose={close} onDone={leave} />
          )}
        </QueryView>
      </Dialog>
      {/* Beside the dialog: what closes one of them must not close the other. */}
      <FollowAgain
        isAsking={isClearing}
        onClose={() => setClearing(false)}
        onDone={leave}
        target={{ ...target, version }}
      />
      <UnsavedDialog guard={isClosing ? closing : guard} />
    </>
  );
}
