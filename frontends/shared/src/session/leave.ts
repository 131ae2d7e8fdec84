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

/** Leaves the app for a page of the realm. What goes along is posted, so that it stands in no url, history or log. */
export function leave({ url, form = {} }: Url) {
  leaving = true;
  const fields = Object.entries(form);
  if (fields.length === 0) {
    window.location.assign(url);
    return;
  }
  const sent = document.createElement("form");
  sent.method = "post";
  sent.action = url;
  sent.hidden = true;
  for (const [name, value] of fields) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    sent.append(field);
  }
  document.body.append(sent);
  sent.submit();
}
