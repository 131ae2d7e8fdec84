import { asFailure, useFailureLine } from "@kajo/shared/errors";
import { dateTimeText, type Language, languageConfig, languages, useLanguage, useText } from "@kajo/shared/i18n";
import { Form, QueryView, UnsavedDialog, useUnsavedGuard } from "@kajo/shared/patterns";
import { Prose } from "@kajo/shared/prose";
import {
  Banner,
  Button,
  Card,
  ConfirmDialog,
  Disclosure,
  LinkButton,
  PageHeading,
  Stack,
  TextArea,
  useToast,
} from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { RestoredDraftNotice } from "../../editing/RestoredDraftNotice";
import { useRequired } from "../editor/Editor";
import styles from "../editor/Editor.module.css";
import { type TermsDraft, useGetTermsDraftQuery } from "./api";
import { useTerms } from "./use-terms";

/** Without these nothing is published; who reads in another language reads Finnish where its text is empty. */
const needed: readonly Language[] = ["fi", "sv", "en"];

/** The terms of use: written in six languages, kept as a draft, and published after a question. */
export function TermsEditorPage() {
  const t = useText();
  return (
    <Stack gap="l">
      <PageHeading over={<Link to="/admin/content-management">{t("content.title")}</Link>}>
        {t("termsEditor.title")}
      </PageHeading>
      <QueryView query={useGetTermsDraftQuery({})}>{(draft) => <TermsEditor draft={draft} />}</QueryView>
    </Stack>
  );
}

function TermsEditor({ draft }: { readonly draft: TermsDraft }) {
  const t = useText();
  const toast = useToast();
  const required = useRequired();
  const failureLine = useFailureLine();
  const { edit, texts, change, save, publish } = useTerms(draft);
  const guard = useUnsavedGuard(edit.isDirty, { names: ["contentName"], onLeave: edit.forget });
  const [failure, setFailure] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isPublishing, setPublishing] = useState(false);
  const name = (language: Language) => `texts.${language}` as const;
  const saveDraft = async () => {
    setSaving(true);
    const error = await save();
    setSaving(false);
    setFailure(error);
    if (error === undefined) toast("success", t("termsEditor.saved"));
    else toast("danger", failureLine(error));
  };
  const publishNow = async () => {
    setPublishing(true);
    const error = await publish();
    setPublishing(false);
    setAsking(false);
    setFailure(error);
    if (error === undefined) toast("success", t("termsEditor.published"));
  };
  return (
    <div className={styles.sheet}>
      <Stack gap="l">
        <RestoredDraftNotice edit={edit} />
        <Card>
          <p>{t("termsEditor.form")}</p>
          {failure !== undefined && asFailure(failure).reason === "terms_changed" ? (
            <Banner
              action={
                <Button
                  kind="secondary"
                  onPress={() => {
                    edit.discard();
                    setFailure(undefined);
                  }}
                >
                  {t("termsEditor.takeKept")}
                </Button>
              }
              tone="warning"
            >
              {t("termsEditor.changed")}
            </Banner>
          ) : null}
          <Form
            actions={
              <>
                <Button isPending={isSaving} kind="secondary" onPress={() => void saveDraft()}>
                  {t("termsEditor.save")}
                </Button>
                <LinkButton kind="secondary" to="/admin/content-management">
                  {t("ui.cancel")}
                </LinkButton>
              </>
            }
            failure={failure}
            fields={
              Object.fromEntries(languages.map((each) => [name(each), languageConfig[each].name])) as Record<
                `texts.${Language}`,
                string
              >
            }
            onSubmit={() => setAsking(true)}
            problems={Object.fromEntries(needed.map((each) => [name(each), required(texts[each])]))}
            submit={t("termsEditor.publish")}
          >
            {(field) => (
              <Stack gap="l">
                {languages.map((language) => (
                  <Stack gap="s" key={language}>
                    <TextArea
                      {...field(name(language))}
                      lang={languageConfig[language].iso}
                      onChange={(text) => {
                        change(language, text);
                        setFailure(undefined);
                      }}
                      optional={!needed.includes(language)}
                      rows={10}
                      value={texts[language]}
                    />
                    <Disclosure title={t("termsEditor.preview", { language: languageConfig[language].name })}>
                      <Prose lang={languageConfig[language].iso} level={3} text={texts[language]} />
                    </Disclosure>
                  </Stack>
                ))}
              </Stack>
            )}
          </Form>
        </Card>
        <Publications draft={draft} />
      </Stack>
      <ConfirmDialog
        confirm={t("termsEditor.publish")}
        isOpen={isAsking}
        isPending={isPublishing}
        onClose={() => setAsking(false)}
        onConfirm={() => void publishNow()}
        title={t("termsEditor.publish.title")}
      >
        <p>{t("termsEditor.publish.question")}</p>
      </ConfirmDialog>
      <UnsavedDialog guard={guard} />
    </div>
  );
}

function Publications({ draft: { publications = [] } }: { readonly draft: TermsDraft }) {
  const t = useText();
  const language = useLanguage();
  return (
    <Card>
      <h2>{t("termsEditor.publications")}</h2>
      {publications.length === 0 ? <p>{t("termsEditor.none")}</p> : null}
      <ul>
        {publications.map(({ version = 0, publishedAt = "", publishedBy }) => (
          <li key={version}>
            {t("termsEditor.publication", {
              version,
              date: dateTimeText(language, new Date(publishedAt)),
              name: publishedBy || t("termsEditor.platform"),
            })}
          </li>
        ))}
      </ul>
    </Card>
  );
}
