import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { quote } from '../../api/field-error.ts'
import { equalJson } from '../../patch/json-values.ts'
import { asGiven } from '../../schema/given-empty.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { checkAlways, checkObject } from '../notation/rule.ts'
import { listAt, textAt } from '../path.ts'
import { goStringMap } from '../rules/go-source.ts'

/** What may change in a pod that is there: images, deadlines, gates that go, tolerations that come. */

const LARGEST = 2147483647
const MUTABLE = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
].join(',')

/** False where the lists cannot be compared further. */
function images(spec: JsonObject, old: JsonObject, list: string, kind: string, place: Place): boolean {
  const containers = listAt(spec, list)
  if (containers.length !== listAt(old, list).length) {
    place.forbidden(`pod updates may not add or remove ${kind}`, list)
    return false
  }
  containers.forEach((container, index) => {
    if (!isObject(container)) return
    const image = textAt(container, 'image')
    const trimmed = image.trim()
    if (trimmed === '') place.required('', list, index, 'image')
    else if (trimmed !== image)
      place.invalid(image, 'must not have leading or trailing whitespace', list, index, 'image')
  })
  return true
}

/** False where the deadline is past repair. */
function deadline(spec: JsonObject, old: JsonObject, place: Place): boolean {
  const { activeDeadlineSeconds: next } = spec
  const { activeDeadlineSeconds: previous } = old
  const say = (text: string): void => place.invalid(next, text, 'activeDeadlineSeconds')
  if (typeof next !== 'number') {
    if (typeof previous === 'number') say('must not update from a positive integer to nil value')
    return true
  }
  if (next < 0 || next > LARGEST) {
    say(`must be between 0 and ${LARGEST}, inclusive`)
    return false
  }
  if (typeof previous !== 'number' || next <= previous) return true
  say('must be less than or equal to previous value')
  return false
}

const withoutSeconds = (toleration: Json): Json =>
  isObject(toleration) ? { ...toleration, tolerationSeconds: undefined } : toleration

function addedTolerations(spec: JsonObject, old: JsonObject, place: Place): void {
  const known = listAt(spec, 'tolerations').map(withoutSeconds)
  const isKept = (toleration: Json): boolean => known.some((other) => equalJson(other, withoutSeconds(toleration)))
  if (listAt(old, 'tolerations').every(isKept)) return
  place.forbidden('existing toleration can not be modified except its tolerationSeconds', 'tolerations')
}

function removedGates(spec: JsonObject, old: JsonObject, place: Place): void {
  const known = new Set(
    listAt(old, 'schedulingGates')
      .filter(isObject)
      .map((gate) => textAt(gate, 'name')),
  )
  listAt(spec, 'schedulingGates')
    .filter(isObject)
    .forEach((gate, index) => {
      const name = textAt(gate, 'name')
      if (known.has(name)) return
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

/** The new spec with what may change put back. */
function masked(spec: JsonObject, old: JsonObject): JsonObject {
  const gated = listAt(old, 'schedulingGates').length > 0
  const { terminationGracePeriodSeconds: period } = spec
  const { terminationGracePeriodSeconds: before } = old
  const shortened = typeof before === 'number' && before < 0 && period === 1
  return {
    ...spec,
    containers: withImages(spec, old, 'containers'),
    ...(spec['initContainers'] !== undefined && { initContainers: withImages(spec, old, 'initContainers') }),
    activeDeadlineSeconds: old['activeDeadlineSeconds'],
    schedulingGates: old['schedulingGates'],
    tolerations: old['tolerations'],
    ...(shortened && { terminationGracePeriodSeconds: before }),
    ...(gated && { nodeSelector: old['nodeSelector'], affinity: old['affinity'] }),
  }
}

const changes = (spec: JsonObject, old: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(old), ...Object.keys(spec)])]
    .filter((field) => !equalJson(spec[field] ?? null, old[field] ?? null))
    .flatMap((field) => [
      `- \t${field}: ${JSON.stringify(old[field] ?? null)},`,
      `+ \t${field}: ${JSON.stringify(spec[field] ?? null)},`,
    ])

const ONLY_MORE = 'only additions are allowed (no mutations or deletions)'
const NODE_TERMS = 'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms'

const pairs = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

/** A term that has all it had. */
const isNarrower = (term: Json, old: Json): boolean =>
  ['matchExpressions', 'matchFields'].every((list) => {
    const now = isObject(term) ? listAt(term, list) : []
    return (isObject(old) ? listAt(old, list) : []).every((item) => now.some((other) => equalJson(other, item)))
  })

/** Where a pod waits for its gates, the nodes it may go to may only become fewer. */
function addedConstraints(spec: JsonObject, old: JsonObject, place: Place): void {
  const selector = pairs(spec['nodeSelector'])
  if (Object.entries(pairs(old['nodeSelector'])).some(([key, value]) => selector[key] !== value)) {
    place.invalidShown(goStringMap(asGiven(spec, 'nodeSelector')), ONLY_MORE, 'nodeSelector')
  }
  const before = listAt(old, NODE_TERMS)
  if (before.length === 0) return
  const terms = listAt(spec, NODE_TERMS)
  const steps = NODE_TERMS.split('.')
  if (terms.length !== before.length) {
    const text = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed'
    return place.invalidShown('[]core.NodeSelectorTerm{}', text, ...steps)
  }
  terms.forEach((term, index) => {
    if (!isNarrower(term, before[index] ?? null))
      place.invalidShown('core.NodeSelectorTerm{}', ONLY_MORE, ...steps, index)
  })
}

const LISTS = ['containers', 'initContainers']

/** Of the spec: its containers stay as many as they are. Asked before anything else. */
export const containersUpdate: Rule = checkObject((spec, place, old) => {
  if (old === undefined || !images(spec, old, 'containers', 'containers', place)) return
  images(spec, old, 'initContainers', 'init containers', place)
})

/** Of the spec; on a pod that is gated nobody has looked for a node yet. */
export const podSpecUpdate: Rule = checkObject((spec, place, old) => {
  // Most updates are about something else.
  if (old === undefined || equalJson(spec, old)) return
  if (LISTS.some((list) => listAt(spec, list).length !== listAt(old, list).length)) return
  if (!deadline(spec, old, place)) return
  addedTolerations(spec, old, place)
  removedGates(spec, old, place)
  if (listAt(old, 'schedulingGates').length > 0) addedConstraints(spec, old, place)
  const lines = changes(masked(spec, old), old)
  if (lines.length === 0) return
  const difference = ['  core.PodSpec{', ...lines, '  }', ''].join('\n')
  place.forbidden(`pod updates may not change fields other than ${MUTABLE}\n${difference}`)
})

/** Of `spec.ephemeralContainers`: what was added stays as it is. */
export const ephemeralContainersUpdate: Rule = checkAlways((value, place, old) => {
  const named = (list: Json | undefined): ReadonlyMap<string, Json> =>
    new Map(Array.isArray(list) ? list.filter(isObject).map((item) => [textAt(item, 'name'), item]) : [])
  const next = named(value)
  for (const [name, previous] of named(old)) {
    const kept = next.get(name)
    if (kept === undefined) place.forbidden(`existing ephemeral containers ${quote(name)} may not be removed\n`)
    else if (!equalJson(kept, previous)) {
      place.forbidden(`existing ephemeral containers ${quote(name)} may not be changed\n`)
    }
  }
})
