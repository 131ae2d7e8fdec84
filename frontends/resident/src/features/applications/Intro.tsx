import { useText } from "@kajo/shared/i18n";
import type { GetFormResponseJson } from "@kajo/shared/rpc";
import { Banner, LinkButton } from "@kajo/shared/ui";
import { About } from "../filling/About";
import { fetchFill } from "./fetch-fill";

export interface IntroProps {
  readonly categoryId: string;
  readonly subcategoryId: string;
  readonly there: GetFormResponseJson;
}

/** Before the first question: what it is about, how long it takes, and that it is sent in one sitting. */
export function Intro({ categoryId, subcategoryId, there }: IntroProps) {
  const t = useText();
  const { description, questionnaire, teenager } = there;
  return (
    <>
      {/* Before anything is answered, and not beside the choice (IDN-09). */}
      {teenager ? <Banner tone="info">{t("application.teenager")}</Banner> : null}
      <About description={description} fetchFill={fetchFill} questionnaire={questionnaire}>
        <LinkButton
          params={{ categoryId }}
          search={{ form: subcategoryId, step: "questions" }}
          to="/applications/$categoryId"
        >
          {t("application.start")}
        </LinkButton>
      </About>
    </>
  );
}
