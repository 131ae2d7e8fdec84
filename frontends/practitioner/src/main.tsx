import "@kajo/shared/styles.css";
import { bootApp } from "@kajo/shared/app";
import { loadCatalogue, practitionerLanguages } from "./app/languages";
import { createPractitionerRouter } from "./app/router";

void bootApp({ languages: practitionerLanguages, loadCatalogue, createRouter: createPractitionerRouter });
