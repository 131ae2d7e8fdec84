/** Pages of residents. */
import { pagesOf, pathsOf } from "../../shared/test/pages";
import { catalogues } from "../src/app/languages";
import { createResidentRouter } from "../src/app/router";

export { fails, id, until } from "../../shared/test/pages";

export const { arrive, open } = pagesOf({
  createRouter: createResidentRouter,
  loadCatalogue: (language) => catalogues[language](),
});

export const paths = pathsOf(createResidentRouter);
