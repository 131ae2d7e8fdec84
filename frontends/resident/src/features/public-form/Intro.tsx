import { useText } from "@kajo/shared/i18n";
import type { GetPublicFormResponseJson } from "@kajo/shared/rpc";
import { Banner, LinkButton } from "@kajo/shared/ui";
import { About } from "../filling/About";
import { fetchFill } from "./fetch-fill";

export interface IntroProps {
  readonly tail: string;
  readonly there: GetPublicFormResponseJson;
}

/** Before the first question: that nobody knows who sends it, what it is about, and that it is sent in one sitting. */
export function Intro({ tail, there: { description, questionnaire } }: IntroProps) {
  const t = useText();
  return (
    <>
      <Banner tone="info">
        <p>{t("publicForm.anonymous")}</p>
        <p>{t("publicForm.anonymous.signedIn")}</p>
      </Banner>
      <About description={description} fetchFill={fetchFill} questionnaire={questionnaire}>
        <LinkButton params={{ tail }} search={{ step: "questions" }} to="/forms/$tail">
          {t("application.start")}
        </LinkButton>
      </About>
    </>
  );
}
