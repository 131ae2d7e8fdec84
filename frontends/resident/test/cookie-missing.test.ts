import { saysThatCookiesAreMissing } from "../../shared/test/cookie-missing";
import { residentLanguages } from "../src/app/languages";
import { open } from "./open";

saysThatCookiesAreMissing(open, residentLanguages);
