import { saysThatCookiesAreMissing } from "../../shared/test/cookie-missing";
import { practitionerLanguages } from "../src/app/languages";
import { open } from "./open";

saysThatCookiesAreMissing(open, practitionerLanguages);
