import type { Writer } from '../admission/admission.ts'
import type { ApiObject } from '../api/object.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Catalog } from '../resources/resource.ts'
import { serverItself } from './server-itself.ts'
import type { Target, Verbs } from './verbs.ts'

/** The writes of admission plugins. They go through the verbs, which are created after the plugins. */
export function admissionWriter(verbs: () => Verbs, catalog: Catalog, dialect: Dialect): Writer {
  const options = { dryRun: false, fieldManager: dialect.spell('{system}-apiserver') }
  const targetOf = (resource: string, { metadata = {} }: ApiObject, part?: string): Target => {
    const found = catalog.find('', 'v1', resource)
    if (found === undefined) throw new Error(`serve v1 ${resource}: an admission plugin writes it`)
    const subresource = part === undefined ? undefined : found.version.subresources.get(part)
    return { ...found, subresource, namespace: metadata.namespace ?? '', name: metadata.name ?? '' }
  }
  return {
    async create(resource, object) {
      await verbs().create({ ...targetOf(resource, object), name: '' }, serverItself, object, options)
    },
    async updateStatus(resource, object) {
      await verbs().update(targetOf(resource, object, 'status'), serverItself, object, options)
    },
  }
}
