import type { JsonObject } from '../../api/json.ts'
import { canonicalQuantity } from '../../api/quantity.ts'
import { qualifiedName } from '../../api/names.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject } from '../notation/rule.ts'
import { textAt } from '../path.ts'

/** All pod fields that `fieldPath` can name. Environment variables and downward API files accept fewer. */
const READABLE: ReadonlySet<string> = new Set([
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.serviceAccountName',
  'spec.schedulerName',
  'status.phase',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
])

export const ENVIRONMENT_FIELDS: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]

export const FILE_FIELDS: readonly string[] = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
]

/**
 * Splits `metadata.labels['app']` into a path and a key. The key begins at the first `['`, so that it may contain quotes. Returns
 * undefined for a path without a key.
 */
function subscripted(path: string): readonly [path: string, key: string] | undefined {
  if (!path.endsWith("']")) return undefined
  const whole = path.slice(0, -2)
  const at = whole.indexOf("['")
  return at > 0 ? [whole.slice(0, at), whole.slice(at + 2)] : undefined
}

/** Checks a path such as `metadata.labels['app']`. Returns false for a path without a key. */
function checkSubscripted(path: string, place: Place): boolean {
  const parts = subscripted(path)
  if (parts === undefined) return false
  if (parts[0] === 'metadata.labels' || parts[0] === 'metadata.annotations') entry(parts, place)
  else place.invalid(path, `error converting fieldPath: field label does not support subscript: ${path}`, 'fieldPath')
  return true
}

/** `fieldRef`: one of `fields`, or one entry of the labels or annotations. */
export const fieldReference = (fields: readonly string[]): Rule =>
  checkObject((reference, place) => {
    const path = textAt(reference, 'fieldPath')
    if (textAt(reference, 'apiVersion') === '') return place.required('', 'apiVersion')
    if (path === '') return place.required('', 'fieldPath')
    if (textAt(reference, 'apiVersion') !== 'v1') {
      const version = textAt(reference, 'apiVersion')
      return place.invalid(path, `error converting fieldPath: unsupported pod version: ${version}`, 'fieldPath')
    }
    if (checkSubscripted(path, place)) return
    // `spec.host` is the earlier name of `spec.nodeName`.
    if (!READABLE.has(path) && path !== 'spec.host') {
      place.invalid(path, `error converting fieldPath: field label not supported: ${path}`, 'fieldPath')
    } else if (!fields.includes(path === 'spec.host' ? 'spec.nodeName' : path)) {
      place.notSupported(path, fields, 'fieldPath')
    }
  })

function entry([map, key]: readonly [string, string], place: Place): void {
  for (const fault of qualifiedName(map === 'metadata.annotations' ? key.toLowerCase() : key)) {
    place.invalid(map === 'metadata.annotations' ? key.toLowerCase() : key, fault)
  }
}

const RESOURCES: readonly string[] = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
]
const BYTES: readonly string[] = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei']
const HUGE_PAGES = /^(?:requests|limits)\.hugepages-/

interface Divisors {
  readonly of: RegExp
  readonly allowed: readonly string[]
  readonly text: string
}

const DIVISORS: readonly Divisors[] = [
  { of: /\.cpu$/, allowed: ['1m', '1'], text: '1m and 1 are supported with the cpu resource' },
  { of: /\.memory$/, allowed: BYTES, text: `${BYTES.join(', ')} are supported with the memory resource` },
  {
    of: /\.ephemeral-storage$/,
    allowed: BYTES,
    text: `${BYTES.join(', ')} are supported with the local ephemeral storage resource`,
  },
  { of: HUGE_PAGES, allowed: BYTES, text: `${BYTES.join(', ')} are supported with the hugepages resource` },
]

/** `resourceFieldRef`: a request or limit of a container, divided by `divisor`. A volume requires `containerName`. */
export const resourceReference = (ofVolume: boolean): Rule =>
  checkObject((reference, place) => {
    const resource = textAt(reference, 'resource')
    if (ofVolume && textAt(reference, 'containerName') === '') place.required('', 'containerName')
    else if (resource === '') place.required('', 'resource')
    else if (!RESOURCES.includes(resource) && !HUGE_PAGES.test(resource)) {
      place.notSupported(resource, RESOURCES, 'resource')
    }
    divisor(reference, resource, place)
  })

function divisor(reference: JsonObject, resource: string, place: Place): void {
  const given = canonicalQuantity(textAt(reference, 'divisor') || '0')
  const rule = DIVISORS.find(({ of }) => of.test(resource))
  if (given === '0' || rule === undefined || rule.allowed.includes(given)) return
  place.invalid(resource, `only divisor's values ${rule.text}`, 'divisor')
}
