import { asFailure } from "@kajo/shared/errors";
import { Code } from "@kajo/shared/rpc";
import { useEffect, useRef } from "react";
import { useListSurveysOfPatientInfiniteQuery } from "./api";
import { OpenHere } from "./OpenHere";
import { SurveyList } from "./SurveyList";

interface AnsweredSurveysProps {
  readonly conversationId: string;
  readonly patientId: string;
}

/** Which surveys somebody has is told of a patient who is open in this session; the conversation alone is not enough. */
export function AnsweredSurveys({ conversationId, patientId }: AnsweredSurveysProps) {
  const place = useRef<HTMLDivElement>(null);
  const wasOpened = useRef(false);
  const { error, refetch } = useListSurveysOfPatientInfiniteQuery({ patientId, past: true });
  const isClosed = error !== undefined && asFailure(error).code === Code.notFound;
  useEffect(() => {
    if (isClosed || !wasOpened.current) return;
    wasOpened.current = false;
    // The button that was pressed is gone.
    place.current?.focus();
  }, [isClosed]);
  const opened = () => {
    wasOpened.current = true;
    void refetch();
  };
  return (
    <div ref={place} tabIndex={-1}>
      {isClosed ? (
        <OpenHere onOpened={opened} patientId={patientId} />
      ) : (
        <SurveyList conversationId={conversationId} past patientId={patientId} rest={place} />
      )}
    </div>
  );
}
