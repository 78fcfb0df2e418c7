import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Three documents, pasted by the tests. */
export const bakery = (replicas: number): string => `apiVersion: v1
kind: Namespace
metadata:
  name: bakery
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: oven
  namespace: bakery
spec:
  replicas: ${replicas}
  selector:
    matchLabels: { app: oven }
  template:
    metadata:
      labels: { app: oven }
    spec:
      containers:
        - name: oven
          image: oven:1
---
apiVersion: v1
kind: Service
metadata:
  name: counter
  namespace: bakery
spec:
  selector: { app: oven }
  ports:
    - port: 80
`

/** One tab with the app, with the actions of a user. */
export class Playground {
  readonly page: Page
  readonly screen: Locator
  readonly editor: Locator
  readonly grid: Locator

  constructor(page: Page) {
    this.page = page
    this.screen = page.locator('.xterm-rows')
    this.editor = page.locator('.cm-content')
    this.grid = page.getByRole('grid')
  }

  /** Resolves when a cluster is open. */
  async open(address = './'): Promise<void> {
    await this.page.goto(address)
    await this.#ready()
  }

  async reload(): Promise<void> {
    await this.page.reload()
    await this.#ready()
  }

  /** The id of the open cluster, from the address. */
  get cluster(): string {
    const id = new URL(this.page.url()).searchParams.get('cluster')
    if (id === null) throw new Error(`${this.page.url()} names no cluster`)
    return id
  }

  async #ready(): Promise<void> {
    await expect(this.page.getByRole('button', { name: /^Cluster / })).toBeVisible()
    await this.page.waitForURL(/[?&]cluster=/)
  }

  /**
   * Enters a line into the terminal, which has to be on screen: a hidden one draws nothing. The text arrives at once, because
   * each separate key would take two messages and a frame. keyboard.spec.ts and lesson-keys.spec.ts press the keys.
   */
  async run(line: string): Promise<void> {
    await expect(this.screen).toContainText('$')
    await this.page.locator('.xterm-helper-textarea').focus()
    // Until a key is released, xterm.js ignores inserted text. The release of a shortcut may have reached another element.
    await this.page.keyboard.press('Shift')
    await this.page.keyboard.insertText(line)
    await this.page.keyboard.press('Enter')
  }

  /** Runs a line on a cleared screen, and repeats this until the output matches, because controllers write later. */
  async runUntil(line: string, shown: RegExp): Promise<void> {
    await expect(async () => {
      await this.run('clear')
      await this.run(line)
      await expect(this.screen).toContainText(shown, { timeout: 1000 })
    }).toPass()
  }

  /** Runs a command of the palette. */
  async command(title: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k')
    // Until the palette has loaded, a space would press the button that has the focus.
    await expect(this.page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
    await this.page.keyboard.type(title)
    await this.page.getByRole('option', { name: title }).first().click()
  }

  /** Focuses the editor when it is shown, because a hidden element takes no focus. */
  async focusEditor(): Promise<void> {
    await expect(this.editor).toBeVisible()
    await this.editor.focus()
    await expect(this.editor).toBeFocused()
  }

  /** Pastes into the editor and replaces its text. */
  async paste(text: string): Promise<void> {
    await this.focusEditor()
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await this.page.keyboard.press('ControlOrMeta+a')
    await this.page.keyboard.press('ControlOrMeta+v')
  }

  async applyPasted(text: string): Promise<void> {
    await this.paste(text)
    await this.page.keyboard.press('ControlOrMeta+s')
  }

  async applyExample(): Promise<void> {
    await this.page.getByRole('button', { name: 'Apply this example' }).click()
    // The first apply opens the map, in front of its list of results and of what was opened meanwhile.
    await expect(this.page.getByRole('tab', { name: 'Map', selected: true })).toBeVisible()
  }

  /** A resource type in the explorer, with its count. */
  type(resource: string): Locator {
    return this.page.getByRole('tree').locator('.item', { has: this.page.getByText(resource, { exact: true }) })
  }

  row(name: string): Locator {
    return this.grid.getByRole('row', { name })
  }

  /** Resolves when the service worker answers the `fetch` of the page. */
  async controlled(): Promise<void> {
    await this.page.evaluate(async () => {
      const { serviceWorker } = navigator
      await serviceWorker.ready
      if (serviceWorker.controller !== null) return
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
    })
  }
}
