/** Long walks by several visitors at once: a page that is being read leaves half of the machine idle. */
import type { Visit } from "./browser";

type Look<Item> = (item: Item) => Promise<void>;

/** How many walk at once. More of them would only wait for each other on two cores. */
const visitors = 2;

/**
 * Looks at each item once. Every visitor enters by themselves and takes the next item that nobody has taken, so that items
 * come to one visitor in their order, though not each of them.
 */
export async function sideBySide<Item>(
  items: readonly Item[],
  enter: () => Promise<Visit>,
  look: (visit: Visit) => Look<Item> | Promise<Look<Item>>,
): Promise<void> {
  const left = items.values();
  const walk = async () => {
    const visit = await enter();
    const lookAt = await look(visit);
    for (const item of left) await lookAt(item);
    await visit.context.close();
  };
  await Promise.all(Array.from({ length: visitors }, walk));
}
