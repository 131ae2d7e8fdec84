/** Looking patients up as no person would. */
import type { Page } from "playwright-core";

/** Looks a code up that is nobody's, as a script would, until it is refused; how many times it was answered. */
export async function lookUpUntilRefused(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // ssn 010594Y9032, ground care; in the frame of gRPC-Web.
    const message = `\u0000\u0000\u0000\u0000\u000f\n\u000b010594Y9032\u0010\u0001`;
    for (let answered = 0; answered < 100; answered += 1) {
      const answer = await fetch("/kajo.identity.v1.PatientService/LookUpPatient", {
        method: "POST",
        headers: { "content-type": "application/grpc-web-text", "x-digitalplatformauthorization": "kajo-web" },
        body: btoa(message),
      });
      if (answer.headers.get("grpc-status") === "8") return answered;
    }
    return -1;
  });
}
