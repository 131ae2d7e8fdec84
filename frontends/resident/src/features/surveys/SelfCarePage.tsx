import { useText } from "@kajo/shared/i18n";
import { PageHeading, Stack, Tabs } from "@kajo/shared/ui";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ListName, listOf, listSearch } from "./lists";
import { SurveyList } from "./SurveyList";

const toAnswer = "to-answer";

/** All surveys that professionals have asked the person to answer, in three lists. */
export function SelfCarePage() {
  const t = useText();
  const navigate = useNavigate();
  const { list } = useSearch({ from: "/signed-in/surveys/omavointi" });
  const tabs: readonly { readonly id: ListName | typeof toAnswer; readonly label: string }[] = [
    { id: toAnswer, label: t("survey.list.toAnswer") },
    { id: "answered", label: t("survey.list.answered") },
    { id: "past", label: t("survey.list.past") },
  ];
  return (
    <Stack gap="l">
      <PageHeading over={<Link to="/surveys">{t("survey.title")}</Link>}>{t("survey.selfCare.title")}</PageHeading>
      <Tabs
        label={t("survey.title")}
        onSelect={(id) => void navigate({ to: "/surveys/omavointi", search: listSearch({ list: id }), replace: true })}
        selected={list ?? toAnswer}
        tabs={tabs}
      >
        <SurveyList key={list ?? toAnswer} list={listOf(list)} />
      </Tabs>
    </Stack>
  );
}
