import { isObject, objectOrEmpty, objectsIn, type Json, type JsonObject } from '../../../worker/api/json.ts'
import { differences, type Difference } from '../../../worker/patch/json-differences.ts'
import { dialects } from '../../../worker/dialect/dialect.ts'
import type { ClusterHandle } from '../../cluster/cluster.ts'
import type { ResourceType } from '../../client/discovery.ts'
import { withoutServerFields } from '../../client/manifest.ts'
import { resourcePath } from '../../client/resource-path.ts'
import { causesOf, labRequest, messageOf, type LabAnswer, type LabRequest } from '../lab-request.ts'
import { readYamlText } from '../read-yaml.ts'
import { converterOf, type Converter } from './converter-handler.ts'
import { openDefinition } from './open-definition.ts'
import { servedType } from '../../client/served-type.ts'

/** A row of the table: an object, perhaps with the stored object that it replaces. */
export interface ObjectTrial {
  readonly object: string
  readonly old: string
}

export interface ObjectVerdict {
  readonly isValid: boolean
  readonly faults: readonly string[]
  /** Dropped fields and other warnings of the server. */
  readonly warnings: readonly string[]
  /** The defaults and the dropped fields: the differences between the sent object and the answer. */
  readonly changes: readonly Difference[]
  /** The cells of `kubectl get`, by column. */
  readonly cells: readonly (readonly [string, string])[]
  /** Faults of the stored object that the server tolerates because the update does not change their fields. */
  readonly tolerated: readonly string[]
  /** The object in each served version, without the metadata of the server; empty when there is only one version. */
  readonly versions: readonly { readonly version: string; readonly object: JsonObject }[]
}

export interface DefinitionTrial {
  /** The faults of the definition; empty when the server accepts it. */
  readonly faults: readonly string[]
  /** The type that the definition adds; undefined when the server refuses the definition. */
  readonly type?: ResourceType
  /** The converter of the objects; undefined when no handler can serve the conversion. */
  readonly converter?: Converter | undefined
  readonly verdicts: readonly ObjectVerdict[]
}

const TABLE = 'application/json;as=Table;v=v1;g=meta.{domain}'

/** Applies a definition, and validates objects with it. The objects are sent as dry runs, or deleted afterwards. */
export async function tryDefinition(
  cluster: ClusterHandle,
  definition: string,
  objects: readonly ObjectTrial[],
): Promise<DefinitionTrial> {
  const refused = (faults: readonly string[]): DefinitionTrial => ({ faults, verdicts: [] })
  const read = await readYamlText(definition)
  if ('fault' in read) return refused([read.fault])
  if (!isObject(read.value) || !isObject(read.value['metadata']))
    return refused(['The definition must be a map with metadata.'])
  const { spell } = dialects[cluster.info.dialect]
  const name = String(read.value['metadata']['name'] ?? '')
  const path = `/apis/${spell('apiextensions.{domain}')}/v1/customresourcedefinitions/${encodeURIComponent(name)}`
  const { value } = read
  const apply = (body: JsonObject): Promise<LabAnswer> =>
    labRequest(cluster, {
      method: 'PATCH',
      path: `${path}?fieldManager=crd-lab&force=true&fieldValidation=Strict`,
      type: 'application/apply-patch+yaml',
      body,
    })
  const applied = await apply(value)
  if (applied.code >= 400) return refused(faultsOf(applied))
  const type = await servedType(cluster, applied.body)
  if (type === undefined) return refused(['The server does not serve the kind; read the conditions of the definition.'])
  const served = versionsOf(applied.body)
  const withoutRules = async <T>(work: () => Promise<T>): Promise<T> => {
    await apply(openDefinition(value))
    try {
      return await work()
    } finally {
      await apply(value)
    }
  }
  const trial = new Trial(cluster, type, { versions: served.length > 1 ? served : [], withoutRules })
  const verdicts: ObjectVerdict[] = []
  for (const tried of objects) verdicts.push(await trial.run(tried))
  return { faults: [], type, verdicts, converter: converterOf(value) }
}

const faultsOf = (answer: LabAnswer): readonly string[] => {
  const causes = causesOf(answer)
  return causes.length > 0 ? causes : [messageOf(answer)]
}

function versionsOf({ spec }: JsonObject): readonly string[] {
  return objectsIn(isObject(spec) ? spec['versions'] : undefined).flatMap(({ name, served }) =>
    typeof name === 'string' && served === true ? [name] : [],
  )
}

interface TrialOptions {
  /** The served versions when there are several. */
  readonly versions: readonly string[]
  /** Runs `work` while the definition has no rules. */
  withoutRules<T>(work: () => Promise<T>): Promise<T>
}

/** Sends the objects of the table. Objects of a namespaced kind are sent to the namespace `default`. */
class Trial {
  readonly #cluster: ClusterHandle
  readonly #type: ResourceType
  readonly #versions: readonly string[]
  readonly #withoutRules: TrialOptions['withoutRules']

