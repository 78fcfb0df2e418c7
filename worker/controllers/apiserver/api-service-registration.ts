import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import type { WatchHandle } from '../client/server-client.ts'
import type { Controller, ControllerContext } from '../controller.ts'
import { API_SERVICES, DEFINITIONS } from '../kinds.ts'

/** The label of APIServices that the server itself manages, a template of the dialect. */
const MANAGED = '{system}-aggregator.{labels}/automanaged'
/** The priorities of versions of custom resources, after every built-in group. */
const PRIORITIES = { groupPriorityMinimum: 1000, versionPriority: 100 }
const FIELD_MANAGER = 'apiserver'

interface Place {
  readonly group: string
  readonly version: string
}

/**
 * Creates an APIService for each version that a custom resource definition serves, restores its spec, and deletes it when no definition
 * serves the version. APIServices that a user created are left alone.
 */
export function apiServiceRegistration({ client, dialect, report }: ControllerContext): Controller {
  const label = dialect.spell(MANAGED)
  const definitions = new Map<string, ApiObject>()
  const apiServices = new Map<string, ApiObject>()
  const watches: WatchHandle[] = []
  let isSynced = false

  const isServed = ({ group, version }: Place): boolean =>
    [...definitions.values()].some((one) => servedBy(one).some((it) => it.group === group && it.version === version))

  async function register(place: Place): Promise<void> {
    const name = `${place.version}.${place.group}`
    const current = apiServices.get(name)
    const isManaged = current?.metadata?.labels?.[label] === 'true'
    if (current !== undefined && !isManaged) return
    const spec = { ...place, ...PRIORITIES }
    if (!isServed(place)) {
      if (current !== undefined) await client.delete(API_SERVICES, current)
    } else if (current === undefined) {
      const metadata = { name, labels: { [label]: 'true' } }
      await client.create(API_SERVICES, { kind: 'APIService', apiVersion: apiVersion(), metadata, spec }, FIELD_MANAGER)
    } else if (!equalJson(current['spec'] ?? null, spec)) {
      await client.update(API_SERVICES, { ...current, spec }, FIELD_MANAGER)
    }
  }

  const apiVersion = (): string => `${dialect.spell(API_SERVICES.group)}/${API_SERVICES.version}`

  /** Registers each version. The watch event of a concurrent write causes another call. */
  async function registerAll(places: readonly Place[]): Promise<void> {
    for (const place of places) {
      await register(place).catch((error: unknown) => {
        const isPassing = ['AlreadyExists', 'Conflict', 'NotFound'].some((reason) => wasRefused(error, reason))
        if (!isPassing) report(error)
      })
    }
  }

  return {
    needs: [DEFINITIONS, API_SERVICES],
    async start() {
      const ofServices = client.watch(API_SERVICES, {
        upserted(apiService) {
          apiServices.set(apiService.metadata?.name ?? '', apiService)
          return registerAll(isSynced ? [placeOf(apiService)] : [])
        },
        deleted(apiService) {
          apiServices.delete(apiService.metadata?.name ?? '')
          void registerAll([placeOf(apiService)])
        },
      })
      watches.push(ofServices)
      await ofServices.synced
      const ofDefinitions = client.watch(DEFINITIONS, {
        upserted(definition) {
          const name = definition.metadata?.name ?? ''
          const before = definitions.get(name)
          definitions.set(name, definition)
          return registerAll([...servedBy(before), ...servedBy(definition)])
        },
        deleted(definition) {
          definitions.delete(definition.metadata?.name ?? '')
          void registerAll(servedBy(definition))
        },
      })
      watches.push(ofDefinitions)
      await ofDefinitions.synced
      isSynced = true
      await registerAll([...apiServices.values()].map(placeOf))
    },
    stop() {
      for (const watch of watches.splice(0)) watch.stop()
    },
  }
}

const placeOf = (apiService: ApiObject): Place => ({
  group: textAt(apiService, 'spec.group'),
  version: textAt(apiService, 'spec.version'),
})

/** The versions that a definition serves. */
function servedBy(definition: ApiObject | undefined): Place[] {
  if (definition === undefined) return []
  const group = textAt(definition, 'spec.group')
  return listAt(definition, 'spec.versions').flatMap((version) =>
    isObject(version) && valueAt(version, 'served') === true ? [{ group, version: textAt(version, 'name') }] : [],
  )
}
