import { quote } from '../../api/go-format.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, stringOrEmpty } from '../../api/json.ts'
import { equalJson } from '../../patch/json-values.ts'
import { goDiff } from '../rules/go-diff.ts'

/** The type of a field in Go: a string, a pointer to a scalar, or another type that may be nil. */
type Kind = 'text' | 'pointer' | 'other'

/** The fields of a pod's spec in the order of the real server's internal type. */
const FIELDS: readonly (readonly [name: string, kind: Kind, field?: string])[] = [
  ['Volumes', 'other'],
  ['InitContainers', 'other'],
  ['Containers', 'other'],
  ['EphemeralContainers', 'other'],
  ['RestartPolicy', 'text'],
  ['TerminationGracePeriodSeconds', 'pointer'],
  ['ActiveDeadlineSeconds', 'pointer'],
  ['DNSPolicy', 'text', 'dnsPolicy'],
  ['NodeSelector', 'other'],
  ['ServiceAccountName', 'text'],
  ['AutomountServiceAccountToken', 'pointer'],
  ['NodeName', 'text'],
  ['SecurityContext', 'other'],
  ['ImagePullSecrets', 'other'],
  ['Hostname', 'text'],
  ['Subdomain', 'text'],
  ['SetHostnameAsFQDN', 'pointer'],
  ['Affinity', 'other'],
  ['SchedulerName', 'text'],
  ['Tolerations', 'other'],
  ['HostAliases', 'other'],
  ['PriorityClassName', 'text'],
  ['Priority', 'pointer'],
  ['PreemptionPolicy', 'pointer'],
  ['DNSConfig', 'other', 'dnsConfig'],
  ['ReadinessGates', 'other'],
  ['RuntimeClassName', 'pointer'],
  ['Overhead', 'other'],
  ['EnableServiceLinks', 'pointer'],
  ['TopologySpreadConstraints', 'other'],
  ['OS', 'other', 'os'],
  ['SchedulingGates', 'other'],
  ['ResourceClaims', 'other'],
]

/** The fields that Go has in the security context of a pod. */
const HOST_FIELDS = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'] as const
const POINTERS: ReadonlySet<string> = new Set(['securityContext', 'affinity', 'dnsConfig', 'os'])
/** The number of fields shown of a neighbour. */
const SHOWN = 4

const upper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** The difference of two specs as the real server prints it, with a summary of fields that hold structs. */
export function podSpecDiff(old: JsonObject, next: JsonObject): string {
  const fields = FIELDS.map(([name, kind, field = name.charAt(0).toLowerCase() + name.slice(1)]) => {
    const [before, after] = [valueOf(old, field), valueOf(next, field)]
    const context = shown(before, kind, field)
    if (equalJson(before ?? null, after ?? null)) return { name, context }
    return { name, context, change: { before: [context], after: [shown(after, kind, field)] } }
  })
  return goDiff('core.PodSpec', fields)
}

function valueOf(spec: JsonObject, field: string): Json | undefined {
  const value = spec[field]
  if (field !== 'securityContext') return value
  const ofHost = HOST_FIELDS.flatMap((name) => (spec[name] === undefined ? [] : [[name, spec[name]] as const]))
  return isObject(value) || ofHost.length > 0 ? { ...Object.fromEntries(ofHost), ...(isObject(value) && value) } : value
}

function shown(value: Json | undefined, kind: Kind, field: string): string {
  if (kind === 'text') return quote(stringOrEmpty(value))
  if (value === undefined || value === null) return 'nil'
  if (kind === 'pointer' || POINTERS.has(field)) return `&${summary(value)}`
  return summary(value)
}

function summary(value: Json): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `{${value.map(summary).join(', ')}}`
  if (!isObject(value)) return String(value)
  const given = Object.entries(value).filter(([, item]) => item !== undefined && item !== null && !isEmpty(item))
  const parts = given.slice(0, SHOWN).map(([name, item = null]) => `${upper(name)}: ${summary(item)}`)
  return `{${[...parts, ...(given.length > SHOWN ? ['...'] : [])].join(', ')}}`
}

const isEmpty = (value: Json): boolean =>
  value === '' || value === false || value === 0 || (isObject(value) && Object.keys(value).length === 0)
