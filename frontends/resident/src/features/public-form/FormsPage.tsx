import { useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { Card, LinkButton, PageHeading, Stack, TextField } from "@kajo/shared/ui";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { tailIn } from "./tail";

/** How forms without a name are found: each has an address, and they stand in no list. */
export function FormsPage() {
  const t = useText();
  return (
    <Stack gap="l" width="text">
      <PageHeading lead={t("publicForm.lead")} over={<Link to="/">{t("nav.home")}</Link>}>
        {t("publicForm.title")}
      </PageHeading>
      <Card>
        <OpenForm />
      </Card>
      <Card>
        <h2>{t("publicForm.answered")}</h2>
        <p>{t("publicForm.answered.text")}</p>
        <div>
          <LinkButton kind="secondary" to="/applications">
            {t("application.title")}
          </LinkButton>
        </div>
      </Card>
    </Stack>
  );
}

function OpenForm() {
  const t = useText();
  const navigate = useNavigate();
  const [address, setAddress] = useState("");
  const tail = tailIn(address);
  const problem = address.trim() === "" ? t("field.required") : tail ? undefined : t("publicForm.address.wrong");
  return (
    <Form
      brief
      fields={{ address: t("publicForm.address") }}
      onSubmit={() => (tail ? navigate({ to: "/forms/$tail", params: { tail } }) : undefined)}
      problems={{ address: problem }}
      submit={t("publicForm.open")}
    >
      {(field) => (
        <TextField {...field("address")} hint={t("publicForm.address.hint")} onChange={setAddress} value={address} />
      )}
    </Form>
  );
}
