import type { ConsoleMessage } from '@playwright/test'

/** The warning of xterm.js after a slow frame, which happens on a busy machine. */
const BUSY = 'task queue exceeded allotted deadline'

/**
 * Whether a message of the console is a fault of the page: an error or a warning. A violation of the Content-Security-Policy
 * is an error of the console, too.
 */
export const isFault = (message: ConsoleMessage): boolean =>
  message.type() === 'error' || (message.type() === 'warning' && !message.text().startsWith(BUSY))
