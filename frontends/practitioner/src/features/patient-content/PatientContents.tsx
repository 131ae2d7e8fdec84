import { useText } from "@kajo/shared/i18n";
import { fromPages, List, useKeptFocus } from "@kajo/shared/patterns";
import { Banner, Button, Card } from "@kajo/shared/ui";
import { BookOpenText } from "lucide-react";
import { lazy, type RefObject, Suspense, useRef, useState } from "react";
import { useListContentsOfPatientInfiniteQuery } from "./api";
import { ContentOfPatient } from "./ContentOfPatient";

const ActivateContent = lazy(async () => ({ default: (await import("./ActivateContent")).ActivateContent }));

interface PatientContentsProps {
  readonly patientId: string;
  /** The patient consents. */
  readonly mayBeGiven: boolean;
}

/** What a patient was given to read, whether they have read it, and a further content for them (CMS-07). */
export function PatientContents({ patientId, mayBeGiven }: PatientContentsProps) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isGiving, setGiving] = useState(false);
  return (
    <Card>
      <h3 ref={heading} tabIndex={-1}>
        {t("patientContent.title")}
      </h3>
      <Contents patientId={patientId} rest={heading} />
      {mayBeGiven ? (
        <div>
          <Button onPress={() => setGiving(true)}>
            <BookOpenText aria-hidden="true" size={18} /> {t("patientContent.activate")}
          </Button>
        </div>
      ) : (
        <Banner tone="warning">{t("patientContent.noConsent")}</Banner>
      )}
      {isGiving ? (
        <Suspense>
          <ActivateContent onClose={() => setGiving(false)} patientId={patientId} />
        </Suspense>
      ) : null}
    </Card>
  );
}

interface ContentsProps {
  readonly patientId: string;
  /** Has the focus when the button that had it is gone. */
  readonly rest: RefObject<HTMLElement | null>;
}

function Contents({ patientId, rest }: ContentsProps) {
  const t = useText();
  const query = useListContentsOfPatientInfiniteQuery(patientId);
  useKeptFocus(rest);
  return (
    <List
      {...fromPages(query, (page) => page.contents)}
      empty={<p>{t("patientContent.none")}</p>}
      itemKey={({ patientContentId }) => patientContentId ?? ""}
      label={t("patientContent.title")}
      renderItem={(content) => <ContentOfPatient content={content} />}
    />
  );
}
