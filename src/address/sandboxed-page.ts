/** The page of frames without an origin, beside `index.html` (ADR 0151). It imports nothing: embed.js contains it. */
export const SANDBOXED_PAGE = 'sandboxed.html'

/** The address of the app for links, which open outside of the frame. */
export const appAddress = ({ origin, pathname }: Pick<Location, 'origin' | 'pathname'> = location): string =>
  origin + (pathname.endsWith(`/${SANDBOXED_PAGE}`) ? pathname.slice(0, -SANDBOXED_PAGE.length) : pathname)
