import { useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { GetChatScheduleResponseJson, SaveChatScheduleRequestJson } from "@kajo/shared/rpc";
import { Stack } from "@kajo/shared/ui";
import { Editor } from "../editor/Editor";
import { pathOf } from "../module/fields";
import { HoursEditor } from "../module/HoursEditor";
import {
  type OpeningHoursValue,
  openingHoursLabels,
  openingHoursOf,
  openingHoursProblems,
  openingHoursValue,
} from "../module/opening-hours";
import { useGetChatScheduleQuery, useSaveChatScheduleMutation } from "./api";
import { FollowersList } from "./FollowersList";
import { HoursPreview } from "./HoursPreview";

/** The default opening hours of chat queues, and the queues that follow them (CHA-02). */
export function ChatSchedulePage() {
  return (
    <QueryView page query={useGetChatScheduleQuery({})}>
      {(kept) => (
        <Stack gap="l">
          <Fields kept={kept} />
          <FollowersList followers={kept.followers ?? []} />
        </Stack>
      )}
    </QueryView>
  );
}

interface Value {
  readonly hours: OpeningHoursValue;
}

const hoursKey = "hours";
const path = pathOf(hoursKey);

function Fields({ kept: { details, version = "0" } }: { readonly kept: GetChatScheduleResponseJson }) {
  const t = useText();
  const [save] = useSaveChatScheduleMutation();
  return (
    <Editor<Value, string, SaveChatScheduleRequestJson, object>
      check={({ hours }) => openingHoursProblems(path, hours, t)}
      current={{ hours: openingHoursValue(details?.hours) }}
      fields={openingHoursLabels(path, t)}
      list={{ to: "/admin/chat", label: t("chatQueues.title") }}
      request={({ hours }, over) => ({
        details: { hours: openingHoursOf(hours) },
        fields: [hoursKey],
        version: over,
      })}
      save={save}
      saved={t("chatSchedule.saved")}
      title={t("chatSchedule.title")}
      version={version}
    >
      {({ value: { hours }, change, field }) => (
        <>
          <p>{t("chatSchedule.text")}</p>
          <HoursEditor field={field} fieldKey={hoursKey} onChange={(next) => change({ hours: next })} value={hours} />
          <HoursPreview hours={hours} />
        </>
      )}
    </Editor>
  );
}
