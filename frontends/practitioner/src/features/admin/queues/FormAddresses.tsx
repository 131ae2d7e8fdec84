import { dotted, type Language, languageConfig, languages, pathIn, useText } from "@kajo/shared/i18n";
import { useCopy } from "@kajo/shared/patterns";
import { Button, Row } from "@kajo/shared/ui";
import { Copy, ExternalLink } from "lucide-react";
import { FieldGroup } from "../module/FieldGroup";
import styles from "./FormAddresses.module.css";
import { residentAddress } from "./resident-address";

/** Where an anonymous form is found, in each language of the residents' app (SUR-07). `tail` is the one that is kept. */
export function FormAddresses({ tail }: { readonly tail: string }) {
  const t = useText();
  const app = residentAddress();
  return (
    <FieldGroup
      hint={t(app ? "anonymousForm.addresses.hint" : "anonymousForm.addresses.paths")}
      label={t("anonymousForm.addresses")}
    >
      <ul className={styles.addresses}>
        {languages.map((language) => (
          <Address app={app} key={language} language={language} tail={tail} />
        ))}
      </ul>
    </FieldGroup>
  );
}

interface AddressProps {
  /** Of the residents' app; undefined where it is not known. */
  readonly app: string | undefined;
  readonly language: Language;
  readonly tail: string;
}

function Address({ app = "", language, tail }: AddressProps) {
  const t = useText();
  const copy = useCopy();
  const { iso, name } = languageConfig[language];
  const address = app + pathIn(language, `/forms/${tail}`);
  const told = { copied: t("anonymousForm.copied", { address }), notCopied: t("anonymousForm.notCopied") };
  return (
    <li>
      <p className={styles.language} lang={iso}>
        {name}
      </p>
      <p className={styles.address} translate="no">
        {address}
      </p>
      {app ? (
        <Row>
          <Button
            aria-label={dotted(t("anonymousForm.copy"), name)}
            kind="secondary"
            onPress={() => void copy(address, told)}
            small
          >
            <Copy aria-hidden="true" size={16} /> {t("anonymousForm.copy")}
          </Button>
          <a
            aria-label={dotted(t("anonymousForm.open"), name)}
            className={styles.open}
            href={address}
            rel="noopener noreferrer"
            target="_blank"
          >
            <ExternalLink aria-hidden="true" size={16} /> {t("anonymousForm.open")}
          </a>
        </Row>
      ) : null}
    </li>
  );
}
