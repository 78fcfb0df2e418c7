import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { wasRefused } from '../api/status.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { BootstrapObject } from '../resources/bootstrap.ts'
import type { Catalog } from '../resources/resource.ts'
import type { Store } from '../store/store.ts'
import { keyOf } from './environment.ts'
import { serverItself } from './server-itself.ts'
import type { Gather, Target, Verbs, WriteOptions } from './verbs.ts'

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
 * unless somebody took the mark off that asks for it. Called once, before the first request. What is missing of one step
 * is stored in one commit: all of it, or nothing.
 */
export async function bootstrap({
  serviceRanges = [],
  rbac = false,
  featureGates = {},
  hostname,
  extensionAuthentication = {},
  ...cluster
}: Bootstrapped): Promise<void> {
  const { store, catalog } = cluster
  const before = store.revision
  const { bootstrapObjects } = await import('../resources/bootstrap.ts')
  const settings = { ...cluster, serviceRanges, rbac, featureGates, hostname, extensionAuthentication }
  for (const step of await bootstrapObjects(settings)) {
    const places = step.flatMap((wanted) => placeOf(catalog, store, wanted))
    const missing = places.filter(({ stored }) => stored === undefined)
    const gather = gathering(store, missing.length)
    await Promise.all([
      ...missing.map((place) => make(cluster, place, gather)),
      ...places.map((place) => restore(cluster, place)),
    ])
  }
  // Nobody saw the versions before, so nobody goes on from one: a watch from `1` is told to list first.
  if (store.revision > before) store.compact()
}

/** Where an object belongs, and what lies there. */
interface Place {
  readonly wanted: BootstrapObject
  readonly target: Target
  readonly stored: ApiObject | undefined
}

/** Empty where the cluster serves less than there is. */
function placeOf(catalog: Catalog, store: Store, wanted: BootstrapObject): readonly Place[] {
  const found = catalog.find(wanted.group, wanted.version, wanted.resource)
  if (found === undefined) return []
  const { name = '', namespace = '' } = wanted.object.metadata ?? {}
  const stored = store.get({ resource: found.resource.storage, namespace, name })?.object
  return [{ wanted, target: { ...found, subresource: undefined, namespace, name }, stored }]
}

interface Gathering {
  readonly hold: Gather
  /** One write fewer comes. */
  leave(): void
}

/** Holds writes back until `count` of them have come, and makes them at once. */
function gathering(store: Store, count: number): Gathering {
  const held: (() => void)[] = []
  let coming = count
  const oneLess = (): void => {
    if (--coming > 0) return
    store.together(() => {
      for (const release of held) release()
    })
  }
  return {
    hold: (write) =>
      new Promise((resolve) => {
        held.push(() => resolve(write()))
        oneLess()
      }),
    leave: oneLess,
  }
}

/** Another server of the same storage starts at the same time, and makes the same. */
function unlessFaster(error: unknown): void {
  if (!wasRefused(error, 'Conflict')) throw error
}

const optionsOf = ({ fieldManager = 'apiserver' }: BootstrapObject): WriteOptions => ({ dryRun: false, fieldManager })

async function make(
  { verbs, store }: Pick<Bootstrapped, 'verbs' | 'store'>,
  { wanted, target }: Place,
  gathering: Gathering,
): Promise<void> {
  let isHeld = false
  const gather: Gather = (write) => {
    isHeld = true
    return gathering.hold(write)
  }
  const write = async () =>
    verbs.create({ ...target, name: '' }, serverItself, wanted.object, { ...optionsOf(wanted), gather })
  await write().catch((error: unknown) => {
    // Another server was faster: the refusal is in the words of what noticed it first.
    if (store.get(keyOf(target)) === undefined) throw error
    if (!isHeld) gathering.leave()
  })
}

function renew(
  stored: ApiObject,
  wanted: ApiObject,
  [field, inner]: NonNullable<BootstrapObject['renewed']>,
): ApiObject {
  const [before, now] = [stored[field], wanted[field]]
  if (inner === undefined || !isObject(before) || !isObject(now)) return { ...stored, [field]: now }
  return { ...stored, [field]: { ...before, [inner]: now[inner] } }
}

async function restore(
  { verbs, dialect }: Pick<Bootstrapped, 'verbs' | 'dialect'>,
  { wanted, target, stored }: Place,
): Promise<void> {
  if (stored === undefined) return
  const update = async (object: ApiObject) => verbs.update(target, serverItself, object, optionsOf(wanted))
  const { object, renewed } = wanted
  if (renewed !== undefined) {
    await update(renew(stored, object, renewed)).catch(unlessFaster)
    return
  }
  if (stored.metadata?.annotations?.[dialect.spell('rbac.authorization.{labels}/autoupdate')] !== 'true') return
  const { reconciled } = await import('../authorization/rbac/reconciliation.ts')
  const whole = reconciled(stored, object)
  if (whole !== undefined) await update(whole).catch(unlessFaster)
}
