import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty, ownMember } from '../../api/json.ts'
import { quote } from '../../api/go-format.ts'
import { goJson } from '../../api/go-json.ts'
import { equalJson } from '../../patch/json-values.ts'
import { asGiven, forgetEmpty } from '../../api/given-empty.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, checkAlways, checkObject, spelled } from '../notation/rule.ts'
import { givenAt, listAt, textAt, valueAt } from '../path.ts'
import { goSlice, goStringMap, goStrings, goStruct } from '../../api/go-source.ts'
import { MIRROR } from '../rules/profile-annotations.ts'
import { tolerations } from '../rules/scheduling.ts'
import { qosClass } from './qos-class.ts'
import { goDiff } from '../go-diff/format-diff.ts'
import { podSpecDiff } from './pod-spec-diff.ts'
import { equalSpecs } from '../rules/equal-specs.ts'

// The parts of a stored pod that may change: images, deadlines, removed gates and added tolerations.

const LARGEST = 2147483647
const MUTABLE = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
].join(',')

/** Reports faults of images. Returns whether the lists of containers have the same length, so that later rules can compare them. */
function checkImages(spec: JsonObject, old: JsonObject, list: string, place: Place): boolean {
  const containers = listAt(spec, list)
  if (containers.length !== listAt(old, list).length) {
    place.forbidden('pod updates may not add or remove containers', list)
    return false
  }
  containers.forEach((container, index) => {
    if (!isObject(container)) return
    const image = textAt(container, 'image')
    if (image === '') place.required('', list, index, 'image')
    else if (image.trim() !== image)
      place.invalid(image, 'must not have leading or trailing whitespace', list, index, 'image')
  })
  return true
}

/** Reports a deadline that may not have its new value. Returns whether the later rules run: also after a removed deadline. */
function checkDeadline(spec: JsonObject, old: JsonObject, place: Place): boolean {
  const { activeDeadlineSeconds: next } = spec
  const { activeDeadlineSeconds: previous } = old
  const report = (text: string): void => place.invalid(next, text, 'activeDeadlineSeconds')
  if (typeof next !== 'number' && typeof next !== 'bigint') {
    if (typeof previous === 'number') report('must not update from a positive integer to nil value')
    return true
  }
  if (next < 0 || next > LARGEST) {
    report(`must be between 0 and ${LARGEST}, inclusive`)
    return false
  }
  if (typeof previous !== 'number' || next <= previous) return true
  report('must be less than or equal to previous value')
  return false
}

/** The same text for tolerations that differ only in `tolerationSeconds`. */
const withoutSeconds = (toleration: Json): string =>
  goJson(isObject(toleration) ? { ...toleration, tolerationSeconds: undefined } : toleration)

/**
 * Reports old tolerations that are missing or changed, apart from their `tolerationSeconds`. Returns whether the new tolerations
 * are validated again.
 */
function checkTolerations(spec: JsonObject, old: JsonObject, place: Place): boolean {
  const current = new Set(listAt(spec, 'tolerations').map(withoutSeconds))
  if (listAt(old, 'tolerations').every((toleration) => current.has(withoutSeconds(toleration)))) return true
  place.forbidden('existing toleration can not be modified except its tolerationSeconds', 'tolerations')
  return false
}

function checkGates(spec: JsonObject, old: JsonObject, place: Place): void {
  const gates = new Set(
    listAt(old, 'schedulingGates')
      .filter(isObject)
      .map((gate) => textAt(gate, 'name')),
  )
  const given = listAt(spec, 'schedulingGates').map((gate) => textAt(objectOrEmpty(gate), 'name'))
  // The real server keeps the last index of each name.
  given.forEach((name, index) => {
    if (gates.has(name) || given.lastIndexOf(name) !== index) return
    const text = `only deletion is allowed, but found new scheduling gate '${name}'`
    place.forbidden(text, 'schedulingGates', index, 'name')
  })
}

const withImages = (spec: JsonObject, old: JsonObject, list: string): Json[] => {
  const before = listAt(old, list)
  return listAt(spec, list).map((container, index) => {
    const previous = before[index]
    return isObject(container) && isObject(previous) ? { ...container, image: previous['image'] } : container
  })
}

