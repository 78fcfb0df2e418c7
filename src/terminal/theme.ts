import type { ITheme } from '@xterm/xterm'

/** The design tokens, by xterm's names of the colours. */
const ROLES = {
  background: '--surface-field',
  foreground: '--text',
  cursor: '--accent',
  cursorAccent: '--surface-field',
  selectionBackground: '--surface-selected',
  black: '--text',
  red: '--danger',
  green: '--success',
  yellow: '--warning',
  blue: '--accent',
  magenta: '--accent',
  cyan: '--text-muted',
  white: '--text-muted',
  brightBlack: '--text-faint',
  brightRed: '--danger',
  brightGreen: '--success',
  brightYellow: '--warning',
  brightBlue: '--accent',
  brightMagenta: '--accent',
  brightCyan: '--text-muted',
  brightWhite: '--text',
} satisfies ITheme

/** In forced colours, the user's own colours for pages. All other roles have `CanvasText`. */
const FORCED: Readonly<Partial<Record<string, string>>> = {
  background: 'Canvas',
  cursorAccent: 'Canvas',
  selectionBackground: 'Highlight',
}

/**
 * The current colours of the page. A custom property may contain `light-dark()`, which only a computed colour resolves.
 * All elements are added before the first colour is read: the browser then computes styles once.
 */
export function themeOf(element: HTMLElement): ITheme {
  const isForced = matchMedia('(forced-colors: active)').matches
  const probes = Object.entries(ROLES).map(([name, role]) => {
    const probe = document.createElement('span')
    // Without this, every colour would be read as the colour of text.
    probe.style.setProperty('forced-color-adjust', 'none')
    probe.style.color = isForced ? (FORCED[name] ?? 'CanvasText') : `var(${role})`
    return [name, probe] as const
  })
  element.append(...probes.map(([, probe]) => probe))
  const theme: ITheme = Object.fromEntries(probes.map(([name, probe]) => [name, getComputedStyle(probe).color]))
  for (const [, probe] of probes) probe.remove()
  return theme
}

export function fontOf(element: HTMLElement): { fontFamily: string; fontSize: number } {
  const style = getComputedStyle(element)
  return { fontFamily: style.fontFamily, fontSize: Number.parseFloat(style.fontSize) }
}

/** Calls `use` after each change between light and dark. The returned function stops this. */
export function followTheme(element: HTMLElement, use: (theme: ITheme) => void): () => void {
  const apply = (): void => use(themeOf(element))
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', apply)
  const chosen = new MutationObserver(apply)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', apply)
    chosen.disconnect()
  }
}
