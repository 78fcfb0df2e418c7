import type { Terminal } from '@xterm/xterm'

/** Scrolls the lines of the terminal under a finger, which xterm 6 does not do. The pane itself scrolls sideways. */
export function scrollByTouch(terminal: Terminal, element: HTMLElement): void {
  let from = 0
  element.addEventListener('touchstart', ({ touches }) => (from = touches[0]?.clientY ?? 0), { passive: true })
  element.addEventListener(
    'touchmove',
    ({ touches }) => {
      const height = element.clientHeight / terminal.rows
      const lines = Math.trunc((from - (touches[0]?.clientY ?? from)) / height)
      if (lines === 0) return
      terminal.scrollLines(lines)
      from -= lines * height
    },
    { passive: true },
  )
}
