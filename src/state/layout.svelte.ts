import { recall, remember } from './storage.ts'

type LayoutMode = 'wide' | 'medium' | 'narrow'
/** The panes of a phone, one at a time. */
export type NarrowPane = 'explore' | 'edit' | 'terminal' | 'requests'
export type BottomTab = 'terminal' | 'requests'

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
  const value = recall('layout')
  if (typeof value !== 'object' || value === null) return { ...DEFAULTS }
  const read = { ...DEFAULTS }
  for (const key of Object.keys(DEFAULTS) as (keyof Remembered)[]) {
    const entry: unknown = (value as Record<string, unknown>)[key]
    if (typeof entry === typeof DEFAULTS[key]) Object.assign(read, { [key]: entry })
  }
  return read
}

/** Sizes of the panes in CSS pixels, which of them are open, and which one a phone shows. */
class Layout {
  #sizes = $state(restored())
  #mode = $state<LayoutMode>('wide')
  #drawer = $state(false)
  #pane = $state<NarrowPane>('edit')
  #bottomTab = $state<BottomTab>('terminal')

  constructor() {
    const narrow = matchMedia('(width < 700px)')
    const medium = matchMedia('(width < 1100px)')
    const update = (): void => {
      this.#mode = narrow.matches ? 'narrow' : medium.matches ? 'medium' : 'wide'
      this.#drawer = false
    }
    update()
    narrow.addEventListener('change', update)
    medium.addEventListener('change', update)
  }

  get mode(): LayoutMode {
    return this.#mode
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

  /** Whether the explorer is on screen, as a column or a drawer. */
  get explorerOpen(): boolean {
    if (this.#mode === 'wide') return this.#sizes.explorerOpen
    return this.#mode === 'medium' ? this.#drawer : this.#pane === 'explore'
  }

  get drawer(): boolean {
    return this.#drawer
  }

  get bottomOpen(): boolean {
    return this.#mode === 'narrow' ? this.#pane === 'terminal' || this.#pane === 'requests' : this.#sizes.bottomOpen
  }

  get detailsOpen(): boolean {
    return this.#sizes.detailsOpen
  }

  get pane(): NarrowPane {
    return this.#pane
  }

  set pane(pane: NarrowPane) {
    this.#pane = pane
    if (pane === 'terminal' || pane === 'requests') this.#bottomTab = pane
  }

  get bottomTab(): BottomTab {
    return this.#bottomTab
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
    this.#bottomTab = tab
    if (this.#mode === 'narrow') this.#pane = tab
    else if (!this.#sizes.bottomOpen) this.#keep({ bottomOpen: true })
  }

  /** Something opened in the middle: on a phone and under a drawer it has to come to the front. */
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
