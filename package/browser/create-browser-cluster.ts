import { releaseProxy, wrap, type Remote } from 'comlink'
import manifest from '../../package.json' with { type: 'json' }
import type { BrowserCluster, BrowserClusterOptions } from './browser-cluster.ts'
import type { RemoteCluster } from './remote-cluster.ts'
import { remoteFetch } from './remote-fetch.ts'

/**
 * Starts an API server in a worker of this page. Resolves when it serves, and rejects when the worker cannot start. For an
 * invalid option, the error has the message of the RangeError.
 */
export async function createCluster({ worker, ...options }: BrowserClusterOptions = {}): Promise<BrowserCluster> {
  // Bundlers find the worker's file by this form.
  const started = worker ?? new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module', name: 'tabplane' })
  const failed = new Promise<never>((_, reject) => {
    started.addEventListener('error', ({ message }) =>
      reject(new Error(`The worker of the cluster cannot start: ${message || 'its file cannot be loaded'}`)),
    )
  })
  const { create } = wrap<{ create: typeof RemoteCluster.create }>(started)
  try {
    const remote = await Promise.race([create(options, manifest.version), failed])
    return clusterOf(remote, () => started.terminate())
  } catch (error) {
    started.terminate()
    throw error
  }
}

function clusterOf(remote: Remote<RemoteCluster>, ended: () => void): BrowserCluster {
  const fetchAs = (user?: string) => remoteFetch(remote, user)
  return {
    fetch: fetchAs(),
    as: (user) => ({ fetch: fetchAs(user) }),
    snapshot: () => remote.snapshot(),
    fork: async () => clusterOf(await remote.fork(), () => undefined),
    advance: (ms) => remote.advance(ms),
    now: () => remote.now(),
    faults: {
      async on(target, fault) {
        const remove = (await remote.addFault(target, fault)) as unknown as RemoteFunction
        return async () => {
          await remove()
          remove[releaseProxy]()
        }
      },
      clear: () => remote.clearFaults(),
    },
    requests: () => remote.requests(),
    compact: () => remote.compact(),
    async close() {
      await remote.close()
      remote[releaseProxy]()
      ended()
    },
  }
}

type RemoteFunction = (() => Promise<void>) & { [releaseProxy](): void }
