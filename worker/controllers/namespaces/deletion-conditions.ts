import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { GroupVersionResource } from '../client/group-version-resource.ts'

/** The remaining objects of one resource in a terminating namespace. */
export interface Remainder {
  readonly resource: GroupVersionResource
  readonly count: number
  /** The number of objects with each finalizer. */
  readonly finalizers: ReadonlyMap<string, number>
}

/** The result of one attempt to empty a namespace. */
export interface Outcome {
  /** Group versions of API services that do not answer: `metrics.example.com/v1`. */
  readonly unknown: readonly string[]
  readonly remaining: readonly Remainder[]
  /** The error messages of failed deletions. */
  readonly failures: readonly string[]
}

interface Condition {
  readonly type: string
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

const success = (type: string, reason: string, message: string): Condition => ({
  type,
  status: 'False',
  reason,
  message,
})

/** The conditions after an attempt without failures, in the order of the status. */
const SUCCESSES: readonly Condition[] = [
  success('NamespaceDeletionDiscoveryFailure', 'ResourcesDiscovered', 'All resources successfully discovered'),
  success(
    'NamespaceDeletionGroupVersionParsingFailure',
    'ParsedGroupVersions',
    'All legacy kube types successfully parsed',
  ),
  success(
    'NamespaceDeletionContentFailure',
    'ContentDeleted',
    'All content successfully deleted, may be waiting on finalization',
  ),
  success('NamespaceContentRemaining', 'ContentRemoved', 'All content successfully removed'),
  success('NamespaceFinalizersRemaining', 'ContentHasNoFinalizers', 'All content-preserving finalizers finished'),
]

function failureConditions({ unknown, remaining, failures }: Outcome): ReadonlyMap<string, Condition> {
  const held = new Map<string, number>()
  for (const { finalizers } of remaining)
    for (const [finalizer, count] of finalizers) held.set(finalizer, (held.get(finalizer) ?? 0) + count)
  const content = remaining.map(
    ({ resource: { resource, group }, count }) => `${resource}.${group} has ${count} resource instances`,
  )
  const finalizers = [...held].map(([finalizer, count]) => `${finalizer} in ${count} resource instances`)
  const found: [texts: readonly string[], type: string, reason: string, message: string][] = [
    [
      unknown.map((version) => `${version}: stale GroupVersion discovery: ${version}`),
      'NamespaceDeletionDiscoveryFailure',
      'DiscoveryFailed',
      `Discovery failed for some groups, ${unknown.length} failing: unable to retrieve the complete list of server APIs: `,
    ],
    [
      failures,
      'NamespaceDeletionContentFailure',
      'ContentDeletionFailed',
      `Failed to delete all resource types, ${failures.length} remaining: `,
    ],
    [content, 'NamespaceContentRemaining', 'SomeResourcesRemain', 'Some resources are remaining: '],
    [
      finalizers,
      'NamespaceFinalizersRemaining',
      'SomeFinalizersRemain',
      'Some content in the namespace has finalizers remaining: ',
    ],
  ]
  return new Map(
    found
      .filter(([texts]) => texts.length > 0)
      .map(([texts, type, reason, message]) => [
        type,
        { type, status: 'True', reason, message: message + texts.toSorted().join(', ') },
      ]),
  )
}

/**
 * The conditions of a terminating namespace; undefined when they are unchanged.
 * @param now RFC 3339
 */
export function deletionConditions(present: readonly Json[], outcome: Outcome, now: string): Json[] | undefined {
  const failed = failureConditions(outcome)
  const conditions = [...present]
  let isChanged = false
  for (const success of SUCCESSES) {
    const wanted = failed.get(success.type) ?? success
    const at = conditions.findIndex((one) => isObject(one) && one['type'] === wanted.type)
    const known = conditions[at]
    if (isObject(known) && hasState(known, wanted)) continue
    isChanged = true
    const { type, status, reason, message } = wanted
    conditions.splice(at < 0 ? conditions.length : at, 1, { type, status, lastTransitionTime: now, reason, message })
  }
  return isChanged ? conditions : undefined
}

const hasState = (condition: JsonObject, { status, reason, message }: Condition): boolean =>
  condition['status'] === status && condition['reason'] === reason && condition['message'] === message
