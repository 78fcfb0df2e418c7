import { existsSync } from 'node:fs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The first program that exists; undefined entries are skipped. */
export const firstOf = (places) => places.find((place) => place && existsSync(place))

/** The path of Chromium: `CHROMIUM`, or the system's; undefined when neither exists. */
export const chromiumPath = () => firstOf([process.env.CHROMIUM, ...PLACES])

/**
 * The path of `CHROMIUM`, of the system's headless shell, or of its Chromium. The shell is Chromium without windows and
 * without the settings of a profile; journeys need a fifth less CPU time in it.
 */
export const headlessShellPath = () =>
  firstOf([process.env.CHROMIUM, '/usr/bin/chromium-headless-shell']) ?? chromiumPath()
