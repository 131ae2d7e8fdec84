/** Pages of professionals. */
import { pagesOf } from "../../shared/test/pages";
import { loadCatalogue } from "../src/app/languages";
import { createPractitionerRouter } from "../src/app/router";

export { id, until } from "../../shared/test/pages";

export const { arrive, open } = pagesOf({ createRouter: createPractitionerRouter, loadCatalogue });
