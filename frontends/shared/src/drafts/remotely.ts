/** What brings drafts to the server, fetched when it is needed. */
type Remote = typeof import("./remote");

/** One after the other as they were asked for. Where the code cannot be had, the draft lies in this tab all the same. */
export const remotely = (use: (remote: Remote) => void): void => void import("./remote").then(use, () => {});
