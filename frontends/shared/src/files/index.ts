export { base64Of, bytesOf } from "./base64";
export { fhirJson, fileNameOf } from "./file-name";
export { save } from "./save";
