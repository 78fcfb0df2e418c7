import { afterTerminal } from './loading-order.ts'

async function load(): Promise<void> {
  // With a service worker, the files come from its cache and may arrive before the first paint.
  // In a page with an opaque origin (a sandboxed frame), reading the property throws.
  if (origin === 'null' || !navigator.serviceWorker?.controller) await afterTerminal()
  const { addBundledFonts } = await import('../widgets/bundled-fonts.ts')
  // When the fonts cannot be loaded, the page keeps the system's fonts.
  await addBundledFonts().catch(() => undefined)
}

/** Resolves when the bundled fonts are in the page or cannot be loaded. */
export const fonts = load()
