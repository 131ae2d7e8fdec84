/** The pages of both panels. */
import { CategoriesPage } from "./CategoriesPage";
import { CategoryPage, NewCategoryPage } from "./CategoryPage";
import { inboxPanel, tasksPanel } from "./panel";
import { NewQueuePage, QueuePage } from "./QueuePage";

function pagesOf(panel: typeof inboxPanel) {
  return {
    listPage: () => <CategoriesPage panel={panel} />,
    newPage: () => <NewCategoryPage panel={panel} />,
    categoryPage: () => <CategoryPage panel={panel} />,
    newQueuePage: () => <NewQueuePage panel={panel} />,
    queuePage: () => <QueuePage panel={panel} />,
  };
}

export const inboxPages = pagesOf(inboxPanel);
export const tasksPages = pagesOf(tasksPanel);
