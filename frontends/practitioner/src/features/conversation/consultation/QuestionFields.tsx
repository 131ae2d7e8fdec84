import { FileDrop } from "@kajo/shared/attachments";
import type { FieldsOf } from "@kajo/shared/patterns";
import { TextArea, TextField } from "@kajo/shared/ui";
import { RestoredDraftNotice } from "../../editing/RestoredDraftNotice";
import { Choice } from "../ChoiceDialogs";
import type { useQuestion } from "./use-question";

interface QuestionFieldsProps {
  readonly field: FieldsOf<"subcategory_id" | "topic" | "text">;
  readonly question: ReturnType<typeof useQuestion>;
  /** What it is about is not said yet. */
  readonly withTopic: boolean;
}

/** Which group is asked, what, and with which files. */
export function QuestionFields({ field, question, withTopic }: QuestionFieldsProps) {
  const { edit, limits, queues, uploads } = question;
  return (
    <>
      <RestoredDraftNotice edit={edit} />
      <Choice
        {...field("subcategory_id")}
        choices={queues}
        onChange={(id) => edit.change({ subcategoryId: id })}
        value={edit.value.subcategoryId}
      />
      {withTopic ? (
        <TextField
          {...field("topic")}
          max={limits.maxTopicCharacters}
          onChange={(topic) => edit.change({ topic })}
          value={edit.value.topic}
        />
      ) : null}
      <TextArea
        {...field("text")}
        max={limits.maxMessageCharacters}
        onChange={(text) => edit.change({ text })}
        rows={5}
        value={edit.value.text}
      />
      <FileDrop limits={limits} uploads={uploads} />
    </>
  );
}
