import { existsSync } from 'node:fs'

/** The headless shell comes first: it is Chromium without its windows, and the journeys need a fifth less CPU time in it. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The Chromium for tests: `CHROMIUM`, or the first that the system has. */
export const chromiumPath = () => [process.env.CHROMIUM, ...PLACES].find((place) => place && existsSync(place))
