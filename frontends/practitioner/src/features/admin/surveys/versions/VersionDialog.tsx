import { useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { Dialog, Tabs } from "@kajo/shared/ui";
import { useState } from "react";
import { useGetSurveyVersionQuery } from "../api";
import { ExportSurvey } from "../transfer/Export";
import { Translate } from "../translate/Translate";
import { Try } from "../try/Try";

interface VersionDialogProps {
  readonly surveyId: string;
  readonly version: number;
  readonly onClose: () => void;
}

type Tab = "texts" | "try";

/** One published version: all its texts to be read, and as residents answered it. It can be exported. */
export function VersionDialog({ surveyId, version, onClose }: VersionDialogProps) {
  const t = useText();
  const [tab, setTab] = useState<Tab>("try");
  const query = useGetSurveyVersionQuery({ surveyId, publishedVersion: version });
  return (
    <Dialog
      actions={
        query.data?.details ? (
          <ExportSurvey details={query.data.details} publishedVersion={version} surveyId={surveyId} />
        ) : null
      }
      isOpen
      onClose={onClose}
      title={t("surveys.versions.title", { version })}
      wide
    >
      <QueryView query={query}>
        {({ details = {} }) => (
          <Tabs
            label={t("surveys.versions.tabs")}
            onSelect={(id) => setTab(id as Tab)}
            selected={tab}
            tabs={[
              { id: "try", label: t("surveys.versions.asAnswered") },
              { id: "texts", label: t("surveys.versions.texts") },
            ]}
          >
            {tab === "try" ? <Try details={details} /> : <Translate details={details} onChange={nothing} readOnly />}
          </Tabs>
        )}
      </QueryView>
    </Dialog>
  );
}

const nothing = () => {};
