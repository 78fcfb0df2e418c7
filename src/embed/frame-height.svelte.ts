import { PANE_NAMES, heightOf, type Boxes } from './pane-heights.ts'

/** Milliseconds from a change to its measurement: a terminal may print many lines within this time. */
const PAUSE_MS = 50

/**
 * The height that the panes of an embed need, for `height="auto"`. It reports after each change of the content.
 */
class FrameHeight {
  /** Whether the outer page follows the height. The bottom pane then has a fixed height. */
  isFollowed = $state(false)
  #stop: () => void = () => undefined

  /** Reports each new height in CSS pixels, until `follow(undefined)`. */
  follow(report: ((height: number) => void) | undefined): void {
    this.#stop()
    this.isFollowed = report !== undefined
    if (report === undefined) return
    let last = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const measure = (): void => {
      timer = undefined
      const height = Math.ceil(heightOf(boxes()))
      if (height !== last) report((last = height))
    }
    const schedule = (): void => {
      // A timer and not an animation frame: a browser stops the animation frames of a page outside the screen.
      timer ??= setTimeout(measure, PAUSE_MS)
    }
    const contents = new MutationObserver(schedule)
    const root = document.querySelector('.embed') ?? document.body
    contents.observe(root, {
      childList: true,
      subtree: true,
      characterData: true,
      attributeFilter: ['class', 'hidden'],
    })
    const sizes = new ResizeObserver(schedule)
    sizes.observe(root)
    this.#stop = () => {
      contents.disconnect()
      sizes.disconnect()
      clearTimeout(timer)
    }
  }
}

export const frameHeight = new FrameHeight()

/** The sizes on the screen; a hidden pane has none. */
function boxes(): Boxes {
  const panes = PANE_NAMES.flatMap((name) => {
    const pane = document.querySelector<HTMLElement>(`.panes .${name}-pane`)
    if (pane === null || pane.clientHeight === 0) return []
    const scroller = scrollerIn(pane)
    if (scroller === undefined) return [{ name, frame: 0, content: pane.scrollHeight }]
    return [{ name, frame: pane.offsetHeight - scroller.clientHeight, content: contentHeight(scroller) }]
  })
  const all = document.querySelector<HTMLElement>('.panes')
  return { panes, around: innerHeight - (all?.offsetHeight ?? 0) }
}

/** The largest part of a pane that can scroll vertically. */
function scrollerIn(pane: HTMLElement): HTMLElement | undefined {
  return [...pane.querySelectorAll<HTMLElement>('*')]
    .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY) && element.clientHeight > 0)
    .reduce<HTMLElement | undefined>(
      (largest, one) => (largest !== undefined && largest.clientHeight >= one.clientHeight ? largest : one),
      undefined,
    )
}

/** The height of what an element contains; its own height may be larger. */
function contentHeight(scroller: HTMLElement): number {
  // In an editor, the text is as high as its scroller, so its content is measured.
  const holder = scroller.querySelector('.cm-content') ?? scroller
  const range = document.createRange()
  range.selectNodeContents(holder)
  const { top, bottom } = range.getBoundingClientRect()
  const { paddingTop, paddingBottom } = getComputedStyle(holder)
  return bottom - top + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom)
}
