import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseFlags } from '../../serve/flags.ts'
import { listen } from '../../serve/listening.ts'
import { serverOptions } from '../../serve/options.ts'
import { createApiServer } from '../../worker/server/api-server.ts'
import { profileFlags } from '../conformance/profile.ts'

export interface ServedCluster {
  readonly url: string
  /** A configuration file of an administrator. */
  readonly kubeconfig: string
  stop(): Promise<void>
}

/** Starts a server in this process, over TLS, with the flags of a profile and `more`. */
export async function serveCluster(profile: string, more: readonly string[] = []): Promise<ServedCluster> {
  const values = parseFlags([...profileFlags(profile), ...more, '--secure-port=0'])
  const api = await createApiServer(await serverOptions(values))
  const [port] = await listen(values, api.handle)
  if (port === undefined) throw new Error('the flags ask for a port, but none was opened')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'outside-'))
  const kubeconfig = path.join(folder, 'config')
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster: { server: port.url, 'insecure-skip-tls-verify': true } }],
      users: [{ name: 'u', user: { token: 'admin-token' } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }),
  )
  return {
    url: port.url,
    kubeconfig,
    async stop() {
      port.cut()
      await api.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
