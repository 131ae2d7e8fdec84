import type { Url } from "./api";

let leaving = false;

/** Whether the session is over and the page on its way out: then nothing may hold it back any more. */
export const isLeaving = () => leaving;

type Question = () => boolean | Promise<boolean>;

const questions = new Set<Question>();

/** Has the person asked, when they want to sign out, by what they would lose; true: go. Until the answer is called. */
export function askBeforeLeaving(question: Question): () => void {
  questions.add(question);
  return () => void questions.delete(question);
}

/** Asks one after another what would be lost; false as soon as the person stays. */
export async function mayLeave(): Promise<boolean> {
  for (const question of questions) {
    if (!(await question())) return false;
  }
  return true;
}

const forgetting = new Set<() => void>();

/** Has something forgotten that this browser keeps, when the person has signed out. Until the answer is called. */
export function onSignOut(forget: () => void): () => void {
  forgetting.add(forget);
  return () => void forgetting.delete(forget);
}

/** They have signed out themselves, and another may use the browser next. */
export function forgetKept(): void {
  for (const forget of forgetting) forget();
}

/** Leaves the app for another page. What the realm is told of a session that is over never comes by here: the gateway hands it on. */
export function leave({ url }: Url) {
  leaving = true;
  window.location.assign(url);
}
