import type { Pane } from '../address/embed.ts'
import { embed } from '../address/current-embed.ts'
import { recall, remember } from './storage.ts'

type LayoutMode = 'wide' | 'medium' | 'narrow'
export type BottomTab = 'terminal' | 'requests' | 'timeline' | 'watches'

interface Remembered {
  explorerWidth: number
  bottomHeight: number
  detailsWidth: number
  explorerOpen: boolean
  bottomOpen: boolean
  detailsOpen: boolean
}

const DEFAULTS: Remembered = {
  explorerWidth: 264,
  bottomHeight: 260,
  detailsWidth: 340,
  explorerOpen: true,
  bottomOpen: true,
  detailsOpen: false,
}

function restored(): Remembered {
  const value = embed === undefined ? recall('layout') : undefined
  if (typeof value !== 'object' || value === null) return { ...DEFAULTS }
  const read = { ...DEFAULTS }
  for (const key of Object.keys(DEFAULTS) as (keyof Remembered)[]) {
    const entry: unknown = (value as Record<string, unknown>)[key]
    if (typeof entry === typeof DEFAULTS[key]) Object.assign(read, { [key]: entry })
  }
  return read
}

const isBottomTab = (pane: Pane): pane is 'terminal' | 'requests' => pane === 'terminal' || pane === 'requests'

/** The sizes of the panes in CSS pixels, which panes are open, and which pane a phone shows. */
class Layout {
  #sizes = $state(restored())
  #mode = $state<LayoutMode>('wide')
  #drawer = $state(false)
  /** The pane that a phone shows. A phone shows one pane at a time. */
  #pane = $state<Pane>(embed?.panes[0] ?? 'edit')
  #bottomTab = $state<BottomTab>(embed?.panes.find(isBottomTab) ?? 'terminal')

  constructor() {
    // An embed sets its own layout, because the required space depends on its panes.
    if (embed !== undefined) return
    const narrow = matchMedia('(width < 700px)')
    const medium = matchMedia('(width < 1100px)')
    const update = (): void => {
      const atMostMedium = medium.matches ? 'medium' : 'wide'
      this.#mode = narrow.matches ? 'narrow' : atMostMedium
      this.#drawer = false
    }
    update()
    narrow.addEventListener('change', update)
    medium.addEventListener('change', update)
  }

  get mode(): LayoutMode {
    return this.#mode
  }

  /** Whether the page has this pane. The query of an embed lists its panes. */
  has(pane: Pane | BottomTab): boolean {
    return embed === undefined || embed.panes.some((each) => each === pane)
  }

  /** Sets whether an embed shows its panes together or one at a time. */
  set together(together: boolean) {
    this.#mode = together ? 'wide' : 'narrow'
  }

  get explorerWidth(): number {
    return this.#sizes.explorerWidth
  }

  set explorerWidth(px: number) {
    this.#keep({ explorerWidth: Math.round(px) })
  }

  get bottomHeight(): number {
    return this.#sizes.bottomHeight
  }

  set bottomHeight(px: number) {
    this.#keep({ bottomHeight: Math.round(px) })
  }

  get detailsWidth(): number {
    return this.#sizes.detailsWidth
  }

  set detailsWidth(px: number) {
    this.#keep({ detailsWidth: Math.round(px) })
  }

  /** Whether the explorer is on screen: as a column, as a drawer, or as the only pane of a phone. */
  get explorerOpen(): boolean {
    if (this.#mode === 'wide') return this.#sizes.explorerOpen
    return this.#mode === 'medium' ? this.#drawer : this.#pane === 'explore'
  }

  get drawer(): boolean {
    return this.#drawer
  }

  get bottomOpen(): boolean {
    return this.#mode === 'narrow' ? isBottomTab(this.#pane) : this.#sizes.bottomOpen
  }

  get detailsOpen(): boolean {
    return this.#sizes.detailsOpen
  }

  get pane(): Pane {
    return this.#pane
  }

  set pane(pane: Pane) {
    this.#pane = pane
    if (isBottomTab(pane)) this.#bottomTab = pane
  }

  get bottomTab(): BottomTab {
    return this.#bottomTab
  }

  /** Whether the terminal is on screen. */
  get showsTerminal(): boolean {
    return this.bottomOpen && this.#bottomTab === 'terminal' && this.has('terminal')
  }

  toggleExplorer(): void {
    if (this.#mode === 'wide') this.#keep({ explorerOpen: !this.#sizes.explorerOpen })
    else if (this.#mode === 'medium') this.#drawer = !this.#drawer
    else this.#pane = 'explore'
  }

  closeDrawer(): void {
    this.#drawer = false
  }

  toggleBottom(): void {
    this.#keep({ bottomOpen: !this.#sizes.bottomOpen })
  }

  toggleDetails(): void {
    this.#keep({ detailsOpen: !this.#sizes.detailsOpen })
  }

  showBottom(tab: BottomTab): void {
    if (!this.has(tab)) return
    this.#bottomTab = tab
    // The pane switch of a phone has one entry for all views beside the terminal.
    if (this.#mode === 'narrow') this.#pane = tab === 'terminal' ? tab : 'requests'
    else if (!this.#sizes.bottomOpen) this.#keep({ bottomOpen: true })
  }

  /** Called when a tab opens: shows it on a phone, and closes a drawer that covers it. */
  showDocuments(): void {
    this.#pane = 'edit'
    this.#drawer = false
  }

  #keep(change: Partial<Remembered>): void {
    Object.assign(this.#sizes, change)
    remember('layout', $state.snapshot(this.#sizes))
    const { style, dataset } = document.documentElement
    style.setProperty('--explorer-width', `${this.#sizes.explorerWidth}px`)
    style.setProperty('--bottom-height', `${this.#sizes.bottomHeight}px`)
    style.setProperty('--details-width', `${this.#sizes.detailsWidth}px`)
    dataset['explorer'] = this.#sizes.explorerOpen ? 'open' : 'closed'
    dataset['bottom'] = this.#sizes.bottomOpen ? 'open' : 'closed'
  }
}

export const layout = new Layout()
