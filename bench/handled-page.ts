import { createHash } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { encodeShare } from '../src/share/share-link.ts'

/** Lets the handlers that act as default/default do everything. */
export const ADMINISTRATOR = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name: 'default-admin' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: [{ kind: 'ServiceAccount', namespace: 'default', name: 'default' }],
}

interface HandledCluster {
  readonly objects: readonly object[]
  /** Files of handlers by name. */
  readonly handlers: Readonly<Record<string, string>>
}

/** A page whose cluster has these objects, and runs these handlers because its reader has allowed them. */
export async function handledPage(browser: Browser, url: string, { objects, handlers }: HandledCluster): Promise<Page> {
  const documents = Object.entries(handlers).map(([name, text]) => ({ name, text }))
  const shared = { name: 'Bench', dialect: 'k8s', objects: objects as never, documents, at: '' } as const
  const link = await encodeShare(shared)
  const hashes = documents.map(({ text }) => createHash('sha256').update(text).digest('hex'))
  const page = await (await browser.newContext()).newPage()
  await page.addInitScript(
    (allowed) => localStorage.setItem('tabplane.handlers.allowed', allowed),
    JSON.stringify(hashes),
  )
  await page.goto(`${url}${link}`)
  await page.waitForURL(/[?&]cluster=/, { timeout: 120_000 })
  await page.evaluate(() => (globalThis as unknown as { tabplane: { ready: Promise<void> } }).tabplane.ready)
  for (const name of Object.keys(handlers))
    await page.locator(`iframe[title="Handler ${name}"]`).waitFor({ state: 'attached', timeout: 120_000 })
  return page
}
