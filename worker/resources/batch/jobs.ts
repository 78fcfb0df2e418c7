import { humanDuration } from '../../api/duration.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import { dnsLabel } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, text } from '../columns.ts'
import { when } from '../notation/defaults.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, immutable, required } from '../notation/rule.ts'
import { goSource } from '../go-diff/go-syntax.ts'
import { givenAt, listAt, numberAt, textAt, valueAt } from '../path.ts'
import type { Kind } from '../resource.ts'
import { selectorText } from '../../api/selector-text.ts'
import { goStringMap } from '../../api/go-source.ts'
import { podNameWarning } from '../rules/host-name.ts'
import { immutableAs, shownOrNull } from '../rules/immutability.ts'
import { jobSpec } from '../rules/job-defaults.ts'
import { jobSpecRules, jobWarnings } from '../rules/job-rules.ts'
import { labelSelector, matches } from '../rules/label-selector.ts'
import { podGates } from '../rules/pod-gates.ts'
import { immutableSelector } from '../rules/replica-template.ts'
import { counts } from '../rules/status-counts.ts'
import { templateColumns } from '../rules/template-columns.ts'
import { copyTemplateLabels, templateLabels } from '../rules/template-labels.ts'
import { trueConditions } from '../rules/true-conditions.ts'
import { conditionsFit } from './job-conditions.ts'
import { generatedSelector, generateSelector } from './generated-selector.ts'
import { equalSpecs } from '../rules/equal-specs.ts'

/** The default of `backoffLimit` when each index has its own limit. */
const LARGEST = 2147483647

const lacks = (spec: JsonObject, field: string): boolean => spec[field] === undefined || spec[field] === null

const selects = checkObject((spec, place) => {
  const labels = givenAt(spec, 'template.metadata.labels')
  if (matches(spec['selector'], labels) !== false) return
  const why = '`selector` does not match template `labels`'
  place.invalidShown(goStringMap(labels), why, 'template', 'metadata', 'labels')
})

/** The pods of an indexed job are named after the job and their index. The longest name must be a DNS label. */
const indexNames = checkObject((job, place) => {
  const wanted = valueAt(job, 'spec.completions')
  const name = textAt(job, 'metadata.name')
  if (valueAt(job, 'spec.completionMode') !== 'Indexed' || typeof wanted !== 'number' || wanted <= 0) return
  const longest = `${name}-${wanted - 1}`
  if (dnsLabel(longest).length === 0) return
  place.invalid(name, `will not able to create pod with invalid DNS label: ${longest}`, 'metadata', 'name')
})

const rules: readonly Rule[] = [
  generatedSelector,
  at('spec', jobSpecRules, at('selector', required(), labelSelector), selects),
  indexNames,
]

/** An indexed job may change its completions only to the number of its new parallelism. */
const completions = checkObject((spec, place, old) => {
  const { completions: next } = spec
  if (old === undefined || (next ?? null) === (old['completions'] ?? null)) return
  if (spec['completionMode'] !== 'Indexed') place.invalid(next, 'field is immutable', 'completions')
  else if (typeof next === 'number' && next !== spec['parallelism']) {
    place.invalid(next, 'can only be modified in tandem with spec.parallelism', 'completions')
  }
})

const SCHEDULING = ['nodeSelector', 'tolerations', 'schedulingGates']

/** The stored template with the labels, annotations and scheduling fields of the new one. */
function redirected(old: JsonObject, next: JsonObject): JsonObject {
  const [before, spec] = [objectAt(old, 'spec'), objectAt(next, 'spec')]
  const directions = Object.fromEntries(SCHEDULING.map((field) => [field, spec[field]]))
  const [metadata, given] = [objectAt(old, 'metadata'), objectAt(next, 'metadata')]
  return {
    ...old,
    metadata: { ...metadata, annotations: given['annotations'], labels: given['labels'] },
    spec: { ...before, ...directions, affinity: redirectedAffinity(before['affinity'], spec['affinity']) },
  }
}

function redirectedAffinity(old: Json | undefined, next: Json | undefined): Json | undefined {
  const nodeAffinity = isObject(next) ? next['nodeAffinity'] : undefined
  const { nodeAffinity: _before, ...others } = objectOrEmpty(old)
  if (!isObject(next) && Object.keys(others).length === 0) return undefined
  return { ...others, ...(nodeAffinity !== undefined && { nodeAffinity }) }
}

const objectAt = (holder: JsonObject, field: string): JsonObject => {
  const value = holder[field]
  return objectOrEmpty(value)
}

/**
 * The template may not change, except the labels, annotations and scheduling fields of a suspended job that has no start time.
 */
