/** What the windows of this browser tell each other of new messages. Of words they tell nothing, and nothing is kept of it. */

/** How long another window has to say that it is there, and then to answer, in milliseconds: whoever opens a form waits for it. */
const patienceMs = { there: 150, answer: 3_000 };

interface Question {
  readonly asks: string;
  readonly revision: string;
}

/** Without `wheres`: the answer is to come. */
interface Answer {
  readonly answers: string;
  readonly wheres?: readonly string[];
}

// Where there is none, other windows are as other devices.
const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("kajo.drafts");

const tell = (message: Question | Answer) => channel?.postMessage(message);

/** Where other windows write what the server has at this revision. */
export function writtenInWindows(revision: string): Promise<readonly string[]> {
  if (!channel) return Promise.resolve([]);
  const asks = crypto.randomUUID();
  const found: string[] = [];
  let thinking = 0;
  return new Promise((resolve) => {
    let isLate = false;
    const end = () => {
      channel.removeEventListener("message", hear);
      resolve(found);
    };
    const hear = ({ data }: MessageEvent<Partial<Answer>>) => {
      if (data.answers !== asks) return;
      thinking += data.wheres ? -1 : 1;
      found.push(...(data.wheres ?? []));
      if (isLate && thinking === 0) end();
    };
    channel.addEventListener("message", hear);
    tell({ asks, revision });
    setTimeout(() => {
      isLate = true;
      if (thinking === 0) end();
      else setTimeout(end, patienceMs.answer);
    }, patienceMs.there);
  });
}

/** Says on behalf of this window where it writes what the server has at a revision. */
export function answerWindows(written: (revision: string) => Promise<readonly string[]>): void {
  channel?.addEventListener("message", async ({ data: { asks, revision } }: MessageEvent<Partial<Question>>) => {
    if (asks === undefined || revision === undefined) return;
    tell({ answers: asks });
    tell({ answers: asks, wheres: await written(revision) });
  });
}
