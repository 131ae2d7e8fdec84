/** Leaves the app for a page of the realm. What goes along is posted, so that it stands in no url, history or log. */
import type { Url } from "./api";

export function leave({ url, form = {} }: Url) {
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
