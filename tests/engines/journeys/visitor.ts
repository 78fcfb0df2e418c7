import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Place, Tab } from '../engine.ts'

/** A guard against a hang, not a measure: the machine may be busy. */
const LIMIT_MS = 180_000
const POLL_MS = 50

/** One tab with the app, used as a person uses it. Each wait ends with an error that says what was seen last. */
export class Visitor {
  readonly tab: Tab

  constructor(tab: Tab) {
    this.tab = tab
  }

  /** Opens an address and waits until the terminal of a cluster prompts. */
  async open(url: string): Promise<void> {
    await this.tab.open(url)
    await this.sees('.xterm-rows', /\$/)
  }

  async reload(): Promise<void> {
    await this.tab.reload()
    await this.sees('.xterm-rows', /\$/)
  }

  /** Types a line into the terminal. */
  async run(line: string): Promise<void> {
    await this.sees('.xterm-rows', /\$/)
    await this.until(
      `document.querySelector('.xterm-helper-textarea').focus(); return document.activeElement.className`,
      {
        pattern: /xterm/,
      },
    )
    await this.tab.type(`${line}\n`)
  }

  /** Waits until the text of the first element that matches a selector matches a pattern. */
  async sees(selector: string, pattern: RegExp, frame?: number): Promise<string> {
    return this.until(`return document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`, {
      pattern,
      frame,
    })
  }

  /** Waits until the result of a function body, as text, matches; resolves to that text. */
  async until(body: string, { pattern, frame }: { pattern: RegExp; frame?: number | undefined }): Promise<string> {
    const end = performance.now() + LIMIT_MS
    let last = ''
    while (performance.now() < end) {
      last = await this.tab.evaluate(body, frame).then(String, (error: unknown) => `error: ${String(error)}`)
      if (pattern.test(last)) return last
      await delay(POLL_MS)
    }
    const shown = last.replace(/\s+/g, ' ').slice(0, 1000)
    throw new Error(`${body} gave no ${String(pattern)}; seen last: ${shown}`)
  }

  /** Clicks at the middle of the first visible button, tab, option or link of that text or name. */
  async click(name: string): Promise<void> {
    const found = await this.until(PLACE.replaceAll('NAME', JSON.stringify(name)), { pattern: /^\{/ })
    await this.tab.click(JSON.parse(found) as Place)
  }

  /** Applies the example that the editor shows on a first visit. */
  async applyExample(): Promise<void> {
    await this.click('Apply this example')
    await this.sees('body', /service\/web created/)
    // The first apply opens the map a moment later, in front of what was opened meanwhile.
    await this.until(
      `return [...document.querySelectorAll('[role=tab][aria-selected=true]')].map((tab) => tab.textContent).join()`,
      { pattern: /Map/ },
    )
  }

  async photograph(file: string): Promise<void> {
    await writeFile(file, await this.tab.screenshot())
  }
}

/** The middle of a control, when no other element covers it. */
const PLACE = `
  for (const element of document.querySelectorAll('button, a, [role=tab], [role=option], [role=menuitem]')) {
    if (element.textContent.trim() !== NAME && element.getAttribute('aria-label') !== NAME) continue
    element.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const place = { x: left + width / 2, y: top + height / 2 }
    if (element.contains(document.elementFromPoint(place.x, place.y))) return JSON.stringify(place)
  }
  return 'nothing to click'`
