import { Localized, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { ChatCustomerJson } from "@kajo/shared/rpc";
import { Stack } from "@kajo/shared/ui";
import { NonDisclosure } from "../non-disclosure/NonDisclosure";
import styles from "./ChatPane.module.css";

/** What is known of a customer (section 3 of the specification). */
export function CustomerFacts({ customer }: { readonly customer: ChatCustomerJson }) {
  const t = useText();
  const language = useLanguage();
  const { nonDisclosure, patientServiceArea, serviceName } = customer;
  if (customer.visitor) return <p>{t("chatWork.facts.visitor")}</p>;
  const who = [
    ...(customer.impersonator ? [[t("chatWork.facts.impersonator"), customer.impersonator] as const] : []),
    [t("chatWork.facts.name"), customer.name],
    [t("patient.ssn"), customer.ssn],
  ] as const;
  const contact = [
    [t("patient.address"), customer.patientAddress],
    [t("patient.email"), customer.patientEmail],
    [t("patient.phone"), customer.patientPhone],
    [t("patient.area"), localized(language, patientServiceArea)],
  ] as const;
  // Of somebody under non-disclosure nothing of these is told: not that they are unknown either.
  const facts = nonDisclosure ? who : [...who, ...contact];
  return (
    <Stack>
      {nonDisclosure ? (
        <>
          <div>
            <NonDisclosure />
          </div>
          <p>{t("chatWork.facts.nonDisclosure")}</p>
        </>
      ) : null}
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-unknown={!value || undefined}>{value || t("patient.unknown")}</dd>
          </div>
        ))}
        <div>
          <dt>{t("chatWork.facts.service")}</dt>
          <dd data-unknown={!serviceName || undefined}>
            {serviceName ? <Localized text={serviceName} /> : t("chatWork.facts.noService")}
          </dd>
        </div>
      </dl>
    </Stack>
  );
}
