import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { WebDriver, WebElement } from 'selenium-webdriver'
import { Builder, Capabilities, Key } from 'selenium-webdriver'
import { freePort } from '../conformance/port.ts'
import type { Engine, Tab } from './engine.ts'

const DRIVER = process.env['WEBKIT_DRIVER'] ?? '/usr/bin/WebKitWebDriver'
/** WebKitWebDriver sometimes loses the answer of a script. The call then times out, and the caller may repeat it. */
const SCRIPT_MS = 10_000
const PAGE_MS = 60_000
const READY_ATTEMPTS = 100
const READY_RETRY_MS = 50

/**
 * The frame with a number. The driver itself takes a number, too, but then finds no frame in a shadow root, such as the frame
 * of an embed.
 */
const FRAME = `
  const framesOf = (root) =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.localName === 'iframe' ? [element] : []),
      ...(element.shadowRoot === null ? [] : framesOf(element.shadowRoot)),
    ])
  return framesOf(document)[arguments[0]]`

/** WebKitGTK by its WebDriver. It needs a display: Xvfb, on the first number that is free. */
export async function startWebKit(): Promise<Engine> {
  const display = await startDisplay()
  const port = await freePort()
  const env = { ...process.env, DISPLAY: `:${display.number}` }
  const service = spawn(DRIVER, [`--port=${port}`], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const server = `http://127.0.0.1:${port}`
  await Promise.race([ready(`${server}/status`), failed(service, DRIVER)])
  const driver = await new Builder()
    .usingServer(server)
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
    .build()
  await driver.manage().setTimeouts({ script: SCRIPT_MS, pageLoad: PAGE_MS })
  const capabilities = await driver.getCapabilities()
  const first = await driver.getWindowHandle()
  let isFirstFree = true
  return {
    version: `${capabilities.getBrowserName() ?? 'WebKit'}/${capabilities.getBrowserVersion() ?? ''}`,
    async newTab() {
      // A window instead of a tab: the driver does not show the tab that it makes current, and a hidden page draws nothing.
      if (!isFirstFree) await driver.switchTo().newWindow('window')
      const handle = isFirstFree ? first : await driver.getWindowHandle()
      isFirstFree = false
      return tabOf(driver, handle)
    },
    async close() {
      await driver.quit()
      service.kill()
      display.process.kill()
    },
  }
}

/** The driver has one current tab, which each call chooses. */
function tabOf(driver: WebDriver, handle: string): Tab {
  const front = (): Promise<void> => driver.switchTo().window(handle)
  const enter = async (frame: number | undefined): Promise<void> => {
    await front()
    if (frame !== undefined) await driver.switchTo().frame(await driver.executeScript<WebElement>(FRAME, frame))
  }
  return {
    async open(url) {
      await front()
      await driver.get(url)
    },
    async reload() {
      await front()
      // The driver's own command for a reload does not end when a service worker answers the page.
      const address = await driver.getCurrentUrl()
      await driver.get('about:blank')
      await driver.get(address)
    },
    async evaluate(body, frame) {
      await enter(frame)
      return driver.executeScript(`return (async () => { ${body} })()`)
    },
    async click({ x, y }) {
      await front()
      await driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), duration: 0 })
        .click()
        .perform()
    },
    async type(text, frame) {
      await enter(frame)
      await driver.actions().sendKeys(text.replaceAll('\n', Key.ENTER)).perform()
    },
    async screenshot() {
      await front()
      return Buffer.from(await driver.takeScreenshot(), 'base64')
    },
    async close() {
      await front()
      await driver.close()
    },
  }
}

async function startDisplay(): Promise<{ readonly number: string; readonly process: ChildProcess }> {
  const started = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const lines = createInterface({ input: started.stdio[3] as Readable })
  const [number] = (await Promise.race([once(lines, 'line'), failed(started, 'Xvfb')])) as [string]
  return { number, process: started }
}

async function failed(child: ChildProcess, program: string): Promise<never> {
  const [why] = (await Promise.race([once(child, 'exit'), once(child, 'error')])) as [unknown]
  throw new Error(`${program} ended with ${String(why)}: install webkit2gtk-driver and xvfb (apt-get install)`)
}

/** Sends requests until the driver answers, because it prints nothing when it listens. */
async function ready(url: string): Promise<void> {
  for (let attempt = 0; attempt < READY_ATTEMPTS; attempt++) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await delay(READY_RETRY_MS)
  }
  throw new Error(`${url} does not answer`)
}
