import { joined } from "./join";
import { isNothing, narrower, nothing, type Written } from "./local";

/**
 * What was written here and in another window or on another device, since both had `base`: nothing that was typed is lost, and nothing
 * stands there twice. What is written here comes first, so that whoever types goes on where they are.
 */
export function merged(here: Written, there: Written, base: Written = nothing): Written {
  const { topic, aside } = topics(here, there, base);
  return {
    topic,
    text: joined(base.text, here.text, aside === "" ? there.text : `${aside}\n${there.text}`.trim()),
    attachments: files(here, there, base),
    visibility: isNothing(there) ? here.visibility : isNothing(here) ? there.visibility : narrower(here, there),
  };
}

/** What is left of what stands here when `together` is taken back to what was `mine`: with whatever was written since. */
export function without(here: Written, mine: Written, together: Written): Written {
  return {
    ...here,
    topic: joined(together.topic, here.topic, mine.topic, true),
    text: joined(together.text, here.text, mine.text, true),
    attachments: files(here, mine, together),
  };
}

/** Two topics of which neither comes from the other: the one from elsewhere stands aside, in the text. */
function topics(here: Written, there: Written, base: Written): { readonly topic: string; readonly aside: string } {
  if (base.topic !== "") return { topic: joined(base.topic, here.topic, there.topic), aside: "" };
  const topic = here.topic || there.topic;
  return { topic, aside: topic === there.topic ? "" : there.topic };
}

const idsOf = ({ attachments }: Written) => new Set(attachments.map(({ attachmentId }) => attachmentId));

/** What either took away is gone. */
function files(here: Written, there: Written, base: Written): Written["attachments"] {
  const [ours, theirs, known] = [idsOf(here), idsOf(there), idsOf(base)];
  return [
    ...here.attachments.filter(({ attachmentId: id }) => theirs.has(id) || !known.has(id)),
    ...there.attachments.filter(({ attachmentId: id }) => !ours.has(id) && !known.has(id)),
  ];
}