/** The lists that the real server makes new for the comparison, so that an empty one equals an absent one. */
const MASKED = ['containers', 'initContainers', 'schedulingGates', 'tolerations']

/** The new spec with the old values of the fields that may change. */
function masked(spec: JsonObject, old: JsonObject): JsonObject {
  const gated = listAt(old, 'schedulingGates').length > 0
  const { terminationGracePeriodSeconds: period } = spec
  const { terminationGracePeriodSeconds: before } = old
  const shortened = typeof before === 'number' && before < 0 && period === 1
  const result: JsonObject = {
    ...spec,
    containers: withImages(spec, old, 'containers'),
    ...(spec['initContainers'] !== undefined && { initContainers: withImages(spec, old, 'initContainers') }),
    activeDeadlineSeconds: old['activeDeadlineSeconds'],
    schedulingGates: old['schedulingGates'],
    tolerations: old['tolerations'],
    ...(shortened && { terminationGracePeriodSeconds: before }),
    ...(gated && { nodeSelector: old['nodeSelector'], affinity: maskedAffinity(spec['affinity'], old['affinity']) }),
  }
  for (const field of [...MASKED, ...(gated ? ['nodeSelector'] : [])]) forgetEmpty(result, field)
  return result
}

/** The new affinity with the old node affinity. */
function maskedAffinity(affinity: Json | undefined, old: Json | undefined): Json | undefined {
  const before = isObject(old) ? old['nodeAffinity'] : undefined
  if (!isObject(affinity)) return before === undefined ? affinity : { nodeAffinity: before }
  const { nodeAffinity: _nodes, ...others } = affinity
  if (!isObject(old) && Object.keys(others).length === 0) return undefined
  return { ...others, ...(before !== undefined && { nodeAffinity: before }) }
}

const withoutNulls = (spec: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null && value !== undefined))

const differs = (spec: JsonObject, old: JsonObject): boolean =>
  !equalSpecs('api.core.v1.PodSpec', withoutNulls(spec), withoutNulls(old))

const ONLY_MORE = 'only additions are allowed (no mutations or deletions)'
const ONLY_MORE_NODES = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)'
const NODE_TERMS = 'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms'

const REQUIREMENT = 'core.NodeSelectorRequirement'
const goRequirements = goSlice(
  REQUIREMENT,
  goStruct(REQUIREMENT, { Key: 'key', Operator: 'operator', Values: ['values', goStrings] }),
)
const goTerm = goStruct('core.NodeSelectorTerm', {
  MatchExpressions: ['matchExpressions', goRequirements],
  MatchFields: ['matchFields', goRequirements],
})
const goTerms = goSlice('core.NodeSelectorTerm', goTerm)

const REQUIREMENTS = ['matchExpressions', 'matchFields']
const requirementsOf = (term: Json, list: string): readonly Json[] => (isObject(term) ? listAt(term, list) : [])

/**
 * Whether the term has the old requirements first, in order, and perhaps more. A term without requirements matches no node, so
 * it may not receive any.
 */
function keepsRequirements(term: Json, old: Json): boolean {
  const isEmpty = (one: Json): boolean => REQUIREMENTS.every((list) => requirementsOf(one, list).length === 0)
  if (isEmpty(old) && !isEmpty(term)) return false
  return REQUIREMENTS.every((list) => {
    const before = requirementsOf(old, list)
    const now = requirementsOf(term, list)
    return before.every((item, index) => equalJson(now[index] ?? null, item))
  })
}

