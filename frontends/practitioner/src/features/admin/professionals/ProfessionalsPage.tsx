import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Card, PageHeading, Spinner, Stack } from "@kajo/shared/ui";
import { useState } from "react";
import { useGetProfessionalQuery } from "../access-explanation/api";
import { ProfessionalChoice } from "../access-explanation/ProfessionalChoice";
import { PanelLink } from "../PanelLink";
import { ProfessionalAccess } from "./ProfessionalAccess";

/** Ends what a professional may do, at once: for somebody who has left, or whose account or machine was lost. */
export function ProfessionalsPage() {
  const t = useText();
  const [practitionerId, setPractitionerId] = useState<string | null>(null);
  return (
    <Stack gap="l">
      <PageHeading lead={t("professionals.lead")} over={<PanelLink />}>
        {t("professionals.title")}
      </PageHeading>
      <Card>
        <ProfessionalChoice
          error={undefined}
          label={t("explain.professional")}
          name="practitioner_id"
          onChange={setPractitionerId}
          value={practitionerId}
        />
      </Card>
      {practitionerId === null ? null : <Chosen key={practitionerId} practitionerId={practitionerId} />}
    </Stack>
  );
}

function Chosen({ practitionerId }: { readonly practitionerId: string }) {
  const { currentData, error, refetch } = useGetProfessionalQuery({ practitionerId });
  if (currentData?.professional) return <ProfessionalAccess professional={currentData.professional} />;
  return error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <Spinner />;
}
