// @vitest-environment node
import { RuleTester } from "eslint";
import { describe, it } from "vitest";
import rule from "./loose-text.mjs";

RuleTester.describe = describe;
RuleTester.it = it;

const languageOptions = { parserOptions: { ecmaFeatures: { jsx: true } } };
const refused = (code, count = 1) => ({ code, errors: Array.from({ length: count }, () => ({ messageId: "loose" })) });

new RuleTester({ languageOptions }).run("R-04 no-loose-text", rule, {
  valid: [
    '<p>{isSeen ? <Seen /> : <Sent />}<span>{isSeen ? t("seen") : t("sent")}</span></p>',
    '<p>{isSeen ? t("seen") : t("sent")}</p>',
    '<button><Icon />{t("ui.back")}</button>',
    '<li>{field ? <a href="#field">{text}</a> : text}</li>',
    "<div>{children}{error ? <Banner /> : null}</div>",
    '<p><strong>{author}</strong> {isLate ? <Late /> : null}{" "}</p>',
    "<>{heading}<List /></>",
  ],
  invalid: [
    refused('<p>{isSeen ? <Seen /> : <Sent />}{isSeen ? t("seen") : t("sent")}</p>'),
    refused('<p>{isNew && <Tag />}{t("title")}</p>'),
    refused("<label>{label}{optional ? <span /> : null}</label>"),
    refused("<p>Hei {isLate ? <Late /> : null}</p>"),
    refused('<p>{t("what")} {ground ? t("ground") : ""}</p>', 2),
    refused('<p><b>{name}</b>{archived ? t("archived") : null}</p>'),
    refused('<p>{names.map((name) => <b key={name}>{name}</b>)}{t("more")}</p>'),
    refused('<p>{back ? <><Link />{"· "}</> : null}<b /></p>'),
    refused("<>{hostName}</>"),
  ],
});
