import { LoadFailed, useFailureLine } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type PhraseJson, useIntent } from "@kajo/shared/rpc";
import { Button, Dialog, EmptyState, Row, SearchField, Spinner, Stack, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { Outline } from "../editing/Outline";
import { useListPhrasesQuery, useMovePhrasesMutation } from "./api";
import { found } from "./insert";
import { Phrase } from "./Phrase";
import { PhraseForm } from "./PhraseForm";

export interface PhraseDialogProps {
  /** What stands in the box already: a new phrase can be made of it. */
  readonly typed: string;
  readonly onInsert: (text: string) => void;
  readonly onClose: () => void;
}

/** One's own phrases: found by words, inserted, changed, ordered and removed. */
export function PhraseDialog({ typed, onInsert, onClose }: PhraseDialogProps) {
  const t = useText();
  const { data, error, refetch } = useListPhrasesQuery({});
  const [words, setWords] = useState("");
  const [edited, setEdited] = useState<PhraseJson>();
  const { phrases = [], maxPhrases = 0 } = data ?? {};
  const isFull = phrases.length >= maxPhrases;
  const shown = found(phrases, words);
  if (edited) {
    return (
      <Dialog isOpen onClose={() => setEdited(undefined)} title={t(edited.phraseId ? "phrases.edit" : "phrases.new")}>
        <PhraseForm onDone={() => setEdited(undefined)} phrase={edited} />
      </Dialog>
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title={t("phrases.title")} wide>
      <Stack gap="m">
        {data ? null : error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <Spinner />}
        {phrases.length > 0 ? <SearchField label={t("phrases.search")} onChange={setWords} value={words} /> : null}
        {data && shown.length === 0 ? (
          <EmptyState title={t(words ? "phrases.notFound" : "phrases.none")}>{t("phrases.none.text")}</EmptyState>
        ) : null}
        <Listed isOrdered={words.trim() === ""} onEdit={setEdited} onInsert={onInsert} phrases={shown} />
        {data && isFull ? <p>{t("phrases.full", { max: maxPhrases })}</p> : null}
        {data && !isFull ? (
          <Row>
            <Button kind="secondary" onPress={() => setEdited({})}>
              {t("phrases.new")}
            </Button>
            {typed.trim() === "" ? null : (
              <Button kind="secondary" onPress={() => setEdited({ text: typed })}>
                {t("phrases.fromTyped")}
              </Button>
            )}
          </Row>
        ) : null}
      </Stack>
    </Dialog>
  );
}

interface ListedProps {
  readonly phrases: readonly PhraseJson[];
  /** All of them are there, and so they can be put into an order. */
  readonly isOrdered: boolean;
  readonly onInsert: (text: string) => void;
  readonly onEdit: (phrase: PhraseJson) => void;
}

function Listed({ phrases, isOrdered, onInsert, onEdit }: ListedProps) {
  const t = useText();
  const toast = useToast();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [move] = useMovePhrasesMutation();
  const [moved, setMoved] = useState<readonly PhraseJson[]>();
  const order = async (next: readonly PhraseJson[]) => {
    setMoved(next);
    const request = { phraseIds: next.flatMap(({ phraseId }) => phraseId ?? []) };
    const answer = await move({ request, idempotencyKey: intent.keyFor(request) });
    if (answer.error === undefined) return intent.settle();
    setMoved(undefined);
    toast("danger", failureLine(answer.error));
  };
  // As it was put, until the list is there anew.
  const isSame = moved?.length === phrases.length && moved.every((each) => phrases.includes(each));
  const items = isOrdered && moved && isSame ? moved : phrases;
  if (items.length === 0) return null;
  return (
    <Outline
      itemKey={({ phraseId = "" }) => phraseId}
      items={items}
      label={t("phrases.title")}
      nameOf={({ title, text = "" }) => title || text.slice(0, 40)}
      onOrder={isOrdered ? (next) => void order(next) : undefined}
    >
      {(phrase) => (
        <Phrase onEdit={() => onEdit(phrase)} onInsert={() => onInsert(phrase.text ?? "")} phrase={phrase} />
      )}
    </Outline>
  );
}
