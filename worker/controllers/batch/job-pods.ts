import { numberOfText } from '../../api/numbers.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { listAt, textAt } from '../../resources/path.ts'
import { isBeingDeleted, objectAt } from '../object-parts.ts'
import type { JobSpec } from './job-state.ts'
import { matchFailurePolicy } from './pod-failures.ts'

/** Reads the labels, annotations and finalizer of pods that belong to jobs, and makes pod templates with them. */
export interface JobPods {
  /** The finalizer of uncounted pods. */
  readonly tracking: string
  isTracked(pod: ApiObject): boolean
  /** The completion index of a pod; undefined without one. */
  indexOf(pod: ApiObject): number | undefined
  /**
   * The numbers of earlier failed pods of the same index: of counted pods, and of pods that the failure policy ignores.
   */
  failuresBefore(pod: ApiObject): { readonly counted: number; readonly ignored: number }
  /** The pod template of a job without indexes. */
  template(job: ApiObject): JsonObject
  /**
   * The pod template of one index.
   * @param replaced the last failed pod of the index, when each index has its own backoff limit
   */
  indexedTemplate(job: ApiObject, spec: JobSpec, index: number, replaced: ApiObject | undefined): JsonObject
}

/** The server truncates `generateName` to this length before it appends five characters. */
const LONGEST_PREFIX = 58
const INDEX_VARIABLE = 'JOB_COMPLETION_INDEX'
const MAX_INT32 = 2 ** 31 - 1

export const hasFailed = (pod: ApiObject, { waitsForEnd }: JobSpec): boolean => {
  const phase = textAt(pod, 'status.phase')
  return phase === 'Failed' || (!waitsForEnd && isBeingDeleted(pod) && phase !== 'Succeeded')
}

export const hasSucceeded = (pod: ApiObject): boolean => textAt(pod, 'status.phase') === 'Succeeded'

/** The start of a generated name, such as `job-3-`, truncated so that the index remains. */
export function indexedPrefix(job: ApiObject, index: number): string {
  const end = `-${index}-`
  const { name = '' } = job.metadata ?? {}
  return name.slice(0, LONGEST_PREFIX - end.length) + end
}

export function openJobPods({ spell }: Dialect): JobPods {
  const tracking = spell('batch.{labels}/job-tracking')
  const indexName = spell('batch.{labels}/job-completion-index')
  const countName = spell('batch.{labels}/job-index-failure-count')
  const ignoredName = spell('batch.{labels}/job-index-ignored-failure-count')

  const annotatedNumber = (pod: ApiObject, name: string): number | undefined => {
    const text = pod.metadata?.annotations?.[name] ?? ''
    return /^\+?\d+$/.test(text) && numberOfText(text) <= MAX_INT32 ? numberOfText(text) : undefined
  }
  const failuresBefore = (pod: ApiObject) => ({
    counted: annotatedNumber(pod, countName) ?? 0,
    ignored: annotatedNumber(pod, ignoredName) ?? 0,
  })

  function failureCounts(spec: JobSpec, replaced: ApiObject | undefined): JsonObject {
    if (replaced === undefined) return { [countName]: '0' }
    const { counted, ignored } = failuresBefore(replaced)
    const { isCounted } = matchFailurePolicy(spec.failurePolicy, replaced)
    const passed = isCounted ? ignored : ignored + 1
    return { [countName]: `${isCounted ? counted + 1 : counted}`, ...(passed > 0 && { [ignoredName]: `${passed}` }) }
  }

  function template(job: ApiObject): JsonObject {
    const base = objectAt(objectAt(job, 'spec'), 'template')
    const metadata = objectAt(base, 'metadata')
    const finalizers = listAt(metadata, 'finalizers')
    if (finalizers.includes(tracking)) return base
    return { ...base, metadata: { ...metadata, finalizers: [...finalizers, tracking] } }
  }

  const withVariable = (container: Json): Json => withIndexVariable(container, indexName)

  return {
    tracking,
    isTracked: ({ metadata }) => metadata?.finalizers?.includes(tracking) === true,
    indexOf: (pod) => annotatedNumber(pod, indexName),
    failuresBefore,
    template,
    indexedTemplate(job, spec, index, replaced) {
      const base = template(job)
      const metadata = objectAt(base, 'metadata')
      const podSpec = objectAt(base, 'spec')
      const counts = spec.backoffLimitPerIndex === undefined ? {} : failureCounts(spec, replaced)
      const initContainers = listAt(podSpec, 'initContainers').map(withVariable)
      return {
        ...base,
        metadata: {
          ...metadata,
          labels: { ...objectAt(metadata, 'labels'), [indexName]: `${index}` },
          annotations: { ...objectAt(metadata, 'annotations'), [indexName]: `${index}`, ...counts },
        },
        spec: {
          ...podSpec,
          hostname: `${job.metadata?.name ?? ''}-${index}`,
          containers: listAt(podSpec, 'containers').map(withVariable),
          ...(initContainers.length > 0 && { initContainers }),
        },
      }
    },
  }
}

/** The container with the environment variable that holds the completion index, unless it sets that variable itself. */
function withIndexVariable(container: Json, label: string): Json {
  if (!isObject(container)) return container
  const env = listAt(container, 'env')
  if (env.some((one) => isObject(one) && one['name'] === INDEX_VARIABLE)) return container
  const valueFrom = { fieldRef: { fieldPath: `metadata.labels['${label}']` } }
  return { ...container, env: [...env, { name: INDEX_VARIABLE, valueFrom }] }
}
