/** Chat queues of a test's own: nobody waits in them but whom the test leads there. */
import type { APIRequestContext } from "playwright-core";
import { ChatQueueService } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/chat_queue_pb";
import { HolidayRule, HoursRule } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/hours_pb";
import { Matter } from "../../shared/src/rpc/gen/kajo/common/v1/common_pb";
import { WorkContextService } from "../../shared/src/rpc/gen/kajo/identity/v1/work_context_pb";
import { administrator, topic } from "./people";
import { call, named } from "./rpc";
import { practitionerUrl } from "./stack";

/** Whom a queue is there for: those who are signed in, and maybe those who are not. */
type Audience = "signedIn" | "everybody";

interface Rules {
  /** Professionals may have chats summarised. */
  readonly summaryEnabled?: boolean;
  /** Those who join assess their symptoms first, with this survey. */
  readonly triageRequired?: boolean;
  readonly assessmentSurveyId?: string;
}

interface NewQueue {
  readonly name: string;
  readonly chatQueueId: string;
}

/** A queue in which nobody waits yet. */
export async function newQueue(words: string, audience: Audience = "signedIn", rules: Rules = {}): Promise<NewQueue> {
  const name = topic(words);
  const { context } = await administrator("Paula");
  const chatQueueId = await addChatQueue(context.request, name, audience, rules);
  await context.close();
  return { name, chatQueueId };
}

/** By whoever keeps the system: a queue that nurses of Lehtola work through, open day and night. */
async function addChatQueue(http: APIRequestContext, name: string, audience: Audience, rules: Rules): Promise<string> {
  const { roles, locations } = await call(http, practitionerUrl, WorkContextService.method.listWorkContexts, {});
  const { chatQueueId } = await call(http, practitionerUrl, ChatQueueService.method.saveChatQueue, {
    details: {
      name: { fi: name, sv: name, en: name },
      matter: Matter.HEALTH,
      locationIds: [named(locations, ({ name }) => name, "Lehtolan terveysasema").locationId],
      roleIds: [named(roles, ({ name }) => name?.texts.fi, "Sairaanhoitaja").roleId],
      visibleToIdentified: true,
      visibleToUnidentified: audience === "everybody",
      hours: {
        rule: HoursRule.DAILY,
        daily: [{ from: "00:00", until: "24:00" }],
        holidays: HolidayRule.REGULAR,
        eves: HolidayRule.REGULAR,
      },
      ...rules,
    },
  });
  return chatQueueId;
}
