import { vi, type Mock } from 'vitest'
import type { ApiObject } from '../api/object.ts'
import { dialects } from '../dialect/dialect.ts'
import type { Catalog } from '../resources/resource.ts'
import { keyOf } from '../verbs/write.ts'
import { testCluster, type TestCluster } from '../verbs/verbs-fixture.ts'
import { serverClient } from './client/server-client.ts'
import type { Controller, ControllerContext, ManagerController } from './controller.ts'
import { openManagerContext, type OpenManagerContext } from './manager-context.ts'

/** The context of a controller in a test cluster. A test that signs certificates passes an authority. */
export function controllerContext(
  { verbs, catalog, clock }: TestCluster,
  report: (error: unknown) => void,
  authority: ControllerContext['authority'] = () => Promise.reject(new Error('this test has no certificate authority')),
): ControllerContext {
  const dialect = dialects.k8s
  return { client: serverClient({ verbs, catalog, dialect, clock, report }), clock, dialect, authority, report }
}

/** A test cluster in which controllers of the manager run. */
export interface ManagedCluster extends TestCluster {
  readonly context: OpenManagerContext
  readonly report: Mock<(error: unknown) => void>
  readonly controllers: readonly Controller[]
  /** A stored object: `read('apps/replicasets', 'a')`. */
  readonly read: (resource: string, name: string, namespace?: string) => ApiObject | undefined
  /** All objects of a resource in a namespace, or in the cluster. */
  readonly all: (resource: string, namespace?: string) => ApiObject[]
  /** Advances the clock and waits until the controllers are idle again. */
  readonly pass: (ms: number) => Promise<void>
}

/**
 * The context for tests of the manager's controllers, with a virtual clock. The controllers have handled a write after
 * `await pass(0)`, and a retry or a date after `await pass(ms)`. `report` receives their errors.
 */
export async function managed(
  controllers: readonly ManagerController[],
  given: Partial<ManagedOptions> = {},
): Promise<ManagedCluster> {
  const cluster = await testCluster()
  const report = vi.fn<(error: unknown) => void>()
  const { verbs, catalog, clock, store, target } = cluster
  await loadParts(catalog)
  const context = openManagerContext({
    ...controllerContext(cluster, report, given.authority),
    verbs,
    catalog,
    rootCertificates: () => Promise.resolve('the authorities\n'),
    accountTokens: () => Promise.reject(new Error('this test issues no tokens')),
    ...given,
  })
  const open = controllers.map((one) => one.open(context))
  await Promise.all(open.map((one) => one.start()))
  const settle = async (): Promise<void> => {
    // The controllers are idle when the store has not changed for three turns of the event loop: no promise waits for
    // external events.
    for (let seen = -1, quiet = 0; quiet < 3; quiet = seen === store.revision ? quiet + 1 : 0) {
      seen = store.revision
      await new Promise<void>((resolve) => setTimeout(resolve))
    }
  }
  await settle()
  return {
    ...cluster,
    context,
    report,
    controllers: open,
    read: (resource, name, namespace) => store.get(keyOf(target(resource, name, namespace)))?.object,
    all(resource, namespace) {
      const { resource: found, namespace: place } = target(resource, '', namespace)
      return [...store.snapshot(found.storage).entries({ namespace: place })].map(({ object }) => object)
    },
    async pass(ms) {
      const end = clock.now() + ms
      const step = Math.max(1000, ms / 50)
      await settle()
      // Advances in steps, because an expired timer may set another timer.
      while (clock.now() < end) {
        clock.advance(Math.min(step, end - clock.now()))
        await settle()
      }
    },
  }
}

/** Loads the lazy modules, so that no test waits for a file. */
async function loadParts(catalog: Catalog): Promise<void> {
  await Promise.all([
    import('../verbs/patch.ts'),
    import('../verbs/delete.ts'),
    import('../verbs/delete-collection.ts'),
    import('../verbs/apply.ts'),
    import('../verbs/binding.ts'),
    import('./simulation/commands/command-model.ts'),
    import('../verbs/scale.ts'),
  ])
  for (const resource of catalog.all()) await catalog.resolve(resource)
}

type ManagedOptions = Pick<ControllerContext, 'authority'> &
  Pick<OpenManagerContext, 'rootCertificates' | 'accountTokens'>