  constructor(cluster: ClusterHandle, type: ResourceType, { versions, withoutRules }: TrialOptions) {
    this.#cluster = cluster
    this.#type = type
    this.#versions = versions
    this.#withoutRules = withoutRules
  }

  get #table(): string {
    return dialects[this.#cluster.info.dialect].spell(TABLE)
  }

  async run({ object, old }: ObjectTrial): Promise<ObjectVerdict> {
    const sent = await this.#read(object)
    if ('fault' in sent) return refusal([sent.fault])
    if (old.trim() === '') return this.#created(sent.value)
    const before = await this.#read(old)
    return 'fault' in before ? refusal([`old: ${before.fault}`]) : this.#replaced(sent.value, before.value)
  }

  async #created(sent: JsonObject): Promise<ObjectVerdict> {
    const answer = await this.#send('POST', '', 'dryRun=All&fieldValidation=Warn', { body: sent })
    if (answer.code >= 400) return refusal(faultsOf(answer), answer.warnings)
    const table = await this.#send('POST', '', 'dryRun=All', { body: sent, accept: this.#table })
    return { ...accepted(sent, answer), cells: cellsOf(table.body), versions: await this.#inVersions(sent) }
  }

  /**
   * The old object is stored for a moment, because an update needs a stored object. When the definition refuses the old
   * object, it is stored while the definition has no rules, as if it were older than the rules. The update then shows
   * which faults the server tolerates (ratcheting).
   */
  async #replaced(sent: JsonObject, old: JsonObject): Promise<ObjectVerdict> {
    const store = (): Promise<LabAnswer> => this.#send('POST', '', '', { body: old })
    const tried = await store()
    const before = tried.code >= 400 ? faultsOf(tried) : []
    const stored = tried.code >= 400 ? await this.#withoutRules(store) : tried
    if (stored.code >= 400) return refusal(faultsOf(stored).map((fault) => `old: ${fault}`))
    const { name, resourceVersion } = objectOrEmpty(stored.body['metadata'])
    try {
      const metadata = { ...objectOrEmpty(sent['metadata']), name, resourceVersion }
      const answer = await this.#send('PUT', String(name), 'dryRun=All&fieldValidation=Warn', {
        body: { ...sent, metadata },
      })
      if (answer.code < 400) return { ...accepted(sent, answer), tolerated: before }
      return refusal(faultsOf(answer), answer.warnings)
    } finally {
      await this.#send('DELETE', String(name), '')
    }
  }

  /** The object is stored for a moment, because a dry run returns it in one version only. */
  async #inVersions(sent: JsonObject): Promise<ObjectVerdict['versions']> {
    if (this.#versions.length === 0) return []
    const stored = await this.#send('POST', '', '', { body: sent })
    if (stored.code >= 400) return []
    const name = String(isObject(stored.body['metadata']) ? stored.body['metadata']['name'] : '')
    try {
      return await Promise.all(
        this.#versions.map(async (version) => {
          const { body } = await labRequest(this.#cluster, { method: 'GET', path: this.#path(name, version) })
          return { version, object: withoutServerFields(body) }
        }),
      )
    } finally {
      await this.#send('DELETE', name, '')
    }
  }

  async #read(text: string): Promise<{ readonly value: JsonObject } | { readonly fault: string }> {
    const read = await readYamlText(text)
    if ('fault' in read) return read
    const { group, version, kind } = this.#type
    if (!isObject(read.value)) return { fault: 'The object must be a map of fields.' }
    const metadata = objectOrEmpty(read.value['metadata'])
    return {
      value: { apiVersion: `${group}/${version}`, kind, ...read.value, metadata: { name: 'tried', ...metadata } },
    }
  }

  #send(
    method: 'POST' | 'PUT' | 'DELETE',
    name: string,
    query: string,
    more: Pick<LabRequest, 'body' | 'accept'> = {},
  ) {
    const path = `${this.#path(name)}${query === '' ? '' : `?${query}`}`
    return labRequest(this.#cluster, { method, path, ...more })
  }

  #path(name: string, version = this.#type.version): string {
    const { group, resource, namespaced } = this.#type
    return resourcePath({ group, version, resource, namespace: namespaced ? 'default' : '', name })
  }
}

const refusal = (faults: readonly string[], warnings: readonly string[] = []): ObjectVerdict => ({
  isValid: false,
  faults,
  warnings,
  tolerated: [],
  changes: [],
  cells: [],
  versions: [],
})

function accepted(sent: JsonObject, { body, warnings }: LabAnswer): ObjectVerdict {
  return {
    isValid: true,
    faults: [],
    warnings,
    tolerated: [],
    changes: differences({ ...sent, metadata: {} }, { ...body, metadata: {} }),
    cells: [],
    versions: [],
  }
}

function cellsOf({ columnDefinitions, rows }: JsonObject): readonly (readonly [string, string])[] {
  const columns = objectsIn(columnDefinitions)
  const [row] = objectsIn(rows)
  const cells: readonly Json[] = Array.isArray(row?.['cells']) ? row['cells'] : []
  return columns.map(({ name }, at) => [String(name), String(cells[at] ?? '')] as const)
}
