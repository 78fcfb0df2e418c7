import type { ThemeName } from '../address/embed.ts'
import { THEMES } from '../address/embed.ts'
import { embed } from '../address/current-embed.ts'
import { recall, remember } from './storage.ts'

/** The colour theme of the page; `system` follows the browser. */
class Theme {
  #name = $state<ThemeName>('system')

  constructor() {
    const wanted = embed === undefined ? recall('theme') : embed.theme
    this.#name = THEMES.find((name) => name === wanted) ?? 'system'
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
    this.name = THEMES[(THEMES.indexOf(this.#name) + 1) % THEMES.length] ?? 'system'
  }
}

export const theme = new Theme()
