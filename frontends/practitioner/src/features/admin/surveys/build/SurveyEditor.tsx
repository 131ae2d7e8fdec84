import { useText } from "@kajo/shared/i18n";
import { UnsavedDialog, useUnsavedGuard } from "@kajo/shared/patterns";
import type { SurveyJson } from "@kajo/shared/rpc";
import { Button, ErrorSummary, LinkButton, PageHeading, Row, Stack, Tabs, useToast } from "@kajo/shared/ui";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { RestoredDraftNotice } from "../../../editing/RestoredDraftNotice";
import { useCtrlS } from "../../../editing/use-ctrl-s";
import { useOverNewer } from "../../../editing/use-over-newer";
import { detailsFields, isOfScores, linkIdOf, stopsOf, translateField } from "../problems/problems";
import { useSummary } from "../problems/use-summary";
import { Scores } from "../scores/Scores";
import { ExportSurvey } from "../transfer/Export";
import { takeImported } from "../transfer/imported";
import { Translate } from "../translate/Translate";
import { Try } from "../try/Try";
import { useSurvey } from "../use-survey";
import { Versions } from "../versions/Versions";
import { Build } from "./Build";
import { MeaningDialog } from "./MeaningDialog";
import { changedItems } from "./meaning";
import { RollBackDialog } from "./RollBackDialog";
import { SurveyArchiving } from "./SurveyArchiving";
import { SurveyState } from "./SurveyState";
import { detailsKey, type Patch, type QuestionnaireJson, type Values } from "./types";
import { usePublished } from "./use-published";
import { valuesOf } from "./values";

const list = "/admin/surveys";

type Tab = "build" | "translate" | "scores" | "try" | "versions";

