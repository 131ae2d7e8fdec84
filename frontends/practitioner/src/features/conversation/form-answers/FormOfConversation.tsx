import { asFailure } from "@kajo/shared/errors";
import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { Code, type ConversationJson, type TranslatedJson } from "@kajo/shared/rpc";
import { Disclosure } from "@kajo/shared/ui";
import { useGetFormResponseQuery } from "./api";
import { SentForm } from "./SentForm";
import { useOpen } from "./use-open";

const textsOf = ({ fi = "", sv = "", en = "" }: TranslatedJson = {}) => ({ texts: { fi, sv, en } });

/** The form that a conversation is about, above its thread (SUR-06, SUR-07). */
export function FormOfConversation({ conversation }: { readonly conversation: ConversationJson }) {
  const t = useText();
  const language = useLanguage();
  const { formResponseId = "", residentName = "" } = conversation;
  const { isOpen, isAsked, toggle } = useOpen(conversation);
  const query = useGetFormResponseQuery({ formResponseId }, { skip: !isAsked });
  // Erased meanwhile: what was here before is not to be read any more.
  const isGone = query.error !== undefined && asFailure(query.error).code === Code.notFound;
  const title = isGone ? "" : localized(language, textsOf(query.data?.form?.title));
  const label = title ? t("formAnswers.title", { title }) : t("formAnswers.kind");
  return (
    <section aria-label={label}>
      <Disclosure isOpen={isOpen} onOpenChange={toggle} title={label}>
        {/* Out of sight it is not what this page prints. */}
        {isOpen && isGone ? <p>{t("formAnswers.gone")}</p> : null}
        {isOpen && !isGone ? (
          <QueryView query={query}>
            {(result) => <SentForm name={residentName} result={result} title={title || label} />}
          </QueryView>
        ) : null}
      </Disclosure>
    </section>
  );
}
