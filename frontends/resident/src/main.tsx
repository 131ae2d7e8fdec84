import "@kajo/shared/styles.css";
import { bootApp } from "@kajo/shared/app";
import { catalogues, residentLanguages } from "./app/languages";
import { createResidentRouter } from "./app/router";

void bootApp({
  languages: residentLanguages,
  loadCatalogue: (language) => catalogues[language](),
  createRouter: createResidentRouter,
});
