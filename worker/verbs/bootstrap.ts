import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { BootstrapObject } from '../resources/bootstrap.ts'
import type { Catalog } from '../resources/resource.ts'
import type { Store } from '../store/store.ts'
import { serverItself } from './server-itself.ts'
import type { Verbs } from './verbs.ts'

/** What every cluster starts with is made through the verbs, like anything else. */
interface Bootstrapped {
  readonly verbs: Verbs
  readonly store: Store
  readonly catalog: Catalog
  readonly dialect: Dialect
  readonly clock: Clock
  /** Of service addresses; without one the server gets no service. */
  readonly serviceRanges?: readonly string[]
  /** Roles say what is allowed, so there must be some. */
  readonly rbac?: boolean
  readonly featureGates?: Readonly<Record<string, boolean>>
  readonly hostname?: string
  readonly extensionAuthentication?: Readonly<Record<string, string>>
}

/**
 * Makes the objects that every cluster has, where they are missing; roles and bindings that lost a part get it back,
 * unless somebody took the mark off that asks for it. Called once, before the first request. Those of one
 * step are written together.
 */
export async function bootstrap({
  serviceRanges = [],
  rbac = false,
  featureGates = {},
  hostname,
  extensionAuthentication = {},
  ...cluster
}: Bootstrapped): Promise<void> {
  const { store } = cluster
  const before = store.revision
  const { bootstrapObjects } = await import('../resources/bootstrap.ts')
  const settings = { ...cluster, serviceRanges, rbac, featureGates, hostname, extensionAuthentication }
  for (const step of await bootstrapObjects(settings)) {
    await Promise.all(step.map((one) => makeMissing(cluster, one)))
  }
  // Nobody saw the versions before, so nobody goes on from one: a watch from `1` is told to list first.
  if (store.revision > before) store.compact()
}

async function makeMissing(
  { verbs, store, catalog, dialect }: Pick<Bootstrapped, 'verbs' | 'store' | 'catalog' | 'dialect'>,
  { group, version, resource, object, fieldManager = 'apiserver', renewed }: BootstrapObject,
): Promise<void> {
  const found = catalog.find(group, version, resource)
  // A cluster may serve less than there is.
  if (found === undefined) return
  const { name = '', namespace = '' } = object.metadata ?? {}
  const target = { ...found, subresource: undefined, namespace, name: '' }
  const options = { dryRun: false, fieldManager }
  const stored = store.get({ resource: found.resource.storage, namespace, name })?.object
  if (stored === undefined) {
    await verbs.create(target, serverItself, object, options)
    return
  }
  if (renewed !== undefined) {
    const anew = { ...stored, [renewed]: object[renewed] }
    await verbs.update({ ...target, name }, serverItself, anew, options)
    return
  }
  if (stored.metadata?.annotations?.[dialect.spell('rbac.authorization.{labels}/autoupdate')] !== 'true') return
  const { reconciled } = await import('../authorization/rbac/reconciliation.ts')
  const whole = reconciled(stored, object)
  if (whole !== undefined) await verbs.update({ ...target, name }, serverItself, whole, options)
}
