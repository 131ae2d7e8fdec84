/** What has to be at the server before the session ends, for example a command that can still be taken back. */
const works = new Set<() => Promise<unknown>>();

/** Answers with what takes it back. */
export function beforeSignOut(work: () => Promise<unknown>): () => void {
  works.add(work);
  return () => {
    works.delete(work);
  };
}

/** Ends when everything has been tried: nobody is kept signed in by what fails. */
export const finishWork = () => Promise.allSettled([...works].map((work) => work()));
