// @vitest-environment node
import { describe, expect, it } from "vitest";
import { firstMissing, shownStep } from "../src/features/onboarding/steps";

describe("the steps of the onboarding", () => {
  it("begin with the first that is missing", () => {
    expect(firstMissing(["ONBOARDING_STEP_SERVICE_AREA", "ONBOARDING_STEP_TERMS"])).toBe("service-area");
    expect(firstMissing([])).toBeUndefined();
  });

  it("can be gone back to, and not ahead", () => {
    expect(shownStep("contact-info", ["service-area"])).toBe("contact-info");
    expect(shownStep("terms-and-conditions", ["service-area"])).toBe("service-area");
    expect(shownStep("terms-and-conditions", ["service-area", "terms-and-conditions"])).toBe("terms-and-conditions");
    expect(shownStep("notifications", ["notifications", "contact-info"])).toBe("notifications");
    expect(shownStep("care-team", ["notifications"])).toBe("notifications");
  });
});
