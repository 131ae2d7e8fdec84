import { useFailureLine } from "@kajo/shared/errors";
import { type Language, languageConfig, useText } from "@kajo/shared/i18n";
import { Form, UnsavedDialog, useUnsavedGuard } from "@kajo/shared/patterns";
import type { ServiceContentJson, ServiceContentTypeJson } from "@kajo/shared/rpc";
import {
  Button,
  Card,
  ConfirmDialog,
  LinkButton,
  PageHeading,
  Select,
  Stack,
  TextField,
  useToast,
} from "@kajo/shared/ui";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { RestoredDraftNotice } from "../../../editing/RestoredDraftNotice";
import { useCtrlS } from "../../../editing/use-ctrl-s";
import { useOverNewer } from "../../../editing/use-over-newer";
import { useRequired } from "../../editor/Editor";
import editor from "../../editor/Editor.module.css";
import { Archiving } from "./Archiving";
import { ContentState } from "./ContentState";
import { History } from "./History";
import { LanguageTabs } from "./LanguageTabs";
import { contentTypes } from "./types";
import { useContent } from "./use-content";
import { type FieldName, fieldName, languageOf, ordered, partTexts, stateOf } from "./values";

const list = "/admin/service-information/contents";

/** One content: written in a tab per language and drawn beside it, kept as a draft, published, rolled back and archived. */
export function ContentEditor({ content }: { readonly content: ServiceContentJson | undefined }) {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const required = useRequired();
  const failureLine = useFailureLine();
  const { edit, current, version, save, publish } = useContent(content);
  const { value } = edit;
  const guard = useUnsavedGuard(edit.isDirty, { onLeave: edit.forget });
  const [language, setLanguage] = useState<Language>("fi");
  const [failure, setFailure] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isPublishing, setPublishing] = useState(false);
  const change = (part: Partial<typeof value>) => {
    edit.change(part);
    // What the server said was said of what stood there.
    setFailure(undefined);
  };
  const help = useOverNewer(edit, { current, version }, failure, () => setFailure(undefined));
  /** What is new has an address from now on. */
  const settled = async (id: string | undefined, told: string) => {
    toast("success", told);
    if (content !== undefined || !id) return;
    guard.release();
    await navigate({ to: `${list}/$id`, params: { id }, replace: true });
  };
  const saveDraft = async () => {
    if (isSaving) return;
    setSaving(true);
    const { error, id } = await save();
    setSaving(false);
    setFailure(error);
    if (error === undefined) await settled(id, t("serviceContents.saved"));
    else toast("danger", failureLine(error));
  };
  const publishNow = async () => {
    setPublishing(true);
    const { error, id } = await publish();
    setPublishing(false);
    setAsking(false);
    setFailure(error);
    if (error === undefined) await settled(id, t("serviceContents.published"));
  };
  const stale = ordered.filter((each) => stateOf(value, current, each) === "stale");
  const names = Object.fromEntries(
    ordered.flatMap((each) =>
      (["title", "text"] as const).map((part) => [
        fieldName(each, part),
        t("admin.inLanguage", { field: t(partTexts[part]), language: languageConfig[each].name }),
      ]),
    ),
  ) as Record<Exclude<FieldName, "details.name" | "details.type">, string>;
  useCtrlS(() => void saveDraft());
  return (
    <Stack gap="l">
      <PageHeading over={<Link to={list}>{t("serviceContents.title")}</Link>}>
        {content?.details?.name || t("serviceContents.new")}
      </PageHeading>
      {content ? (
        <p>
          <ContentState {...content} />
        </p>
      ) : null}
      <RestoredDraftNotice edit={edit} />
      <Card>
        <Form
          actions={
            <>
              <Button isPending={isSaving} kind="secondary" onPress={() => void saveDraft()}>
                {t("serviceContents.save")}
              </Button>
              <LinkButton kind="secondary" to={list}>
                {t("ui.cancel")}
              </LinkButton>
              {content ? (
                <div className={editor.removal}>
                  <Archiving content={content} />
                </div>
              ) : null}
            </>
          }
          failure={failure}
          failureHelp={help}
          fields={{ "details.name": t("serviceContents.name"), "details.type": t("serviceContents.type"), ...names }}
          onSubmit={() => (stale.length > 0 ? setAsking(true) : publishNow())}
          problems={{ "details.name": required(value.name) }}
          reveal={(field) => {
            const hidden = languageOf(field);
            if (hidden) setLanguage(hidden);
          }}
          submit={t("serviceContents.publish")}
        >
          {(field) => (
            <>
              <TextField
                {...field("details.name")}
                hint={t("serviceContents.name.hint")}
                max={200}
                onChange={(name) => change({ name })}
                value={value.name}
              />
              <Select
                {...field("details.type")}
                onChange={(type) => change({ type: type as ServiceContentTypeJson })}
                options={Object.entries(contentTypes).map(([id, label]) => ({ id, label: t(label) }))}
                value={value.type}
              />
              <LanguageTabs
                field={field}
                kept={current}
                onChange={(of, next) => change({ [of]: next })}
                onSelect={setLanguage}
                selected={language}
                values={value}
              />
            </>
          )}
        </Form>
      </Card>
      {content ? <History content={content} /> : null}
      <ConfirmDialog
        confirm={t("serviceContents.publish")}
        isOpen={isAsking}
        isPending={isPublishing}
        onClose={() => setAsking(false)}
        onConfirm={() => void publishNow()}
        title={t("serviceContents.publish.stale.title")}
      >
        <p>
          {t("serviceContents.publish.stale", {
            languages: stale.map((each) => languageConfig[each].name).join(", "),
          })}
        </p>
      </ConfirmDialog>
      <UnsavedDialog guard={guard} />
    </Stack>
  );
}
