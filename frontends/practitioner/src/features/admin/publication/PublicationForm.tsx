import { useText } from "@kajo/shared/i18n";
import { type FieldOf, Form } from "@kajo/shared/patterns";
import { Button, Card, ConfirmDialog, LinkButton } from "@kajo/shared/ui";
import type { LinkProps } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useCtrlS } from "../../editing/use-ctrl-s";
import editor from "../editor/Editor.module.css";
import { languageOf } from "./languages";
import type { Publishing } from "./use-publishing";

/** What is asked before something is published. */
export interface Question {
  readonly title: string;
  readonly text: ReactNode;
}

interface PublicationFormProps<Field extends string> {
  readonly publishing: Publishing;
  /** Labels by the server's names of the fields, in the order of the page. */
  readonly fields: Readonly<Record<Field, string>>;
  readonly problems?: Readonly<Partial<Record<Field, string | undefined>>>;
  /** Undefined: it is published at once. */
  readonly question: Question | undefined;
  /** Where one comes out without saving. */
  readonly list: NonNullable<LinkProps["to"]>;
  /** Away from the other buttons. */
  readonly removal?: ReactNode;
  readonly children: (field: FieldOf<Field>) => ReactNode;
}

/** The form of something that is kept as a draft, also by Ctrl+S, and published, after a question where there is one. */
export function PublicationForm<Field extends string>({
  publishing,
  fields,
  problems,
  question,
  list,
  removal,
  children,
}: PublicationFormProps<Field>) {
  const t = useText();
  const { failure, help, isSaving, saveDraft, publish, setLanguage } = publishing;
  const [asked, setAsked] = useState<Question>();
  const [isPending, setPending] = useState(false);
  const confirmed = async () => {
    setPending(true);
    await publish();
    setPending(false);
    setAsked(undefined);
  };
  useCtrlS(() => void saveDraft());
  return (
    <>
      <Card>
        <Form
          actions={
            <>
              <Button isPending={isSaving} kind="secondary" onPress={() => void saveDraft()}>
                {t("publication.save")}
              </Button>
              <LinkButton kind="secondary" to={list}>
                {t("ui.cancel")}
              </LinkButton>
              {removal ? <div className={editor.removal}>{removal}</div> : null}
            </>
          }
          failure={failure}
          failureHelp={help}
          fields={fields}
          onSubmit={() => (question ? setAsked(question) : publish())}
          problems={problems}
          reveal={(field) => {
            const hidden = languageOf(field);
            if (hidden) setLanguage(hidden);
          }}
          submit={t("publication.publish")}
        >
          {children}
        </Form>
      </Card>
      <ConfirmDialog
        confirm={t("publication.publish")}
        isOpen={asked !== undefined}
        isPending={isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => void confirmed()}
        title={asked?.title ?? ""}
      >
        {asked?.text}
      </ConfirmDialog>
    </>
  );
}
