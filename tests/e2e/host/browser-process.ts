import { spawn } from 'node:child_process'
import type { BrowserContext, CDPSession } from '@playwright/test'
import { chromium } from '@playwright/test'

/** A browser in a separate process group over a profile folder, so that a test can kill it and start it again. */
export interface BrowserProcess {
  readonly context: BrowserContext
  readonly session: CDPSession
  /** Kills the processes as a power cut would: no handler runs, nothing more is written. */
  kill(): Promise<void>
}

export async function startBrowser(
  executable: string,
  args: readonly string[],
  profile: string,
): Promise<BrowserProcess> {
  const own = [`--user-data-dir=${profile}`, '--remote-debugging-port=0', '--headless=new', 'about:blank']
  const child = spawn(executable, [...args, ...own], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const over = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { pid } = child
  if (pid === undefined) throw new Error(`${executable} cannot be started`)
  const endpoint = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = /DevTools listening on (ws:\S+)/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', () => reject(new Error(`${executable} ended: ${text}`)))
  })
  const browser = await chromium.connectOverCDP(endpoint)
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('the browser has no window')
  return {
    context,
    session: await browser.newBrowserCDPSession(),
    async kill() {
      process.kill(-pid, 'SIGKILL')
      await over
      await browser.close()
    },
  }
}
