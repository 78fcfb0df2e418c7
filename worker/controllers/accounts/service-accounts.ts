import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { textAt } from '../../resources/path.ts'
import type { WatchHandle } from '../client/server-client.ts'
import type { Controller, ControllerContext } from '../controller.ts'
import { NAMESPACES, SERVICE_ACCOUNTS } from '../kinds.ts'

const NAME = 'default'
const EXPECTED_REFUSALS = ['AlreadyExists', 'NotFound', 'Forbidden'] as const

/** Creates the account `default`, the account of pods that name none, in every active namespace. */
export function serviceAccounts({ client, report }: ControllerContext): Controller {
  const active = new Set<string>()
  const watches: WatchHandle[] = []

  async function provide(namespace: string): Promise<void> {
    const account = { kind: 'ServiceAccount', apiVersion: 'v1', metadata: { name: NAME, namespace } }
    await client.create(SERVICE_ACCOUNTS, account, '{system}-controller-manager').catch((error: unknown) => {
      // Another writer created it first, or the namespace is being deleted.
      if (EXPECTED_REFUSALS.some((reason) => wasRefused(error, reason))) return
      report(error)
    })
  }

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
          return provide(name)
        },
        deleted: ({ metadata }) => void active.delete(metadata?.name ?? ''),
      })
      const ofAccounts = client.watch(SERVICE_ACCOUNTS, {
        upserted: () => undefined,
        deleted({ metadata }) {
          const { name, namespace = '' } = metadata ?? {}
          if (name === NAME && active.has(namespace)) void provide(namespace)
        },
      })
      watches.push(ofNamespaces, ofAccounts)
      await ofNamespaces.synced
    },
    stop() {
      for (const watch of watches.splice(0)) watch.stop()
    },
  }
}
