import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { textAt } from '../../resources/path.ts'
import { isNamespaceTerminating } from '../client/namespace-terminating.ts'
import type { WatchHandle } from '../client/server-client.ts'
import { RateLimitingQueue } from '../client/work-queue.ts'
import type { Controller, ControllerContext } from '../controller.ts'
import { NAMESPACES, SERVICE_ACCOUNTS } from '../kinds.ts'

const NAME = 'default'

/** Creates the account `default`, the account of pods that name none, in every active namespace. */
export function serviceAccounts({ client, clock, report }: ControllerContext): Controller {
  const active = new Set<string>()
  const watches: WatchHandle[] = []
  const retries = new RateLimitingQueue({ clock, sync: provide, report, ready: () => undefined })

  async function provide(namespace: string): Promise<void> {
    if (!active.has(namespace)) return
    const account = { kind: 'ServiceAccount', apiVersion: 'v1', metadata: { name: NAME, namespace } }
    await client.create(SERVICE_ACCOUNTS, account, '{system}-controller-manager').catch((error: unknown) => {
      // Another writer created it first, or the namespace is being deleted, or is deleted.
      if (wasRefused(error, 'AlreadyExists') || wasRefused(error, 'NotFound') || isNamespaceTerminating(error)) return
      throw error
    })
  }

  /** Attempts the creation at once, because the watch is synced after the first attempts. */
  const provideOrRetry = (namespace: string): Promise<void> => provide(namespace).catch(() => retries.add(namespace))

  const isActive = (namespace: ApiObject): boolean =>
    textAt(namespace, 'status.phase') === 'Active' && namespace.metadata?.deletionTimestamp === undefined

  return {
    needs: [NAMESPACES, SERVICE_ACCOUNTS],
    async start() {
      const ofNamespaces = client.watch(NAMESPACES, {
        upserted(namespace) {
          const name = namespace.metadata?.name ?? ''
          if (!isActive(namespace)) return void active.delete(name)
          if (active.has(name)) return
          active.add(name)
          return provideOrRetry(name)
        },
        deleted: ({ metadata }) => void active.delete(metadata?.name ?? ''),
      })
      const ofAccounts = client.watch(SERVICE_ACCOUNTS, {
        upserted: () => undefined,
        deleted({ metadata }) {
          const { name, namespace = '' } = metadata ?? {}
          if (name === NAME && active.has(namespace)) void provideOrRetry(namespace)
        },
      })
      watches.push(ofNamespaces, ofAccounts)
      await ofNamespaces.synced
    },
    stop() {
      retries.stop()
      for (const watch of watches.splice(0)) watch.stop()
    },
  }
}
