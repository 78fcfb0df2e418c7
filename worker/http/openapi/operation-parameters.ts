import type { Subresource } from '../../resources/resource.ts'
import type { Parameter } from './operation.ts'

const query = (type: Parameter['type'], ...names: string[]): Parameter[] =>
  names.map((name) => ({ name, in: 'query', type }))
export const inPath = (...names: string[]): Parameter[] => names.map((name) => ({ name, in: 'path', type: 'string' }))

export const PRETTY = query('string', 'pretty')
export const LIST = [
  ...query('boolean', 'allowWatchBookmarks'),
  ...query('string', 'continue', 'fieldSelector', 'labelSelector'),
  ...query('integer', 'limit'),
  ...query('string', 'resourceVersion', 'resourceVersionMatch'),
  ...query('boolean', 'sendInitialEvents'),
  ...query('integer', 'timeoutSeconds'),
  ...query('boolean', 'watch'),
]
export const WRITE = query('string', 'dryRun', 'fieldManager', 'fieldValidation')
export const PATCH = [...WRITE, ...query('boolean', 'force')]
export const DELETE = [
  ...query('string', 'dryRun'),
  ...query('integer', 'gracePeriodSeconds'),
  ...query('boolean', 'orphanDependents'),
  ...query('string', 'propagationPolicy'),
]
export const DELETE_COLLECTION = [
  ...LIST.filter(({ name }) => name !== 'allowWatchBookmarks' && name !== 'watch'),
  ...DELETE,
]

export const LOG = [
  ...query('string', 'container'),
  ...query('boolean', 'follow', 'insecureSkipTLSVerifyBackend', 'previous', 'timestamps'),
  ...query('integer', 'limitBytes', 'sinceSeconds', 'tailLines'),
]

/** The fields of the options kind of a connecting subresource, such as `PodExecOptions`. */
export function optionParameters({ schema }: Subresource): Parameter[] {
  return [...schema.fields].flatMap(([name, { schema: field }]) => {
    if (name === 'kind' || name === 'apiVersion') return []
    const item = field.type === 'list' ? field.items : field
    const kind = item.type === 'scalar' ? item.kind : 'string'
    return query(kind === 'integer' || kind === 'boolean' ? kind : 'string', name)
  })
}
