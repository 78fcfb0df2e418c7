import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { wasRefused } from '../api/status.ts'
import type { BootstrapObject } from '../resources/bootstrap-object.ts'
import type { AdvertisedAddress } from '../resources/bootstrap-object.ts'
import { BasisChanged } from '../store/store.ts'
import { commitNew } from './commit.ts'
import { admitBody } from './create.ts'
import { prepareCreation, storeNew } from './creation.ts'
import type { Environment } from './environment.ts'
import { serverItself } from './server-itself.ts'
import { update } from './update.ts'
import type { Written } from './verbs.ts'
import { keyOf, type Write, type WriteTarget } from './write.ts'

/** The settings of the objects that every cluster starts with. */
interface BootstrapSettings {
  readonly environment: Environment
  /** Ranges of service addresses. Without a range, the service of the server is not created. */
  readonly serviceRanges?: readonly string[]
  /** Whether the cluster authorizes by roles, and starts with some. */
  readonly rbac?: boolean
  readonly featureGates?: Readonly<Record<string, boolean>>
  readonly hostname?: string
  readonly advertised?: AdvertisedAddress
  readonly extensionAuthentication?: Readonly<Record<string, string>>
}

/**
 * Creates the missing objects among those that every cluster starts with. Roles and bindings whose annotation `autoupdate` is
 * `true` get back the rules and subjects that they have lost. Called once, before the first request. The missing objects of one
 * step are stored in one commit.
 */
export async function bootstrap({
  environment,
  serviceRanges = [],
  rbac = false,
  featureGates = {},
  hostname,
  advertised,
  extensionAuthentication = {},
}: BootstrapSettings): Promise<void> {
  const { store, catalog, dialect, clock } = environment
  const before = store.revision
  const { bootstrapObjects } = await import('../resources/bootstrap.ts')
  const own = { hostname, advertised, extensionAuthentication }
  const settings = { catalog, dialect, clock, serviceRanges, rbac, featureGates, ...own }
  for (const step of await bootstrapObjects(settings)) {
    await store.catchUp?.()
    const places = (await Promise.all(step.map(async (wanted) => placeOf(environment, wanted)))).flat()
    await createMissing(
      environment,
      places.filter(({ stored }) => stored === undefined),
    )
    await Promise.all(places.map((place) => restore(environment, place)))
  }
  // No client has read the earlier revisions, so no client needs their history. A watch from revision `1` is refused, and its
  // client has to list first.
  if (store.revision > before) store.compact()
}

/** Creates a missing object that the cluster starts with. When the object exists, renews the part that belongs to the server. */
export async function restoreObject(environment: Environment, wanted: BootstrapObject): Promise<void> {
  for (const place of await placeOf(environment, wanted)) {
    if (place.stored === undefined) await createMissing(environment, [place])
    else await restore(environment, place)
  }
}

/** An object that the cluster starts with, and the stored object in its place. */
interface Place {
  readonly wanted: BootstrapObject
  readonly target: WriteTarget
  readonly stored: ApiObject | undefined
}

/** The place of an object; empty when the cluster does not serve the resource. */
async function placeOf({ catalog, store }: Environment, wanted: BootstrapObject): Promise<readonly Place[]> {
  const found = catalog.find(wanted.group, wanted.version, wanted.resource)
  if (found === undefined) return []
  const { name = '', namespace = '' } = wanted.object.metadata ?? {}
  const stored = store.get({ resource: found.resource.storage, namespace, name })?.object
  const resource = await catalog.resolve(found.resource)
  return [{ wanted, target: { ...found, resource, subresource: undefined, namespace, name }, stored }]
}

/** Validates all objects, then stores them in one commit. */
async function createMissing(environment: Environment, places: readonly Place[]): Promise<void> {
  const creations = await Promise.all(
    places.map(async ({ wanted, target }) => {
      const write = { ...writeOf(environment, target, wanted), target: { ...target, name: '' } }
      return unlessStored(environment, target, async () => {
        const object = await admitBody(write, wanted.object)
        return { target, object, creation: await prepareCreation(write, object) }
      })
    }),
  )
  let commits: readonly Promise<unknown>[] = []
  environment.store.together(() => {
    commits = creations.map((created) => {
      if (created === undefined) return Promise.resolve()
      const { target, object, creation } = created
      const commit = async (): Promise<Written> => {
        try {
          return await commitNew(creation)
        } catch (error) {
          if (error instanceof BasisChanged) return storeNew(creation.write, object)
          throw error
        }
      }
      return unlessStored(environment, target, commit)
    })
  })
  await Promise.all(commits)
}

/** Ignores every failure of `work` when the object exists, because another server of the same storage may have created it. */
async function unlessStored<Result>(
  { store }: Environment,
  target: WriteTarget,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (store.get(keyOf(target)) === undefined) throw error
    return undefined
  }
}

const writeOf = (
  environment: Environment,
  target: WriteTarget,
  { fieldManager = 'apiserver' }: BootstrapObject,
): Write => ({
  environment,
  target,
  caller: serverItself,
  options: { dryRun: false, fieldManager },
})

function renew(
  stored: ApiObject,
  wanted: ApiObject,
  [field, inner]: NonNullable<BootstrapObject['renewed']>,
): ApiObject {
  const [before, now] = [stored[field], wanted[field]]
  if (inner === undefined || !isObject(before) || !isObject(now)) return { ...stored, [field]: now }
  return { ...stored, [field]: { ...before, [inner]: now[inner] } }
}

async function restore(environment: Environment, { wanted, target, stored }: Place): Promise<void> {
  if (stored === undefined) return
  const put = async (object: ApiObject): Promise<void> => {
    try {
      await update(writeOf(environment, target, wanted), object)
    } catch (error) {
      // Another server of the same storage has written the same object.
      if (!wasRefused(error, 'Conflict')) throw error
    }
  }
  const { object, renewed } = wanted
  if (renewed !== undefined) {
    await put(renew(stored, object, renewed))
    return
  }
  const { annotations } = stored.metadata ?? {}
  if (annotations?.[environment.dialect.spell('rbac.authorization.{labels}/autoupdate')] !== 'true') return
  const { reconciled } = await import('../authorization/rbac/reconciliation.ts')
  const whole = reconciled(stored, object)
  if (whole !== undefined) await put(whole)
}