const template = checkObject((spec, place, old) => {
  if (old === undefined || place.old === undefined) return
  const [next, before] = [objectAt(spec, 'template'), objectAt(old, 'template')]
  const isOpen = old['suspend'] === true && textAt(place.old, 'status.startTime') === ''
  if (!equalSpecs('api.core.v1.PodTemplateSpec', next, isOpen ? redirected(before, next) : before)) {
    place.invalidShown(goSource('PodTemplateSpec', next), 'field is immutable', 'template')
  }
})

const updates: readonly Rule[] = [
  at(
    'spec',
    jobSpecRules,
    at('selector', required(), labelSelector),
    selects,
    completions,
    at('selector', immutableSelector),
    template,
    at('completionMode', immutable),
    at('podFailurePolicy', immutableAs(shownOrNull((policy) => goSource('batch.PodFailurePolicy', policy)))),
    at('backoffLimitPerIndex', immutable),
    at('managedBy', immutable),
  ),
]

const uncounted = checkObject((pods, place) => {
  const seen = new Set<Json>()
  for (const list of ['succeeded', 'failed']) {
    listAt(pods, list).forEach((uid, index) => {
      if (uid === '') place.invalid(uid, 'must not be empty', list, index)
      else if (seen.has(uid)) place.duplicate(uid, list, index)
      else seen.add(uid)
    })
  }
})

function statusCell(job: ApiObject): string {
  const met = trueConditions(job)
  if (met.has('Complete')) return 'Complete'
  if (met.has('Failed')) return 'Failed'
  if (job.metadata?.deletionTimestamp !== undefined) return 'Terminating'
  if (met.has('Suspended')) return 'Suspended'
  return met.has('FailureTarget') ? 'FailureTarget' : 'Running'
}

function completionsCell(job: ApiObject): string {
  const succeeded = numberAt(job, 'status.succeeded')
  const wanted = valueAt(job, 'spec.completions')
  if (typeof wanted === 'number') return `${succeeded}/${wanted}`
  const parallelism = numberAt(job, 'spec.parallelism')
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`
}

function durationCell(job: ApiObject, now: number): string {
  const start = textAt(job, 'status.startTime')
  if (start === '') return ''
  const end = textAt(job, 'status.completionTime')
  return humanDuration((end === '' ? now : Date.parse(end)) - Date.parse(start))
}

export const jobs = {
  resource: 'batch/jobs',
  defaults: {
    metadata: { labels: templateLabels },
    spec: {
      completions: when((spec) => lacks(spec, 'completions') && lacks(spec, 'parallelism'), 1),
      parallelism: 1,
      backoffLimit: (spec) => (lacks(spec, 'backoffLimitPerIndex') ? 6 : LARGEST),
      completionMode: 'NonIndexed',
      manualSelector: false,
      suspend: false,
      podReplacementPolicy: (spec) => (lacks(spec, 'podFailurePolicy') ? 'TerminatingOrFailed' : 'Failed'),
      podFailurePolicy: { rules: { onPodConditions: { status: 'True' } } },
      ...jobSpec,
    },
  },
  gated: {
    ...podGates('spec.template.spec'),
    'spec.managedBy': { gate: 'JobManagedBy', createOnly: true },
    'spec.successPolicy': 'JobSuccessPolicy',
  },
  rules,
  // The real server runs these rules twice.
  updates: [...rules, ...updates],
  subresourceRules: {
    status: [
      at(
        'status',
        counts('active', 'succeeded', 'failed', 'ready', 'terminating'),
        at('uncountedTerminatedPods', uncounted),
      ),
      conditionsFit,
    ],
  },
  warnings: [podNameWarning, jobWarnings('spec')],
  behaviour: ({ spell }) => ({
    prepareCreate: generateSelector(spell),
    completeNew: copyTemplateLabels,
    completeChanged: copyTemplateLabels,
    deleteWarnings: [
      'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
    ],
    unsupportedField: (label) => `field label "${label}" not supported for Job`,
    fieldSelectors: { 'status.successful': (object) => String(numberAt(object, 'status.succeeded')) },
    columns: [
      text('Status', 'Status of the job.', statusCell),
      text(
        'Completions',
        'The number of pods which reached phase Succeeded. The value increases monotonically for a given spec. However, it may decrease in reaction to scale down of elastic indexed jobs.',
        completionsCell,
      ),
      { ...text('Duration', 'Time required to complete the job.', ''), cell: durationCell },
      age,
      ...templateColumns('spec.template'),
      text(
        'Selector',
        'A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: https://{labels}/docs/concepts/overview/working-with-objects/labels/#label-selectors',
        (job) => selectorText(valueAt(job, 'spec.selector')),
        1,
      ),
    ],
  }),
} satisfies Kind
