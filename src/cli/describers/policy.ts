import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { annotationLines } from '../description.ts'

const part = (value: unknown): JsonObject => (isObject(value) ? value : {})
const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** A label selector as one writes it: `app=web,tier in (a,b)`. */
export function selectorText(selector: unknown): string {
  const { matchLabels, matchExpressions } = part(selector)
  const pairs = Object.entries(part(matchLabels)).map(([key, value]) => `${key}=${String(value)}`)
  const terms = objects(matchExpressions).map(({ key, operator, values }) => {
    const listed = `(${strings(values).join(',')})`
    if (operator === 'Exists') return String(key)
    if (operator === 'DoesNotExist') return `!${String(key)}`
    return `${String(key)} ${operator === 'In' ? 'in' : 'notin'} ${listed}`
  })
  return [...pairs, ...terms].sort().join(',') || '<none>'
}

export function disruptionBudgetText({ metadata, spec, status }: ApiObject): string {
  const { minAvailable, maxUnavailable, selector } = part(spec)
  const state = part(status)
  const limit =
    minAvailable === undefined
      ? `Max unavailable:\t${String(maxUnavailable ?? '')}\n`
      : `Min available:\t${String(minAvailable)}\n`
  return [
    `Name:\t${metadata?.name ?? ''}\nNamespace:\t${metadata?.namespace ?? ''}\n`,
    limit,
    `Selector:\t${selectorText(selector)}\n`,
    'Status:\n',
    `    Allowed disruptions:\t${String(state.disruptionsAllowed ?? 0)}\n`,
    `    Current:\t${String(state.currentHealthy ?? 0)}\n`,
    `    Desired:\t${String(state.desiredHealthy ?? 0)}\n`,
    `    Total:\t${String(state.expectedPods ?? 0)}\n`,
  ].join('')
}

export function storageClassText(object: ApiObject): string {
  const { metadata, parameters, mountOptions, allowVolumeExpansion, allowedTopologies } = object
  const annotations = metadata?.annotations ?? {}
  const marked = Object.entries(annotations).some(
    ([key, value]) => key.endsWith('/is-default-class') && value === 'true',
  )
  const listed = Object.entries(part(parameters)).map(([key, value]) => `${key}=${String(value)}`)
  const options = strings(mountOptions)
  const unset = '<unset>'
  return [
    `Name:\t${metadata?.name ?? ''}\nIsDefaultClass:\t${marked ? 'Yes' : 'No'}\n`,
    annotationLines(annotations),
    `Provisioner:\t${String(object.provisioner)}\n`,
    `Parameters:\t${listed.length === 0 ? '<none>' : listed.sort().join(',')}\n`,
    `AllowVolumeExpansion:\t${allowVolumeExpansion === undefined ? unset : allowVolumeExpansion ? 'True' : 'False'}\n`,
    options.length === 0
      ? 'MountOptions:\t<none>\n'
      : `MountOptions:\n${options.map((each) => `  ${each}\n`).join('')}`,
    `ReclaimPolicy:\t${String(object.reclaimPolicy ?? unset)}\n`,
    `VolumeBindingMode:\t${String(object.volumeBindingMode ?? unset)}\n`,
    topologiesText(objects(allowedTopologies)),
  ].join('')
}

function topologiesText(terms: readonly JsonObject[]): string {
  if (terms.length === 0) return ''
  const lines = terms.map(({ matchLabelExpressions }, index) => {
    const found = objects(matchLabelExpressions).map(
      ({ key, values }) => `${String(key)} in [${strings(values).join(', ')}]`,
    )
    return `  Term ${index}:\t${found.length === 0 ? '<none>' : found.join('\n\t')}\n`
  })
  return `AllowedTopologies:\t\n${lines.join('')}`
}
