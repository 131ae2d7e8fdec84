import type { EditState } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { type SurveyAccessJson, useIntent } from "@kajo/shared/rpc";
import { Banner, Button, Spinner, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { RestoredDraftNotice } from "../../../editing/RestoredDraftNotice";
import { useOverNewer } from "../../../editing/use-over-newer";
import { ManyChoices } from "../../module/ManyChoices";
import { useLocationOptions } from "../../workplaces/use-location-options";
import { useRoleOptions } from "../../workplaces/use-role-options";
import { isMatter, matters } from "../kinds";
import { useSaveSurveyAccessMutation } from "./api";
import { isNobody, type Readers, readersOf } from "./values";

interface AccessFormProps {
  /** As it is kept now. */
  readonly access: SurveyAccessJson;
  readonly edit: EditState<Readers, string>;
  readonly onClose: () => void;
  /** It shall follow its domain again. */
  readonly onClear: () => void;
  /** It is saved. */
  readonly onDone: () => void;
}

/** The roles and the locations of those who read; what others saved meanwhile is not written over unseen. */
export function AccessForm({ access, edit, onClose, onClear, onDone }: AccessFormProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const [save] = useSaveSurveyAccessMutation();
  const [failure, setFailure] = useState<unknown>();
  const { surveyId = "", matter = "MATTER_UNSPECIFIED", own = false, version = "0" } = access;
  const { roleIds, locationIds } = edit.value;
  const roles = useRoleOptions(roleIds);
  const locations = useLocationOptions(locationIds);
  const current = readersOf(access.details);
  const help = useOverNewer(edit, { current, version }, failure, () => setFailure(undefined));
  const change = (part: Partial<Readers>) => {
    edit.change(part);
    // What the server said was said of what stood there.
    setFailure(undefined);
  };
  const send = async () => {
    const request = {
      ...(surveyId ? { surveyId } : { matter }),
      details: { roleIds: [...roleIds], locationIds: [...locationIds] },
      fields: ["role_ids", "location_ids"],
      version: edit.version,
    };
    const { error } = await save({ request, idempotencyKey: intent.keyFor(request) });
    setFailure(error);
    if (error !== undefined) return;
    intent.settle();
    toast("success", t("surveyAccess.saved"));
    onDone();
  };
  if (!roles || !locations) return <Spinner />;
  const domain = isMatter(matter) ? t(matters[matter]) : "–";
  return (
    <>
      <RestoredDraftNotice edit={edit} />
      {surveyId && !own ? <Banner tone="info">{t("surveyAccess.followsNow", { domain })}</Banner> : null}
      <Form
        actions={
          <>
            <Button kind="secondary" onPress={onClose}>
              {t("ui.cancel")}
            </Button>
            {surveyId && own ? (
              <Button kind="secondary" onPress={onClear}>
                {t("surveyAccess.clear")}
              </Button>
            ) : null}
          </>
        }
        failure={failure}
        failureHelp={help}
        fields={{ "details.role_ids": t("surveyAccess.roles"), "details.location_ids": t("surveyAccess.locations") }}
        onSubmit={send}
        submit={t("admin.save")}
      >
        {(field) => (
          <>
            <p>{t("surveyAccess.both")}</p>
            <ManyChoices
              {...field("details.role_ids")}
              onChange={(ids) => change({ roleIds: ids })}
              options={roles}
              value={roleIds}
            />
            <ManyChoices
              {...field("details.location_ids")}
              onChange={(ids) => change({ locationIds: ids })}
              options={locations}
              value={locationIds}
            />
            <div aria-live="polite">
              {isNobody(edit.value) ? <Banner tone="warning">{t("surveyAccess.nobody.text")}</Banner> : null}
            </div>
          </>
        )}
      </Form>
    </>
  );
}
