import type { Json, JsonObject } from '../../../worker/api/json.ts'
import type { Schema, StructSchema } from '../../../worker/schema/schema.ts'
import type { GoValue } from './go-literals.ts'
import { GoStruct, isGoMap } from './go-literals.ts'

/** A Go value of the real server's internal types as JSON of a served version, by that version's schema. */
export function asJson(value: GoValue, schema: Schema | undefined): Json {
  if (typeof value === 'string' && schema?.type === 'scalar' && schema.kind === 'bytes') return base64(value)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const items = schema?.type === 'list' ? schema.items : undefined
    return value.map((item: GoValue) => asJson(item, items))
  }
  if (value instanceof GoStruct) {
    if (value.type.endsWith('IntOrString')) return intOrString(value)
    if (value.type.endsWith('Time')) return timeOf(value, schema)
    const object: JsonObject = {}
    fill(object, value, schema?.type === 'struct' ? schema : undefined)
    return object
  }
  if (!isGoMap(value)) return null
  const values = schema?.type === 'map' ? schema.values : undefined
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asJson(item, values)]))
}

function fill(object: JsonObject, { fields }: GoStruct, schema: StructSchema | undefined): void {
  for (const [name, item] of Object.entries(fields)) {
    if (GONE.has(name)) continue
    const key = jsonName(name, schema)
    if (key === undefined) {
      // An embedded struct: its fields belong to the outer struct.
      if (!(item instanceof GoStruct))
        throw new Error(`${schema?.name ?? 'a struct'} has no JSON field for ${name}; name it in NAMES`)
      fill(object, item, schema)
      continue
    }
    const inner = schema?.fields.get(key)?.schema
    const { own, moved } = parted(item)
    for (const [field, value] of moved) object[field] = value
    if (own !== null) object[key] = asJson(own, inner)
  }
}

/** The fields of a pod's spec that the internal types have in the pod's security context. */
const IN_SPEC: ReadonlyMap<string, string> = new Map([
  ['HostNetwork', 'hostNetwork'],
  ['HostPID', 'hostPID'],
  ['HostIPC', 'hostIPC'],
  ['ShareProcessNamespace', 'shareProcessNamespace'],
])

function parted(item: GoValue): { readonly own: GoValue; readonly moved: readonly (readonly [string, Json])[] } {
  if (!(item instanceof GoStruct) || !item.type.endsWith('PodSecurityContext')) return { own: item, moved: [] }
  const entries = Object.entries(item.fields)
  const own = new GoStruct(item.type, Object.fromEntries(entries.filter(([name]) => !IN_SPEC.has(name))))
  const moved = entries.flatMap(([name, value]) => {
    const field = IN_SPEC.get(name)
    return field === undefined ? [] : [[field, asJson(value, undefined)] as const]
  })
  return { own, moved }
}

/** Fields whose JSON name differs in more than case. */
const NAMES: Readonly<Record<string, string>> = {
  objectmeta: 'metadata',
  listmeta: 'metadata',
  discoverychapauth: 'chapauthdiscovery',
  sessionchapauth: 'chapauthsession',
  endpointsname: 'endpoints',
  cephmonitors: 'monitors',
  rbdpool: 'pool',
  radosuser: 'user',
  rbdimage: 'image',
  datadiskuri: 'diskuri',
  reportingcontroller: 'reportingcomponent',
  poddisruptionsallowed: 'disruptionsallowed',
}

/** Fields of removed versions, which are dropped. */
const GONE: ReadonlySet<string> = new Set(['TemplateGeneration', 'RollbackTo'])

function jsonName(name: string, schema: StructSchema | undefined): string | undefined {
  const lower = name.toLowerCase()
  const wanted = NAMES[lower] ?? lower
  if (schema === undefined) return wanted === lower ? name.charAt(0).toLowerCase() + name.slice(1) : wanted
  return [...schema.fields.keys()].find((key) => key.toLowerCase() === wanted)
}

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
}

function timeOf({ fields }: GoStruct, schema: Schema | undefined): Json {
  const { Time: time = null } = fields
  const isMicro = schema?.type === 'scalar' && schema.kind === 'microtime'
  if (typeof time !== 'string') return null
  return isMicro ? time.replace('Z', '.000000Z') : time
}

function intOrString({ fields }: GoStruct): Json {
  const { Type: type = 0, IntVal: number = 0, StrVal: text = '' } = fields
  return type === 1 ? asJson(text, undefined) : asJson(number, undefined)
}
