import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Builder, Capabilities } from 'selenium-webdriver'
import { freePort } from '../conformance/port.ts'
import type { Engine } from './engine.ts'

const DRIVER = process.env['WEBKIT_DRIVER'] ?? '/usr/bin/WebKitWebDriver'
const READY_ATTEMPTS = 100
const READY_RETRY_MS = 50

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
  const capabilities = await driver.getCapabilities()
  return {
    version: `${capabilities.getBrowserName() ?? 'WebKit'}/${capabilities.getBrowserVersion() ?? ''}`,
    open: (url) => driver.get(url),
    evaluate: (body) => driver.executeScript(`return (async () => { ${body} })()`),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    async close() {
      await driver.quit()
      service.kill()
      display.process.kill()
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

/** The driver prints nothing once it listens. */
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
