import type { ApiObject } from '../api/object.ts'
import { wasRefused } from '../api/status.ts'
import { textAt } from '../resources/path.ts'
import type { Controller, ControllerContext, Following } from './controller.ts'
import { ACCOUNTS, NAMESPACES } from './kinds.ts'

const NAME = 'default'
const EXPECTED = ['AlreadyExists', 'NotFound', 'Forbidden'] as const

/** Every namespace that lives has the account that pods run as where they name none. */
export function serviceAccounts({ client, report }: ControllerContext): Controller {
  const living = new Set<string>()
  const followings: Following[] = []

  async function provide(namespace: string): Promise<void> {
    const account = { kind: 'ServiceAccount', apiVersion: 'v1', metadata: { name: NAME, namespace } }
    await client.create(ACCOUNTS, account, '{system}-controller-manager').catch((error: unknown) => {
      // Somebody was faster, or the namespace goes.
      if (EXPECTED.some((reason) => wasRefused(error, reason))) return
      report(error)
    })
  }

  const lives = (namespace: ApiObject): boolean =>
    textAt(namespace, 'status.phase') === 'Active' && namespace.metadata?.deletionTimestamp === undefined

  return {
    needs: [NAMESPACES, ACCOUNTS],
    async start() {
      const ofNamespaces = client.follow(NAMESPACES, {
        present(namespace) {
          const name = namespace.metadata?.name ?? ''
          if (!lives(namespace)) return void living.delete(name)
          if (living.has(name)) return
          living.add(name)
          return provide(name)
        },
        gone: ({ metadata }) => void living.delete(metadata?.name ?? ''),
      })
      const ofAccounts = client.follow(ACCOUNTS, {
        present: () => undefined,
        gone({ metadata }) {
          const { name, namespace = '' } = metadata ?? {}
          if (name === NAME && living.has(namespace)) void provide(namespace)
        },
      })
      followings.push(ofNamespaces, ofAccounts)
      await ofNamespaces.caughtUp
    },
    stop() {
      for (const following of followings.splice(0)) following.stop()
    },
  }
}
