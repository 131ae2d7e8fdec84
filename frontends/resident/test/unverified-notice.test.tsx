/** In the profile stands to which of the chosen addresses nothing is sent yet. */
import { act } from "react";
import { expect, it } from "vitest";
import type { Profile } from "../src/features/profile/api";
import { unverifiedOf } from "../src/features/profile/UnverifiedNotice";
import { open, until } from "./open";

const contactInfo = { email: "eino@kajo.example", phone: "+358401234567" };

it.each<readonly [Profile, readonly string[]]>([
  [{}, []],
  [{ contactInfo, channel: "NOTIFICATION_CHANNEL_EMAIL" }, [contactInfo.email]],
  [{ contactInfo, channel: "NOTIFICATION_CHANNEL_SMS", emailVerified: true }, [contactInfo.phone]],
  [{ contactInfo, channel: "NOTIFICATION_CHANNEL_BOTH" }, [contactInfo.email, contactInfo.phone]],
  [{ contactInfo, channel: "NOTIFICATION_CHANNEL_BOTH", emailVerified: true, phoneVerified: true }, []],
  [{ contactInfo: { email: contactInfo.email }, channel: "NOTIFICATION_CHANNEL_SMS" }, []],
])("finds what nobody has verified in %o", (profile, addresses) => {
  expect(unverifiedOf(profile)).toEqual(addresses);
});

it("tells it beside the choice, and leads to where it is verified", async () => {
  // Both, of which the e-mail is verified.
  const profile = { contactInfo, channel: 3, emailVerified: true };
  await open("/user/profile", ({ method, reply }) => reply(method === "GetMyProfile" ? profile : {}));
  const link = () => [...document.querySelectorAll("a")].find(({ hash }) => hash.length > 1 && hash !== "#main");
  await until(() => expect(document.body.textContent).toContain(`ennen kuin vahvistat sen: ${contactInfo.phone}`));
  expect(document.body.textContent).not.toContain(`ennen kuin vahvistat sen: ${contactInfo.email}`);
  await act(async () => link()?.click());
  expect(document.activeElement?.tagName).toBe("H3");
  expect(document.activeElement?.textContent).toBe("Vahvista yhteystietosi");
});
