import { appAddress } from '../address/sandboxed-page.ts'
import { parseRoute } from '../address/route.ts'
import type { ManifestResult } from '../client/manifest.ts'
import { Shell } from '../shell/shell.ts'
import { sendDocument } from '../state/document-sending.ts'
import { OpenDocument } from '../state/documents.svelte.ts'
import { asReader } from '../state/reader-identities.ts'
import { listRefused } from '../state/refused-objects.ts'
import { session } from '../state/session.svelte.ts'
import { terminalControl } from '../state/terminal-control.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import type { Handlers } from './call-server.ts'
import type { AppliedObject } from '../contracts/embed-api.ts'
import { ShellRuns } from './shell-runs.ts'

const COLUMNS = 100
/** The limit of the output that followers of commands receive; in UTF-16 units. */
const MAX_OUTPUT = 64 * 1024

/** The methods by which the embedding page uses the open cluster. */
export function frameMethods(workspace: Workspace): Omit<Handlers, 'fit'> {
  const { cluster, documents } = workspace
  const shell = new Shell({
    cluster: asReader(cluster),
    documents,
    openEditor: (object) => workspace.openObject(object),
    hidden: new Map(),
    address: location.href,
    // Other clusters of the reader may be on the frame's origin. The embedding page must not reach them.
    elsewhere: (url) =>
      Promise.reject(new Error(`the page around this cluster can reach this cluster only, not ${url}`)),
  })
  const runs = new ShellRuns(shell)
  return {
    async run({ line, columns = COLUMNS }, signal) {
      const value = await runs.run(line, columns, signal)
      const { code, stdout } = value
      terminalControl.ended(cluster.id, { line, code, stdout: stdout.slice(0, MAX_OUTPUT) })
      return { value }
    },
    async apply({ text }) {
      const document = new OpenDocument({ name: 'the manifest', text })
      return { value: appliedObjects(await sendDocument(workspace, document, { dryRun: false })) }
    },
    async fetch({ path, method, headers, body }, signal) {
      const response = await asReader(cluster).fetch(path, {
        method,
        headers: headers.map(([name, value]): [string, string] => [name, value]),
        // Bytes from a message have their own `ArrayBuffer`.
        ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer> }),
        signal,
      })
      const head = { status: response.status, headers: [...response.headers], hasBody: response.body !== null }
      return { value: head, body: response.body }
    },
    open({ where }) {
      const place = parseRoute(where.startsWith('/') ? `?at=${encodeURIComponent(where)}` : where).place
      if (place === undefined)
        return Promise.reject(new Error(`${where} is neither a path of the API nor a query like ?file=manifest.yaml`))
      workspace.open(place)
      return Promise.resolve({ value: undefined })
    },
    async snapshot() {
      const { clusterActions } = await import('../state/cluster-actions.ts')
      const items = await clusterActions.objectsOf(workspace)
      return { value: { apiVersion: 'v1', kind: 'List', items: items.map((item) => ({ ...item })) } }
    },
    async share() {
      const { clusterActions } = await import('../state/cluster-actions.ts')
      const fragment = await clusterActions.embeddable(workspace)
      return { value: appAddress() + fragment }
    },
    lend() {
      const port = session.clusters.lend()
      return port === undefined
        ? Promise.reject(new Error('The worker of the cluster has not started'))
        : Promise.resolve({ value: port })
    },
    ping: () => Promise.resolve({ value: undefined }),
    // `CallServer` has awaited the requested events.
    followed: () => Promise.resolve({ value: undefined }),
  }
}

/** @throws Error that names the refused objects */
function appliedObjects(results: readonly ManifestResult[]): readonly AppliedObject[] {
  const refused = results.filter(({ outcome }) => outcome === 'failed')
  if (refused.length === 0)
    return results.map(({ title, outcome }) => ({
      object: title,
      outcome: outcome === 'created' ? 'created' : 'applied',
    }))
  throw new Error(`${refused.length} of ${results.length} objects were refused\n${listRefused(refused)}`)
}
