import { recall, remember } from './storage.ts'

type ThemeName = 'system' | 'light' | 'dark'

const NAMES: readonly ThemeName[] = ['system', 'light', 'dark']

/** Which colours the page wears; `system` follows the browser. */
class Theme {
  #name = $state<ThemeName>('system')

  constructor() {
    const remembered = recall('theme')
    this.#name = NAMES.find((name) => name === remembered) ?? 'system'
  }

  get name(): ThemeName {
    return this.#name
  }

  set name(name: ThemeName) {
    this.#name = name
    remember('theme', name)
    const root = document.documentElement
    if (name === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = name
  }

  next(): void {
    this.name = NAMES[(NAMES.indexOf(this.#name) + 1) % NAMES.length] ?? 'system'
  }
}

export const theme = new Theme()
