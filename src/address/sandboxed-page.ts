/**
 * The page of frames with an opaque origin, beside `index.html` (ADR 0151). This file imports nothing, because embed.js
 * contains it.
 */
export const SANDBOXED_PAGE = 'sandboxed.html'

/** The address of the app for links, which open outside of the frame. */
export const appAddress = ({ origin, pathname }: Pick<Location, 'origin' | 'pathname'> = location): string =>
  origin + (pathname.endsWith(`/${SANDBOXED_PAGE}`) ? pathname.slice(0, -SANDBOXED_PAGE.length) : pathname)