/** While a pod has scheduling gates, its node selector and node affinity may only become stricter. */
function checkConstraints(spec: JsonObject, old: JsonObject, place: Place): void {
  const selector = objectOrEmpty(spec['nodeSelector'])
  if (Object.entries(objectOrEmpty(old['nodeSelector'])).some(([key, value]) => selector[key] !== value)) {
    place.invalidShown(goStringMap(asGiven(spec, 'nodeSelector')), ONLY_MORE_NODES, 'nodeSelector')
  }
  const before = listAt(old, NODE_TERMS)
  if (before.length === 0) return
  const terms = listAt(spec, NODE_TERMS)
  const steps = NODE_TERMS.split('.')
  if (terms.length !== before.length) {
    const text = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed'
    return place.invalidShown(goTerms(givenAt(spec, NODE_TERMS)), text, ...steps)
  }
  terms.forEach((term, index) => {
    if (!keepsRequirements(term, before[index] ?? null)) place.invalidShown(goTerm(term), ONLY_MORE, ...steps, index)
  })
}

const LISTS = ['containers', 'initContainers']

/** The number of containers may not change. `podSpecUpdate` runs after this rule. */
export const containersUpdate: Rule = checkObject((spec, place, old) => {
  if (old === undefined || !checkImages(spec, old, 'containers', place)) return
  checkImages(spec, old, 'initContainers', place)
})

/** Returns whether the later rules apply. They do not for an unchanged spec, nor after a fault that they would repeat. */
const beforeTolerations = checkObject((spec, place, old) => {
  // Most updates leave the spec unchanged.
  if (old === undefined || equalJson(spec, old)) return false
  if (LISTS.some((list) => listAt(spec, list).length !== listAt(old, list).length)) return false
  return checkDeadline(spec, old, place)
})

/** The real server checks the new tolerations a second time. */
const tolerationsUpdate = all(
  checkObject((spec, place, old) => old !== undefined && checkTolerations(spec, old, place)),
  at('tolerations', tolerations),
)

/** The stored QoS class, when the new spec would change it; undefined when it stays. */
function changedQosClass(spec: JsonObject, { object, old }: Place): string | undefined {
  const before = old && (textAt(old, 'status.qosClass') || qosClass(old))
  return before === qosClass({ spec }) ? undefined : textAt(object, 'status.qosClass')
}

const afterTolerations = checkObject((spec, place, old) => {
  if (old === undefined) return
  checkGates(spec, old, place)
  const changed = changedQosClass(spec, place)
  if (changed !== undefined) place.outside(() => place.invalid(changed, 'Pod QoS is immutable', 'metadata'))
  if (listAt(old, 'schedulingGates').length > 0) checkConstraints(spec, old, place)
  const next = masked(spec, old)
  if (!differs(next, old)) return
  place.forbidden(`pod updates may not change fields other than ${MUTABLE}\n${podSpecDiff(old, next)}`)
})

export const podSpecUpdate: Rule = all(beforeTolerations, tolerationsUpdate, afterTolerations)

const keptEphemeral = checkAlways((value, place, old) => {
  const named = (list: Json | undefined): ReadonlyMap<string, Json> =>
    new Map(Array.isArray(list) ? list.filter(isObject).map((item) => [textAt(item, 'name'), item]) : [])
  const next = named(value)
  for (const [name, previous] of named(old)) {
    const kept = next.get(name)
    if (kept === undefined) place.forbidden(`existing ephemeral containers ${quote(name)} may not be removed\n`)
    else if (!equalSpecs('api.core.v1.EphemeralContainer', kept, previous)) {
      const text = goDiff('EphemeralContainer', previous, kept)
      place.forbidden(`existing ephemeral containers ${quote(name)} may not be changed\n${text}`)
    }
  }
})

/** A static pod, which its node has from a file, has an annotation in the server. Other faults of it are not reported. */
const isNotStatic = (mirror: string): Rule =>
  checkObject((_pod, place, old) => {
    const annotations = objectOrEmpty(valueAt(old ?? {}, 'metadata.annotations'))
    if (ownMember(annotations, mirror) === undefined) return true
    place.forbidden('static pods do not support ephemeral containers', '[]')
    return false
  })

/** The rules of a pod whose ephemeral containers change: they may be added, but neither changed nor removed. */
export const ephemeralContainersUpdate = (...rules: readonly Rule[]): Rule =>
  spelled((spell) => [isNotStatic(spell(MIRROR)), ...rules, at('spec.ephemeralContainers', keptEphemeral)])
