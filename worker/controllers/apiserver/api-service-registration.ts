import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { wasRefused } from '../../api/status.ts'
import { equalJson } from '../../patch/json-values.ts'
import { listAt, textAt, valueAt } from '../../resources/path.ts'
import { builtinGroups } from '../../schema/builtin/resources.ts'
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

/** The APIServices and the versions of definitions that watches have delivered. */
class Registry {
  readonly apiServices = new Map<string, ApiObject>()
  /** The served versions of each definition. */
  readonly #served = new Map<string, readonly Place[]>()
  /** The number of definitions that serve a version, by the name of its APIService. */
  readonly #counts = new Map<string, number>()
  readonly #context: ControllerContext
  readonly #label: string
  /** The names of the APIServices of built-in versions, which another part of the server creates. */
  readonly #builtin: ReadonlySet<string>

  constructor(context: ControllerContext) {
    this.#context = context
    const { dialect } = context
    this.#label = dialect.spell(MANAGED)
    const names = builtinGroups().flatMap(({ group, versions }) =>
      versions.map(({ version }) => nameOf({ group: dialect.spell(group), version })),
    )
    this.#builtin = new Set(names)
  }

  /** Notes what a definition serves; undefined for a deleted one. Returns the versions that it serves or served before. */
  define(name: string, definition: ApiObject | undefined): readonly Place[] {
    const [before, after] = [this.#served.get(name) ?? [], servedBy(definition)]
    this.#served.set(name, after)
    if (definition === undefined) this.#served.delete(name)
    for (const place of before) this.#count(place, -1)
    for (const place of after) this.#count(place, 1)
    return [...before, ...after]
  }

  #count(place: Place, by: 1 | -1): void {
    const count = (this.#counts.get(nameOf(place)) ?? 0) + by
    if (count > 0) this.#counts.set(nameOf(place), count)
    else this.#counts.delete(nameOf(place))
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
    const name = nameOf(place)
    if (this.#builtin.has(name)) return
    const current = this.apiServices.get(name)
    if (current !== undefined && current.metadata?.labels?.[this.#label] !== 'true') return
    const spec = { ...place, ...PRIORITIES }
    if (!this.#counts.has(name)) {
      if (current !== undefined) await client.delete(API_SERVICES, current)
    } else if (current === undefined) {
      const apiVersion = `${dialect.spell(API_SERVICES.group)}/${API_SERVICES.version}`
      const metadata = { name, labels: { [this.#label]: 'true' } }
      await client.create(API_SERVICES, { kind: 'APIService', apiVersion, metadata, spec }, FIELD_MANAGER)
    } else if (!equalJson(current['spec'] ?? null, spec)) {
      await client.update(API_SERVICES, { ...current, spec }, FIELD_MANAGER)
    }
  }
}

/** The name of the APIService of a version. */
const nameOf = ({ group, version }: Place): string => `${version}.${group}`

/**
 * Creates an APIService for each version that a custom resource definition serves, restores its spec, and deletes it when no definition
 * serves the version. APIServices that a user created are left alone.
 */
export function apiServiceRegistration(context: ControllerContext): Controller {
  const { client } = context
  const registry = new Registry(context)
  const { apiServices } = registry
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
        upserted: (definition) => registry.registerAll(registry.define(definition.metadata?.name ?? '', definition)),
        deleted(definition) {
          void registry.registerAll(registry.define(definition.metadata?.name ?? '', undefined))
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
