import { RawIntlProvider } from "react-intl";
import { expect, it } from "vitest";
import { useFailureText, useFieldText } from "../src/errors";
import { speak } from "../src/i18n";
import { until } from "./pages";
import { byRole, show } from "./screen";

const before = { "error.unknown": "Tapahtui virhe.", "field.invalid": "Tarkista tieto." };
const reasons = { "error.reason.file_empty": "Tiedosto on tyhjä.", "error.reason.too_old": "Liian vanha." };

function Refused() {
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const failure = {
    code: 3,
    reason: "file_empty",
    params: {},
    fields: [{ field: "age", reason: "too_old" }],
    traceId: "",
  };
  return (
    <p role="note">
      {failureText(failure)} {fieldText(failure, "age")}
    </p>
  );
}

it("says why something is refused that was found without a call, as soon as it can", async () => {
  const intl = await speak(
    "fi",
    Promise.resolve({ default: before, parts: { reasons: async () => ({ default: reasons }) } }),
  );
  await show(
    <RawIntlProvider value={intl}>
      <Refused />
    </RawIntlProvider>,
  );
  await until(() => expect(byRole("note").textContent).toBe("Tiedosto on tyhjä. Liian vanha."));
});
