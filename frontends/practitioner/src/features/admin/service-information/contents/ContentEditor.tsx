import { languageConfig, useText } from "@kajo/shared/i18n";
import { UnsavedDialog, useUnsavedGuard } from "@kajo/shared/patterns";
import type { ServiceContentJson, ServiceContentTypeJson } from "@kajo/shared/rpc";
import { PageHeading, Select, Stack, TextField } from "@kajo/shared/ui";
import { Link, useNavigate } from "@tanstack/react-router";
import { RestoredDraftNotice } from "../../../editing/RestoredDraftNotice";
import { useRequired } from "../../editor/Editor";
import { ordered, partTexts } from "../../publication/languages";
import { PublicationForm } from "../../publication/PublicationForm";
import { usePublishing } from "../../publication/use-publishing";
import { useStaleQuestion } from "../../publication/use-stale-question";
import { ContentArchiving } from "./ContentArchiving";
import { ContentHistory } from "./ContentHistory";
import { ContentLanguages } from "./ContentLanguages";
import { ContentState } from "./ContentState";
import { contentTypes } from "./types";
import { useContent } from "./use-content";
import { type FieldName, fieldName, stateOf } from "./values";

const list = "/admin/service-information/contents";

/** One content: written in a tab per language and drawn beside it, kept as a draft, published, rolled back and archived. */
export function ContentEditor({ content }: { readonly content: ServiceContentJson | undefined }) {
  const t = useText();
  const navigate = useNavigate();
  const required = useRequired();
  const kept = useContent(content);
  const { edit, current } = kept;
  const { value } = edit;
  const guard = useUnsavedGuard(edit.isDirty, { onLeave: edit.forget });
  const publishing = usePublishing(kept, {
    published: t("serviceContents.published"),
    // What is new has an address from now on.
    onSettled: async (id) => {
      if (content !== undefined || !id) return;
      guard.release();
      await navigate({ to: `${list}/$id`, params: { id }, replace: true });
    },
  });
  const { change, language, setLanguage } = publishing;
  const question = useStaleQuestion(ordered.filter((each) => stateOf(value, current, each) === "stale"));
  const names = Object.fromEntries(
    ordered.flatMap((each) =>
      (["title", "text"] as const).map((part) => [
        fieldName(each, part),
        t("admin.inLanguage", { field: t(partTexts[part]), language: languageConfig[each].name }),
      ]),
    ),
  ) as Record<Exclude<FieldName, "details.name" | "details.type">, string>;
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
      <PublicationForm
        fields={{ "details.name": t("serviceContents.name"), "details.type": t("serviceContents.type"), ...names }}
        list={list}
        problems={{ "details.name": required(value.name) }}
        publishing={publishing}
        question={question}
        removal={content ? <ContentArchiving content={content} /> : undefined}
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
            <ContentLanguages
              field={field}
              kept={current}
              onChange={(of, next) => change({ [of]: next })}
              onSelect={setLanguage}
              selected={language}
              values={value}
            />
          </>
        )}
      </PublicationForm>
      {content ? <ContentHistory content={content} /> : null}
      <UnsavedDialog guard={guard} />
    </Stack>
  );
}