/** One survey: built, translated, tried, published and rolled back (SUR-01). */
export function SurveyEditor({ survey }: { readonly survey: SurveyJson | undefined }) {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const { edit, current, version, save, publish, rollBack } = useSurvey(survey);
  const { value } = edit;
  const guard = useUnsavedGuard(edit.isDirty, { onLeave: edit.forget });
  const published = usePublished(survey);
  const [tab, setTab] = useState<Tab>("build");
  const [chosen, setChosen] = useState<string | undefined>(survey ? undefined : detailsKey);
  const [failure, setFailure] = useState<unknown>();
  const [tries, setTries] = useState(0);
  /** Publishing has been tried: what stands against it is told until nothing does. */
  const [isHeld, setHeld] = useState(false);
  const [sending, setSending] = useState<"save" | "publish">();
  const [different, setDifferent] = useState<readonly string[]>();
  const [rollingTo, setRollingTo] = useState<number>();
  const stops = isHeld ? stopsOf(value) : [];
  const summary = useSummary(stops, failure);
  const change = (part: Patch<Values>) => {
    edit.change(part as Partial<Values>);
    // What the server said was said of what stood there.
    setFailure(undefined);
  };
  const put = (questionnaire: QuestionnaireJson) => change({ questionnaire });
  useImported(survey === undefined, (imported) => edit.change(valuesOf(imported)));
  const help = useOverNewer(edit, { current, version }, failure, () => setFailure(undefined));
  const failed = (error: unknown) => {
    setFailure(error);
    setTries((before) => before + 1);
  };
  /** What is new has an address from now on. */
  const settled = async (id: string | undefined, told: string) => {
    toast("success", told);
    if (survey !== undefined || !id) return;
    guard.release();
    await navigate({ to: `${list}/$id`, params: { id }, replace: true });
  };
  const saveDraft = async () => {
    if (sending) return;
    setSending("save");
    const { error, id } = await save();
    setSending(undefined);
    if (error !== undefined) return failed(error);
    setFailure(undefined);
    await settled(id, t("survey.saved"));
  };
  const send = async (sameMeaning: boolean) => {
    setSending("publish");
    const { error, id } = await publish(sameMeaning);
    setSending(undefined);
    const items = changedItems(error);
    setDifferent(sameMeaning ? undefined : items);
    if (items && !sameMeaning) return;
    if (error !== undefined) return failed(error);
    setHeld(false);
    setFailure(undefined);
    await settled(id, t("survey.published"));
  };
  const publishNow = async () => {
    if (sending) return;
    setFailure(undefined);
    const isStopped = stopsOf(value).length > 0;
    setHeld(isStopped);
    if (isStopped) setTries((before) => before + 1);
    else await send(false);
  };
  const reveal = (field: string) => {
    const linkId = linkIdOf(field);
    if (field === translateField) setTab("translate");
    else if (isOfScores(field)) setTab("scores");
    else setTab("build");
    if (linkId) setChosen(linkId);
    else if (detailsFields.some((each) => each === field)) setChosen(detailsKey);
  };
  useCtrlS(() => void saveDraft());
  return (
    <Stack gap="l">
      <PageHeading
        actions={
          <Row>
            <ExportSurvey
              details={value}
              // What differs from what was published is no version.
              publishedVersion={edit.isDirty || survey?.hasDraft ? 0 : (survey?.publishedVersion ?? 0)}
              surveyId={survey?.surveyId ?? ""}
            />
            {survey ? <SurveyArchiving survey={survey} /> : null}
          </Row>
        }
        over={<Link to={list}>{t("survey.module.title")}</Link>}
      >
        {survey ? survey.details?.title?.fi || t("survey.unnamed") : t("survey.new")}
      </PageHeading>
      {survey ? (
        <p>
          <SurveyState {...survey} />
        </p>
      ) : null}
      <RestoredDraftNotice edit={edit} />
      <ErrorSummary code={summary.code} errors={summary.errors} reveal={reveal} tries={tries} />
      {help}
      <Tabs
        label={t("survey.tabs")}
        onSelect={(id) => setTab(id as Tab)}
        selected={tab}
        tabs={[
          { id: "build", label: t("survey.tab.build") },
          { id: "translate", label: t("survey.tab.translate") },
          { id: "scores", label: t("survey.tab.scores") },
          { id: "try", label: t("survey.tab.try") },
          ...(survey ? [{ id: "versions", label: t("survey.tab.versions") }] : []),
        ]}
      >
        {tab === "build" ? (
          <Build
            chosen={chosen}
            isHeld={isHeld}
            onChange={change}
            onChoose={setChosen}
            onScore={(linkId) => {
              setChosen(linkId);
              setTab("scores");
            }}
            published={published}
            value={value}
          />
        ) : null}
        {tab === "translate" ? (
          <Translate details={value} onChange={(next) => change(valuesOf(next))} readOnly={false} />
        ) : null}
        {tab === "scores" ? <Scores isHeld={isHeld} onChange={put} value={value} /> : null}
        {tab === "try" ? <Try details={value} /> : null}
        {tab === "versions" && survey ? (
          <Versions
            onRollBack={setRollingTo}
            publishedVersion={survey.publishedVersion ?? 0}
            readOnly={false}
            surveyId={survey.surveyId ?? ""}
          />
        ) : null}
      </Tabs>
      <Row>
        <Button isPending={sending === "publish"} onPress={() => void publishNow()}>
          {t("survey.publish")}
        </Button>
        <Button isPending={sending === "save"} kind="secondary" onPress={() => void saveDraft()}>
          {t("survey.save")}
        </Button>
        <LinkButton kind="secondary" to={list}>
          {t("ui.cancel")}
        </LinkButton>
      </Row>
      <MeaningDialog
        isPending={sending === "publish"}
        linkIds={different}
        onClose={() => setDifferent(undefined)}
        onConfirm={() => void send(true)}
        questionnaire={value.questionnaire}
      />
      <RollBackDialog
        inForce={survey?.publishedVersion ?? 0}
        isDirty={edit.isDirty}
        onClose={() => setRollingTo(undefined)}
        rollBack={rollBack}
        version={rollingTo}
      />
      <UnsavedDialog guard={guard} />
    </Stack>
  );
}

/** What was read from a file on the way here stands in the form, unsaved. */
function useImported(isNew: boolean, take: (imported: NonNullable<ReturnType<typeof takeImported>>) => void): void {
  const [imported] = useState(() => (isNew ? takeImported() : undefined));
  const onImported = useEffectEvent(take);
  useEffect(() => {
    if (imported) onImported(imported);
  }, [imported]);
}
