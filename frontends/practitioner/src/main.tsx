import "@kajo/shared/styles.css";
import { bootApp } from "@kajo/shared/app";
import { loadCatalogue, practitionerLanguages } from "./app/languages";
import { createPractitionerRouter } from "./app/router";

void bootApp({
  languages: practitionerLanguages,
  // The professionals' app has no Sami: its Sami addresses lead to the Finnish pages (NAV-06).
  aliases: { sme: "fi" },
  loadCatalogue,
  createRouter: createPractitionerRouter,
});
