import { Due, TaskTitle } from "@kajo/shared/customer-task";
import { LocalizedLine } from "@kajo/shared/i18n";
import type { CustomerTaskJson } from "@kajo/shared/rpc";
import { Link } from "@tanstack/react-router";
import { useListMyCustomerTasksInfiniteQuery } from "../../task/api";
import { TaskTag } from "../../task/TaskRow";
import { At } from "../At";
import { type EventItem, type EventList, eventList } from "../event";

/** Those that are done or were taken back, the newest first; otherwise those that are open, the most urgent first. */
export function useTasks(finished: boolean, isAsked: boolean): EventList {
  const query = useListMyCustomerTasksInfiniteQuery({ finished }, { skip: !isAsked });
  return eventList(query, {
    kinds: ["tasks"],
    entriesOf: (page) => page.tasks,
    itemsOf: (tasks) => tasks.map(itemOf),
  });
}

function itemOf(task: CustomerTaskJson): EventItem {
  const { customerTaskId: taskId = "", queueName, finishedAt } = task;
  return {
    key: `task ${taskId}`,
    kind: "tasks",
    at: finishedAt ?? "",
    title: <TaskTitle task={task} />,
    detail: <LocalizedLine texts={[queueName]} />,
    state: finishedAt ? <TaskTag task={task} /> : undefined,
    when: finishedAt ? <At at={finishedAt} /> : <Due task={task} />,
    link: (row) => <Link {...row} params={{ taskId }} to="/task/$taskId" />,
  };
}
