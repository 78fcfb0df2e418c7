import type { Terminal } from '@xterm/xterm'

/** A line of a table: at least three columns, which kubectl separates by three spaces or more. */
const ROW = /\S {3,}\S.*? {3,}\S/
/** Rows of wider tables wrap. */
const MAX_WIDTH = 240

/** The columns that the widest table in an output needs; 0 without a table. */
export function tableWidth(text: string): number {
  if (!text.includes('   ')) return 0
  const rows = text.split(/\r?\n/).filter((line) => ROW.test(line))
  return Math.min(MAX_WIDTH, Math.max(0, ...rows.map((row) => row.trimEnd().length)))
}

/** In CSS pixels. In a narrower pane a table scrolls sideways, because wrapped rows are hard to read. */
const NARROW = 700
/** The scrollbar of xterm, in CSS pixels. */
const SCROLLBAR = 16

/** Whether content of the pane is hidden before its visible part, and after it. Less than a pixel counts as rounding. */
export const hiddenSides = ({
  scrollLeft,
  clientWidth,
  scrollWidth,
}: Pick<Element, 'scrollLeft' | 'clientWidth' | 'scrollWidth'>): {
  readonly before: boolean
  readonly after: boolean
} => ({
  before: scrollLeft >= 1,
  after: scrollWidth - clientWidth - scrollLeft >= 1,
})

/** Lets a screen scroll sideways when its tables are wider than the pane, and scroll by touch. */
export class NarrowScreen {
  readonly #terminal: Terminal
  readonly #element: HTMLElement
  readonly #fit: () => void
  #isScheduled = false

  /** @param element the parent of the screen; its own parent scrolls sideways */
  constructor(terminal: Terminal, element: HTMLElement, fit: () => void) {
    this.#terminal = terminal
    this.#element = element
    this.#fit = fit
    terminal.onCursorMove(() => this.#showCursor())
    terminal.onResize(() => this.#markSides())
    element.parentElement?.addEventListener('scroll', () => this.#markSides(), { passive: true })
    this.#scrollByTouch()
  }

  /** Called before an output is written. Widens the screen for the widest table in it. */
  widenFor(text: string): void {
    const columns = tableWidth(text)
    const { style, parentElement } = this.#element
    if (columns <= this.#terminal.cols || (parentElement?.clientWidth ?? NARROW) >= NARROW) return
    style.minWidth = `calc(${columns}ch + ${SCROLLBAR}px)`
    this.#fit()
  }

  reset(): void {
    this.#element.style.minWidth = ''
    this.#fit()
    this.#markSides()
  }

  /** The style of the pane draws an edge at each marked side. */
  #markSides(): void {
    const pane = this.#element.parentElement
    if (pane === null) return
    const { before, after } = hiddenSides(pane)
    pane.toggleAttribute('data-before', before)
    pane.toggleAttribute('data-after', after)
  }

  /** Scrolls a widened screen to the cursor, only once for all output of a frame. */
  #showCursor(): void {
    if (this.#element.style.minWidth === '' || this.#isScheduled) return
    this.#isScheduled = true
    requestAnimationFrame(() => {
      this.#isScheduled = false
      const pane = this.#element.parentElement
      const { buffer, cols } = this.#terminal
      const at = (buffer.active.cursorX / cols) * this.#element.clientWidth
      if (pane) pane.scrollLeft = Math.max(0, at - pane.clientWidth + 40)
    })
  }

  /** Scrolls the lines under a finger, which xterm 6 does not do. */
  #scrollByTouch(): void {
    let from = 0
    const start = ({ touches }: TouchEvent): void => void (from = touches[0]?.clientY ?? 0)
    const move = ({ touches }: TouchEvent): void => {
      const height = this.#element.clientHeight / this.#terminal.rows
      const lines = Math.trunc((from - (touches[0]?.clientY ?? from)) / height)
      if (lines !== 0) this.#terminal.scrollLines(lines)
      from -= lines * height
    }
    this.#element.addEventListener('touchstart', start, { passive: true })
    this.#element.addEventListener('touchmove', move, { passive: true })
  }
}
