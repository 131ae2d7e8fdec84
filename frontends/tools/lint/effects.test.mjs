// @vitest-environment node
import { RuleTester } from "eslint";
import { describe, it } from "vitest";
import rule from "./effects.mjs";

RuleTester.describe = describe;
RuleTester.it = it;

const refused = (code) => ({ code, errors: [{ messageId: "value" }] });

new RuleTester().run("no-value-of-effect", rule, {
  valid: [
    "useEffect(() => { field.current.focus(); }, []);",
    "useEffect(() => { return listen(key); }, [key]);",
    "useEffect(() => flush, [flush]);",
    "useEffect(() => () => stop(), []);",
    "useEffect(() => (isOn ? stop : undefined), [isOn]);",
    "useEffect(() => void rest().then(words), []);",
    "useEffect(run, [run]);",
    "useMemo(() => heading.focus(), []);",
  ],
  invalid: [
    refused("useEffect(() => field.current?.focus(), []);"),
    refused("useLayoutEffect(() => article.scrollIntoView(), []);"),
    refused("React.useInsertionEffect(() => window.scrollTo(0, 0), []);"),
    refused("useEffect(() => listen(key), [key]);"),
    refused("useEffect(() => (isOn ? start() : undefined), [isOn]);"),
    refused("useEffect(() => isOn && heading.focus(), [isOn]);"),
    refused("useEffect(async () => { await rest(); }, []);"),
  ],
});
