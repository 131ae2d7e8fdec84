/*
 * Shows on this device that something waits (CMS-05, CMS-08), and leads there. Registered by whoever switches that on, and by nobody else
 * (src/features/push). It hears of no requests and keeps nothing: what pages fetch does not pass through it.
 */

/** Where what came cannot be read: that it came has to be shown all the same. Sami speaks Finnish here, as the components do. */
const neutral = {
  fi: "Kajossa on sinulle uutta.",
  sv: "Det finns något nytt för dig i Kajo.",
  en: "There is something new for you in Kajo.",
};

function neutralWords() {
  const lang = self.navigator.languages.map((each) => each.slice(0, 2)).find((each) => each in neutral) ?? "fi";
  return { title: "Kajo", body: neutral[lang], lang };
}

const isText = (value) => typeof value === "string" && value !== "";

/** Words and address of what came. */
function read(data) {
  try {
    const told = data.json();
    if (isText(told.title) && isText(told.body)) return told;
  } catch {
    // Not what our services send.
  }
  return neutralWords();
}

/** An address of the app. What leads anywhere else leads to the front page. */
function addressOf(url) {
  const front = new URL("/", self.location.origin);
  try {
    const address = new URL(isText(url) ? url : "/", front);
    return address.origin === front.origin ? address : front;
  } catch {
    return front;
  }
}

/** Pages of calls and chats: who is in one is not taken out of it. */
const ongoing = /^\/[a-z]+\/(?:chat|meetup|online-encounter)\//;

/** In a window that is open, or in a new one. Addresses of pages begin with their language. */
async function lead(address) {
  // Of others the browser would not let us change the address.
  const windows = await self.clients.matchAll({ type: "window" });
  const pathOf = ({ url }) => new URL(url).pathname;
  const there = windows.find((each) => pathOf(each).endsWith(address.pathname));
  if (there) return there.focus();
  const free = windows.filter((each) => !ongoing.test(pathOf(each)));
  const found = free.find(({ visibilityState }) => visibilityState === "visible") ?? free[0];
  if (!found) return self.clients.openWindow(address.href);
  await found.focus();
  return found.navigate(address.href);
}

// Pages that are open when it is switched on are led by it as well.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, body, lang = "", tag = "", url } = read(event.data);
  const options = { body, lang, tag, data: { url }, icon: "/icon-192.png", badge: "/badge-96.png" };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(addressOf(event.notification.data?.url)));
});
