import type { JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { equalJson } from '../../patch/json-values.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject, spelled } from '../notation/rule.ts'
import { copiedObject, valueAt } from '../path.ts'
import { goLabelSelector, goStringMap } from '../../api/go-source.ts'
import { matches } from '../rules/label-selector.ts'

// The labels by which a job finds its pods. The server sets them unless `manualSelector` is true.

interface Labels {
  readonly uid: string
  readonly name: string
}

const names = (spell: Dialect['spell']): Labels => ({
  uid: spell('batch.{labels}/controller-uid'),
  name: spell('batch.{labels}/job-name'),
})

/** The keys of the generated labels without a domain, the only ones before release 1.27. */
const LEGACY: Labels = { uid: 'controller-uid', name: 'job-name' }

const isManual = (job: ApiObject): boolean => valueAt(job, 'spec.manualSelector') === true

const labelsOf = (job: ApiObject, { uid, name }: Labels): Readonly<Record<string, string>> => ({
  [uid]: job.metadata?.uid ?? '',
  [name]: job.metadata?.name ?? '',
})

/**
 * Returns a function that fills in the selector and the labels of a new job. Validation refuses given labels with other values.
 */
export function generateSelector(spell: Dialect['spell']): (job: ApiObject) => void {
  const own = names(spell)
  return (job) => {
    if (isManual(job)) return
    const spec = copiedObject(job, 'spec')
    const template = copiedObject(spec, 'template')
    const metadata = copiedObject(template, 'metadata')
    const given = objectOrEmpty(metadata['labels'])
    const labels = { ...labelsOf(job, own), ...labelsOf(job, LEGACY), ...given }
    // By default, a job without labels has the labels of its pods. Such a job gets the generated labels, too.
    const shared = Object.keys(given).length > 0 && equalJson(job.metadata?.labels ?? {}, given)
    metadata['labels'] = labels
    if (shared && job.metadata) job.metadata.labels = { ...labels } as { [key: string]: string }
    const selector = objectOrEmpty(spec['selector'])
    const pairs = objectOrEmpty(selector['matchLabels'])
    spec['selector'] = { ...selector, matchLabels: { [own.uid]: job.metadata?.uid ?? '', ...pairs } }
  }
}

/**
 * Whether a job must have the generated labels with a domain. A stored job that lacks one of them is older than these labels,
 * and its updates need not add them.
 */
const needsDomain = (old: JsonObject | undefined, { uid, name }: Labels): boolean => {
  if (old === undefined) return true
  const labels = valueAt(old, 'spec.template.metadata.labels')
  return isObject(labels) && labels[uid] !== undefined && labels[name] !== undefined
}

const expected = (
  job: JsonObject,
  old: JsonObject | undefined,
  own: Labels,
): readonly (readonly [string, string])[] => [
  ...Object.entries(labelsOf(job, LEGACY)),
  ...(needsDomain(old, own) ? Object.entries(labelsOf(job, own)) : []),
]

/** A job without `manualSelector` must have the generated labels, and a selector that matches them. */
export const generatedSelector: Rule = spelled((spell) => {
  const own = names(spell)
  return [
    checkObject((job, place, old) => {
      const selector = valueAt(job, 'spec.selector')
      if (isManual(job) || !isObject(selector)) return
      const labels = valueAt(job, 'spec.template.metadata.labels')
      const given = objectOrEmpty(labels)
      const pairs = expected(job, old, own)
      for (const [key, value] of pairs) {
        const steps = ['spec', 'template', 'metadata', `labels[${key}]`]
        if (given[key] === undefined) place.required(`must be '${value}'`, ...steps)
        else if (given[key] !== value) place.invalidShown(goStringMap(labels), `must be '${value}'`, ...steps)
      }
      if (matches(selector, Object.fromEntries(pairs)) === false) {
        place.invalidShown(goLabelSelector(selector), '`selector` not auto-generated', 'spec', 'selector')
      }
    }),
  ]
})
