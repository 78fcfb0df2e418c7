import type { ITheme } from '@xterm/xterm'

/** Design tokens by colour name of xterm. */
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

/** The current colours of the page. A custom property may contain `light-dark()`, which only a computed colour resolves. */
function themeOf(element: HTMLElement): ITheme {
  const probe = document.createElement('span')
  element.append(probe)
  const resolve = (role: string): string => {
    probe.style.color = `var(${role})`
    return getComputedStyle(probe).color
  }
  const theme: ITheme = Object.fromEntries(Object.entries(ROLES).map(([name, role]) => [name, resolve(role)]))
  probe.remove()
  return theme
}

export function fontOf(element: HTMLElement): { fontFamily: string; fontSize: number } {
  const style = getComputedStyle(element)
  return { fontFamily: style.fontFamily, fontSize: Number.parseFloat(style.fontSize) }
}

/** Calls `use` now and after each change between light and dark; call the result to stop. */
export function followTheme(element: HTMLElement, use: (theme: ITheme) => void): () => void {
  const apply = (): void => use(themeOf(element))
  apply()
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', apply)
  const chosen = new MutationObserver(apply)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', apply)
    chosen.disconnect()
  }
}
