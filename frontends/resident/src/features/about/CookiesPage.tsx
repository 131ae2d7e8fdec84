import { saveLook } from "@kajo/shared/app";
import { languageCookie, useText } from "@kajo/shared/i18n";
import { Button, useToast } from "@kajo/shared/ui";
import { LegalPage } from "../documents/LegalPage";
import styles from "./Prose.module.css";

const kinds = ["DOCUMENT_KIND_COOKIES"] as const;

/** There is nothing to consent to; what is kept for comfort can be thrown away. */
export function CookiesPage() {
  const t = useText();
  const toast = useToast();
  const forget = () => {
    saveLook({ theme: "system", contrast: "system" });
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
    document.cookie = `${languageCookie}=; Path=/; SameSite=Lax; Max-Age=0`;
    toast("success", t("cookies.resetDone"));
  };
  const body = (
    <>
      <p>{t("cookies.text")}</p>
      <ul className={styles.list}>
        <li>{t("cookies.session")}</li>
        <li>{t("cookies.signIn")}</li>
        <li>{t("cookies.visit")}</li>
        <li>{t("cookies.language")}</li>
        <li>{t("cookies.look")}</li>
        <li>{t("cookies.documents")}</li>
        <li>{t("cookies.push")}</li>
      </ul>
    </>
  );
  return (
    <LegalPage kinds={kinds} own={{ title: t("cookies.title"), body }}>
      <div>
        <Button kind="secondary" onPress={forget}>
          {t("cookies.reset")}
        </Button>
      </div>
    </LegalPage>
  );
}
