import { useText } from "@kajo/shared/i18n";
import { Form, QueryView, UnsavedDialog, useUnsavedGuard } from "@kajo/shared/patterns";
import { type PatientJson, useIntent } from "@kajo/shared/rpc";
import { Button, Card, Select, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { InPlace } from "../../editing/InPlace";
import { useInPlace } from "../../editing/use-in-place";
import { useFeature } from "../../flags/use-feature";
import { useAreaNames } from "../../service-areas/use-area-names";
import { useGetPatientQuery } from "../api";
import { useChooseCareTeamMutation, useListCareTeamsQuery } from "./api";

/** Stands for no care team in the list: an empty choice is what nobody has made yet. */
const none = "none";

/** To which care team a patient belongs, and the change of it (PRO-09). */
export function CareTeam({ patient }: { readonly patient: PatientJson }) {
  const t = useText();
  const { isOpen, open, close, button } = useInPlace();
  const offered = useFeature("care_team_choice");
  return (
    <Card>
      <h3>{t("patient.careTeam")}</h3>
      {isOpen && offered ? (
        <ChooseCareTeam onDone={close} patient={patient} />
      ) : (
        <>
          <p>{patient.careTeamName || t("patient.careTeam.none")}</p>
          {offered ? (
            <div>
              <Button kind="secondary" onPress={open} ref={button}>
                {t(patient.careTeamName ? "patient.careTeam.change" : "patient.careTeam.choose")}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Card>
  );
}

function ChooseCareTeam({ patient, onDone }: { readonly patient: PatientJson; readonly onDone: () => void }) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const areaName = useAreaNames();
  const { patientId = "", careTeamId = "", careTeamName = "", info } = patient;
  const [chosen, setChosen] = useState(careTeamId || none);
  const guard = useUnsavedGuard(chosen !== (careTeamId || none), { names: ["patient"] });
  const [choose, { error, reset }] = useChooseCareTeamMutation();
  const { refetch } = useGetPatientQuery({ patientId });
  // Those of the patient's area, and all when nobody has told it.
  const query = useListCareTeamsQuery({ serviceAreaId: info?.serviceAreaId ?? "" });
  const submit = async () => {
    const request = { patientId, careTeamId: chosen === none ? "" : chosen };
    const answer = await choose({ request, idempotencyKey: intent.keyFor(request) });
    if (answer.error) return;
    intent.settle();
    guard.release();
    await refetch();
    toast("success", t("patient.careTeam.saved"));
    onDone();
  };
  return (
    <QueryView query={query}>
      {({ careTeams = [] }) => {
        const known = careTeams.map((team) => ({
          id: team.careTeamId ?? "",
          label: team.name ?? "",
          description: `${t("patient.careTeam.area")}: ${areaName(team.serviceAreaId)}`,
        }));
        // The team that the patient is in stays a choice when it takes nobody else in.
        const own =
          careTeamId && !known.some(({ id }) => id === careTeamId) ? [{ id: careTeamId, label: careTeamName }] : [];
        return (
          <InPlace>
            <Form
              actions={
                <Button kind="secondary" onPress={onDone}>
                  {t("ui.cancel")}
                </Button>
              }
              failure={error}
              fields={{ care_team_id: t("patient.careTeam") }}
              onSubmit={submit}
              problems={{}}
              submit={t("patient.careTeam.save")}
            >
              {(field) => (
                <Select
                  {...field("care_team_id")}
                  onChange={(next) => {
                    setChosen(next);
                    reset();
                  }}
                  options={[...own, ...known, { id: none, label: t("patient.careTeam.none") }]}
                  value={chosen}
                />
              )}
            </Form>
            <UnsavedDialog guard={guard} />
          </InPlace>
        );
      }}
    </QueryView>
  );
}
