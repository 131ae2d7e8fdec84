/** Chat queues of a test's own: nobody waits in them but whom the test leads there. */
import type { APIRequestContext } from "playwright-core";
import { ChatQueueService } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/chat_queue_pb";
import { HolidayRule, HoursRule } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/hours_pb";
import { Matter } from "../../shared/src/rpc/gen/kajo/common/v1/common_pb";
import { WorkContextService } from "../../shared/src/rpc/gen/kajo/identity/v1/work_context_pb";
import { call, named } from "./rpc";
import { practitionerUrl } from "./stack";

/** By whoever keeps the system: a queue that nurses of Lehtola work through, open day and night, for residents. */
export async function addChatQueue(http: APIRequestContext, name: string): Promise<void> {
  const { roles, locations } = await call(http, practitionerUrl, WorkContextService.method.listWorkContexts, {});
  await call(http, practitionerUrl, ChatQueueService.method.saveChatQueue, {
    details: {
      name: { fi: name, sv: name, en: name },
      matter: Matter.HEALTH,
      locationIds: [named(locations, ({ name }) => name, "Lehtolan terveysasema").locationId],
      roleIds: [named(roles, ({ name }) => name?.texts.fi, "Sairaanhoitaja").roleId],
      visibleToIdentified: true,
      hours: {
        rule: HoursRule.DAILY,
        daily: [{ from: "00:00", until: "24:00" }],
        holidays: HolidayRule.REGULAR,
        eves: HolidayRule.REGULAR,
      },
    },
  });
}
