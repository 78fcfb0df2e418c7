import type { Json } from '../../../worker/api/json.ts'
import { isObject, objectOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { Failure } from '../failure.ts'

const FIRST =
  'Namespace ResourceQuota StorageClass CustomResourceDefinition ServiceAccount PodSecurityPolicy Role ClusterRole RoleBinding ClusterRoleBinding ConfigMap Secret Endpoints Service LimitRange PriorityClass PersistentVolume PersistentVolumeClaim Deployment StatefulSet CronJob PodDisruptionBudget'.split(
    ' ',
  )
const LAST = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']

type Order = (a: ApiObject, b: ApiObject) => number

/**
 * The order of `sortOptions`; undefined when the field is absent.
 * @throws Failure for an unknown order, and for `legacySortOptions` beside the order `fifo`
 */
export function sortOrderOf(options: Json | undefined): Order | undefined {
  if (!isObject(options)) return undefined
  const { order } = options
  if (order === 'fifo' && isObject(options.legacySortOptions))
    throw new Failure(
      "the field 'sortOptions.legacySortOptions' is set but the selected sort order is 'fifo', not 'legacy'",
    )
  if (order === 'fifo') return () => 0
  if (order !== 'legacy') throw new Failure("the field 'sortOptions.order' must be one of [fifo, legacy]")
  if (options.legacySortOptions === undefined) return creationOrder()
  const { orderFirst, orderLast } = objectOrEmpty(options.legacySortOptions)
  return creationOrder(stringsIn(orderFirst), stringsIn(orderLast))
}

/** Group, version and kind, then namespace and name, with placeholders for missing parts. */
function sortKeys({ apiVersion = '', kind = '', metadata }: ApiObject): [type: string, name: string] {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['~G', apiVersion]
  return [`${group}_${version}_${kind}`, `${metadata?.namespace ?? '~X'}|${metadata?.name ?? '~N'}`]
}

/**
 * The order in which objects can be created: kinds of `first`, then others, then kinds of `last`. Objects of one rank
 * are sorted by type, then by namespace and name.
 */
export function creationOrder(first: readonly string[] = FIRST, last: readonly string[] = LAST): Order {
  const rank = ({ kind = '' }: ApiObject): number => {
    const at = first.indexOf(kind)
    return at >= 0 ? at - first.length : last.indexOf(kind) + 1
  }
  return (a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b)
    const [left, right] = [sortKeys(a), sortKeys(b)]
    const at = left[0] === right[0] ? 1 : 0
    return left[at] < right[at] ? -1 : 1
  }
}
