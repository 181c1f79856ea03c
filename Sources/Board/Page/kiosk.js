// The board on the whole screen of a wall: a clock, no pointer at rest, darker after sunset, and nothing that burns in.

import { timeOfDay } from "/elements.js";

const whole = matchMedia("(display-mode: fullscreen)");
const clock = document.getElementById("clock");
const [time, date] = clock.children;

/** How long a touch or a movement of the pointer keeps the board awake, in milliseconds. */
const wakefulness = 30_000;

let place;
let isUrgent = false;
let touchedAt = 0;

/** Returns how high the sun stands, in degrees above the horizon, to about half a degree. */
function sunHeight({ latitudeDegrees, longitudeDegrees }, now = new Date()) {
  const radians = Math.PI / 180;
  const days = now / 86_400_000 - 10957.5;
  const anomaly = (357.529 + 0.98560028 * days) * radians;
  const longitude = (280.459 + 0.98564736 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * radians;
  const declination = Math.asin(Math.sin(23.439 * radians) * Math.sin(longitude));
  const ascension = Math.atan2(Math.cos(23.439 * radians) * Math.sin(longitude), Math.cos(longitude)) / radians;
  const hour = (280.46062 + 360.98564737 * days + longitudeDegrees - ascension) * radians;
  const latitude = latitudeDegrees * radians;
  return Math.asin(Math.sin(latitude) * Math.sin(declination) + Math.cos(latitude) * Math.cos(declination) * Math.cos(hour)) / radians;
}

/** Sets where the board is, as far as it may know, and whether there is an alarm, which is never dimmed. */
export function surround(location, alarm) {
  if (location === place && alarm === isUrgent) return;
  [place, isUrgent] = [location, alarm];
  refresh();
}

function refresh() {
  const now = new Date();
  const isKiosk = whole.matches;
  const isAwake = isUrgent || now - touchedAt < wakefulness;
  const { classList, style } = document.documentElement;
  classList.toggle("kiosk", isKiosk);
  classList.toggle("resting", isKiosk && !isAwake);
  clock.hidden = !isKiosk;
  time.textContent = timeOfDay(now);
  date.textContent = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" }).format(now);
  // From the light of day to the darkness of night, through the twilight.
  const night = place ? Math.min(Math.max((2 - sunHeight(place, now)) / 10, 0), 1) : 0;
  style.setProperty("--night", isKiosk && !isAwake ? night : 0);
  // Every minute the whole moves by a few pixels, on a way that repeats after hours.
  const minute = Math.floor(now / 60_000);
  document.body.style.translate = isKiosk ? `${Math.round(6 * Math.sin(minute / 7))}px ${Math.round(6 * Math.sin(minute / 11))}px` : "";
}

for (const kind of ["pointerdown", "pointermove", "keydown"]) {
  addEventListener(kind, () => {
    const wasAwake = Date.now() - touchedAt < wakefulness;
    touchedAt = Date.now();
    if (!wasAwake) refresh();
  }, { passive: true });
}
whole.addEventListener("change", refresh);
setInterval(refresh, 5000);
refresh();
