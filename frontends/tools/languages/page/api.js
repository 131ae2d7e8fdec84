// What the page asks of its server.

export class Refused extends Error {
  /** @param problems [{ field, message }] */
  constructor(problems) {
    super(problems.map(({ message }) => message).join("; "));
    this.problems = problems;
  }
}

async function call(path, wish) {
  const options = wish && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(wish),
  };
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refused([
      { field: "text", message: "the server does not answer; start ./just languages and save again" },
    ]);
  }
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.problems);
  return answer;
}

export const texts = () => call("/api/texts");
export const check = (wish) => call("/api/check", wish);
export const save = (wish) => call("/api/save", wish);
export const confirm = (wish) => call("/api/confirm", wish);
