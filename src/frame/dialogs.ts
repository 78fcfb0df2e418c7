import type { Component } from 'svelte'
import { loadPalette, loadShortcuts } from './lazy-panes.ts'

/** A dialog that loads on first use. Opening it again is another object, and another attempt to load it. */
export interface Dialog {
  readonly name: string
  load(): Promise<Component<{ onclose: () => void }>>
}

export const palette = (): Dialog => ({ name: 'The palette', load: loadPalette })
export const shortcuts = (): Dialog => ({ name: 'The list of shortcuts', load: loadShortcuts })
