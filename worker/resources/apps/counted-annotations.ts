import { integerFault } from '../../api/int64.ts'
import { quote } from '../../api/go-format.ts'
import type { GroupVersionKind } from '../../api/group-version.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject, ownMember } from '../../api/json.ts'
import { valueAt } from '../path.ts'

/**
 * Number fields of older API versions, which objects of `apps` store as annotations. `isNamed`: the fault names the annotation,
 * and an empty text counts as absent.
 */
const ANNOTATIONS: ReadonlyMap<string, { readonly key: string; readonly isNamed: boolean }> = new Map([
  ['DaemonSet', { key: 'deprecated.daemonset.template.generation', isNamed: false }],
  ['Deployment', { key: 'deprecated.deployment.rollback.to', isNamed: true }],
])

/** The fault of a decoded object whose annotation holds no integer of 64 bits; only kinds of `apps` have such annotations. */
export function countedAnnotationFault({ group, kind }: GroupVersionKind, object: JsonObject): string | undefined {
  const annotation = group === 'apps' ? ANNOTATIONS.get(kind) : undefined
  if (annotation === undefined) return undefined
  const annotations = valueAt(object, 'metadata.annotations')
  if (!isObject(annotations)) return undefined
  const { key, isNamed } = annotation
  const text = ownMember(annotations, key)
  if (typeof text !== 'string' || (isNamed && text === '')) return undefined
  const why = integerFault(text, true)
  if (why === undefined) return undefined
  const fault = `strconv.ParseInt: parsing ${quote(text)}: ${why}`
  return isNamed ? `failed to parse annotation[${key}]=${text} as int64: ${fault}` : fault
}
