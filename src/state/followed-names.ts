import type { ListMeta, ObjectMeta } from '../../worker/api/object.ts'
import type { Informer } from '../client/informer.ts'
import { startInformer } from '../client/informer.ts'
import { metadataAccept } from '../client/metadata.ts'
import { pageTiming } from '../client/page-timing.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'

interface Named {
  readonly metadata?: ObjectMeta
}

/** Follows the names of a collection: `changed` receives all names, sorted, after each change of an object. */
export function followNames(
  cluster: ClusterHandle,
  path: string,
  changed: (names: readonly string[]) => void,
): Informer {
  const accept = metadataAccept(cluster)
  const names = new Set<string>()
  const report = (): void => changed([...names].sort())
  return startInformer<{ metadata?: ListMeta; items: Named[] | null }, Named>(
    {
      fetch: (url, init) => cluster.fetch(url, init),
      path,
      accept: accept.list,
      watchAccept: accept.watch,
      ...pageTiming,
    },
    {
      page(list, { first, last }) {
        if (first) names.clear()
        for (const { metadata } of list.items ?? []) names.add(metadata?.name ?? '')
        if (last) report()
      },
      apply(events) {
        for (const { type, object } of events) {
          const name = object.metadata?.name ?? ''
          if (type === 'DELETED') names.delete(name)
          else names.add(name)
        }
        report()
      },
      phase: () => undefined,
    },
  )
}

/** Runs the task at each call; all calls during a run cause one further run. */
export function repeatedly(task: () => Promise<void>): () => void {
  let isRunning = false
  let again = false
  const run = async (): Promise<void> => {
    isRunning = true
    do {
      again = false
      await task()
    } while (again)
    isRunning = false
  }
  return () => {
    again = true
    if (!isRunning) void run()
  }
}
