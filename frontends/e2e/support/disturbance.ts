/** What a page does to who is reading it. */
import type { Page } from "playwright-core";

/** Shifts that nobody asked for, and how long scripts kept the page from answering, in milliseconds. */
export async function disturbance(page: Page): Promise<{ shift: number; blocked: number }> {
  return page.evaluate(async () => {
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
    }
    const entries = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        const found: PerformanceEntry[] = [];
        const observer = new PerformanceObserver((list) => found.push(...list.getEntries()));
        observer.observe({ type, buffered: true });
        setTimeout(() => resolve(found), 300);
      });
    const [shifts, tasks] = await Promise.all([entries("layout-shift"), entries("longtask")]);
    return {
      shift: shifts.reduce((sum, each) => sum + ((each as Shift).hadRecentInput ? 0 : (each as Shift).value), 0),
      blocked: tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    };
  });
}
