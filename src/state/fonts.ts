import { afterTerminal } from './loading-order.ts'

async function load(): Promise<void> {
  // With a service worker the files come from its cache and may be there before the first paint.
  // A page of an opaque origin (a sandboxed frame) may not read the property.
  if (origin === 'null' || !navigator.serviceWorker?.controller) await afterTerminal()
  const { addBundledFonts } = await import('../widgets/bundled-fonts.ts')
  // Without them the page keeps the fonts of the system.
  await addBundledFonts().catch(() => undefined)
}

/** Resolves when the bundled fonts are in the page or cannot be loaded. */
export const fonts = load()
