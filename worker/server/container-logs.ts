import type { Clock } from '../clock/clock.ts'
import type { Store } from '../store/store.ts'
import type { Environment } from '../verbs/environment.ts'
import { storeLister } from '../verbs/store-lister.ts'

/** The logs of containers on simulated nodes. The model of commands is loaded with the first request for a log. */
export function containerLogs(store: Store, clock: Clock): NonNullable<Environment['containerLog']> {
  const lister = storeLister(store)
  const get = (resource: string, namespace: string, name: string) => store.get({ resource, namespace, name })?.object
  return async (request) => {
    const { containerLog } = await import('../controllers/simulation/commands/container-log.ts')
    return containerLog(
      request,
      {
        find: (source, namespace, name) => get(source === 'configmap' ? 'configmaps' : 'secrets', namespace, name),
        services: (namespace) => [...lister.list('services', namespace)],
        node: (name) => get('nodes', '', name),
      },
      clock.now(),
    )
  }
}
