import type { Component } from 'svelte'
import { loadPalette, loadShortcuts } from './lazy-panes.ts'

/** A dialog that loads on first use. Each opening creates a new object, and so loads it again after a failure. */
export interface Dialog {
  readonly name: string
  load(): Promise<Component<{ onclose: () => void }>>
}

export const palette = (): Dialog => ({ name: 'The palette', load: loadPalette })
export const shortcuts = (): Dialog => ({ name: 'The list of shortcuts', load: loadShortcuts })
