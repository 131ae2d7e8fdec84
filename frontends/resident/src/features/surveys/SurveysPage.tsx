import { useText } from "@kajo/shared/i18n";
import { LinkTile, LinkTiles, PageHeading, Stack } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { HeartPulse } from "lucide-react";
import styles from "../inbox/InboxPage.module.css";
import { useListMySurveysInfiniteQuery } from "./api";
import { SurveyList } from "./SurveyList";
import { SurveyRow } from "./SurveyRow";

/** What is to be answered, what was answered last, and where all of it is found. */
export function SurveysPage() {
  const t = useText();
  return (
    <Stack gap="l">
      <PageHeading lead={t("survey.lead")} over={<Link to="/">{t("nav.home")}</Link>}>
        {t("survey.title")}
      </PageHeading>
      <section aria-labelledby="to-answer">
        <Stack>
          <h2 id="to-answer">{t("survey.list.toAnswer")}</h2>
          <SurveyList list="MY_SURVEY_LIST_TO_ANSWER" />
        </Stack>
      </section>
      <Answered />
      <LinkTiles title={t("survey.all")}>
        <LinkTile
          icon={HeartPulse}
          text={t("survey.selfCare.text")}
          title={t("survey.selfCare.title")}
          to="/surveys/omavointi"
        />
      </LinkTiles>
    </Stack>
  );
}

const shown = 3;

/** The last ones; what cannot be fetched is told of where all of them are. */
function Answered() {
  const t = useText();
  const { data } = useListMySurveysInfiniteQuery({ list: "MY_SURVEY_LIST_ANSWERED" });
  const surveys = data?.pages[0]?.surveys ?? [];
  if (surveys.length === 0) return null;
  return (
    <section aria-labelledby="answered">
      <Stack>
        <h2 id="answered">{t("survey.list.answered")}</h2>
        <ul aria-labelledby="answered" className={styles.list}>
          {surveys.slice(0, shown).map((survey) => (
            <li key={survey.surveyActivationId}>
              <SurveyRow survey={survey} />
            </li>
          ))}
        </ul>
        <p>
          <Link search={{ list: "answered" }} to="/surveys/omavointi">
            {t("survey.answered.all")}
          </Link>
        </p>
      </Stack>
    </section>
  );
}
