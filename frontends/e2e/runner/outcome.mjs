// What a file of tests came to, for the report of the whole run.

/** As a person reads it: the describe blocks and the name, as `-t` takes it. */
export function titleOf(test) {
  return test.parent.type === "suite" ? `${titleOf(test.parent)} ${test.name}` : test.name;
}

/** An error with the lines of ours that it went through. */
export function said(error) {
  const ours = (error.stacks ?? [])
    .map(({ file, line }) => `    at ${file}:${line}`)
    .filter((at) => at.includes("/e2e/"));
  return [error.message ?? String(error), ...ours].join("\n");
}

export function outcomeOf(ran, unhandled) {
  const tests = [...(ran?.children.allTests() ?? [])].map((test) => {
    const { state, errors = [] } = test.result();
    const seconds = (test.diagnostic()?.duration ?? 0) / 1000;
    return { name: titleOf(test), state, seconds, said: errors.map(said).join("\n") };
  });
  // What broke outside of any test: the file does not load, a hook failed, a promise was left alone.
  const outside = [
    ...(ran?.errors() ?? []),
    ...[...(ran?.children.allSuites() ?? [])].flatMap((suite) => suite.errors()),
    ...unhandled,
  ];
  return { tests, errors: outside.map(said) };
}
