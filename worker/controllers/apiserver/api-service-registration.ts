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

/** The refusals after which a watch event causes another attempt. */
const PASSING = ['AlreadyExists', 'Conflict', 'NotFound'] as const

interface Place {
  readonly group: string
  readonly version: string
}

/** The definitions and the APIServices that watches have delivered. */
class Registry {
  readonly definitions = new Map<string, ApiObject>()
  readonly apiServices = new Map<string, ApiObject>()
  readonly #context: ControllerContext
  readonly #label: string

  constructor(context: ControllerContext) {
    this.#context = context
    this.#label = context.dialect.spell(MANAGED)
  }

  async registerAll(places: readonly Place[]): Promise<void> {
    for (const place of places) {
      await this.#register(place).catch((error: unknown) => {
        if (!PASSING.some((reason) => wasRefused(error, reason))) this.#context.report(error)
      })
    }
  }

  async #register(place: Place): Promise<void> {
    const { client, dialect } = this.#context
    const name = `${place.version}.${place.group}`
    const current = this.apiServices.get(name)
    if (current !== undefined && current.metadata?.labels?.[this.#label] !== 'true') return
    const spec = { ...place, ...PRIORITIES }
    if (!this.#isServed(place)) {
      if (current !== undefined) await client.delete(API_SERVICES, current)
    } else if (current === undefined) {
      const apiVersion = `${dialect.spell(API_SERVICES.group)}/${API_SERVICES.version}`
      const metadata = { name, labels: { [this.#label]: 'true' } }
      await client.create(API_SERVICES, { kind: 'APIService', apiVersion, metadata, spec }, FIELD_MANAGER)
    } else if (!equalJson(current['spec'] ?? null, spec)) {
      await client.update(API_SERVICES, { ...current, spec }, FIELD_MANAGER)
    }
  }

  #isServed({ group, version }: Place): boolean {
    return [...this.definitions.values()]
      .flatMap(servedBy)
      .some((served) => served.group === group && served.version === version)
  }
}

/**
 * Creates an APIService for each version that a custom resource definition serves, restores its spec, and deletes it when no definition
 * serves the version. APIServices that a user created are left alone.
 */
export function apiServiceRegistration(context: ControllerContext): Controller {
  const { client } = context
  const registry = new Registry(context)
  const { definitions, apiServices } = registry
  const watches: WatchHandle[] = []
  let isSynced = false
  return {
    needs: [DEFINITIONS, API_SERVICES],
    async start() {
      const ofServices = client.watch(API_SERVICES, {
        upserted(apiService) {
          apiServices.set(apiService.metadata?.name ?? '', apiService)
          return isSynced ? registry.registerAll([placeOf(apiService)]) : undefined
        },
        deleted(apiService) {
          apiServices.delete(apiService.metadata?.name ?? '')
          void registry.registerAll([placeOf(apiService)])
        },
      })
      watches.push(ofServices)
      await ofServices.synced
      const ofDefinitions = client.watch(DEFINITIONS, {
        upserted(definition) {
          const name = definition.metadata?.name ?? ''
          const before = definitions.get(name)
          definitions.set(name, definition)
          return registry.registerAll([...servedBy(before), ...servedBy(definition)])
        },
        deleted(definition) {
          definitions.delete(definition.metadata?.name ?? '')
          void registry.registerAll(servedBy(definition))
        },
      })
      watches.push(ofDefinitions)
      await ofDefinitions.synced
      isSynced = true
      await registry.registerAll([...apiServices.values()].map(placeOf))
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
