import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty, stringsIn } from '../../worker/api/json.ts'
import { badBase64Offset } from '../../worker/runtime/base64-offset.ts'
import { fromBase64 } from '../../worker/runtime/bytes.ts'
import { Failure } from './failure.ts'

const TEXT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  cluster: ['server', 'tls-server-name', 'certificate-authority', 'certificate-authority-data', 'proxy-url'],
  context: ['cluster', 'user', 'namespace'],
  user: [
    'token',
    'tokenFile',
    'username',
    'password',
    'client-certificate',
    'client-certificate-data',
    'client-key',
    'client-key-data',
    'as',
  ],
}
/** Fields with bytes in base64, in which Go ignores line breaks. */
const DATA_FIELDS: readonly string[] = ['certificate-authority-data', 'client-certificate-data', 'client-key-data']
const bytesOf = (text: string): Uint8Array | undefined => fromBase64(text.replace(/[\r\n]/g, ''))

const BOOLEAN_FIELDS: readonly string[] = ['insecure-skip-tls-verify', 'disable-compression']
const ENTRY_LISTS = [
  ['clusters', 'cluster'],
  ['contexts', 'context'],
  ['users', 'user'],
] as const

/**
 * Refuses a configuration file that is not of the type `Config` in `v1`, or whose fields have other types. Unknown
 * fields are ignored.
 * @throws Failure
 */
export function checkConfigurationFile(path: string, raw: Json | undefined): asserts raw is JsonObject {
  const fault = isObject(raw) ? (typeFault(raw) ?? fieldFault(raw)) : cannot(raw ?? null, 'Config')
  if (fault !== undefined) throw new Failure(`error loading config file "${path}": ${fault}`)
}

function typeFault({ apiVersion, kind }: JsonObject): string | undefined {
  if ((apiVersion ?? 'v1') === 'v1' && (kind ?? 'Config') === 'Config') return undefined
  if ([apiVersion, kind].some((each) => each !== undefined && typeof each !== 'string'))
    return "couldn't get version/kind; json parse error: json: cannot unmarshal a type into a string"
  return `no kind ${JSON.stringify(kind ?? 'Config')} is registered for version ${JSON.stringify(apiVersion ?? 'v1')} in scheme "k8s.io/client-go/tools/clientcmd/api/latest/latest.go:50"`
}

const cannot = (value: Json, into: string): string =>
  `json: cannot unmarshal ${Array.isArray(value) ? 'array' : typeof value} into Go value of type ${into}`

function fieldFault(raw: JsonObject): string | undefined {
  const current = raw['current-context']
  if (!isTextOrAbsent(current)) return cannot(current ?? null, 'string')
  for (const [list, member] of ENTRY_LISTS) {
    const entries = raw[list] ?? []
    if (!Array.isArray(entries)) return cannot(entries, `[]v1.Named${member}`)
    for (const entry of entries) {
      if (!isObject(entry)) return cannot(entry, `v1.Named${member}`)
      const fault = entryFault(entry, member)
      if (fault !== undefined) return fault
    }
  }
  return ENTRY_LISTS.map(([list, member]) => repeatedName(objectsIn(raw[list]), member)).find(
    (fault) => fault !== undefined,
  )
}

const GO_TYPES = { cluster: 'Cluster', context: 'Context', user: 'AuthInfo' } as const

/** The fault of a list with two entries of one name. kubectl prints the whole list as Go values. */
function repeatedName(entries: readonly JsonObject[], member: keyof typeof GO_TYPES): string | undefined {
  const seen = new Set<string>()
  for (const { name } of entries) {
    const text = stringOrEmpty(name)
    if (seen.has(text)) {
      const type = GO_TYPES[member]
      const shown = entries.map(
        (each) => `{${stringOrEmpty(each.name)} ${goEntry(objectOrEmpty(each[member]), member)}}`,
      )
      return `error converting *[]Named${type} into *map[string]*api.${type}: duplicate name "${text}" in list: [${shown.join(' ')}]`
    }
    seen.add(text)
  }
  return undefined
}

/** How Go prints a value of each type with `%v`. The addresses of pointers are made up. */
const GO_VALUES = {
  text: (value: Json | undefined) => stringOrEmpty(value),
  bytes: (value: Json | undefined) => `[${(bytesOf(stringOrEmpty(value)) ?? []).join(' ')}]`,
  truth: (value: Json | undefined) => String(value === true),
  list: (value: Json | undefined) => `[${stringsIn(value).join(' ')}]`,
  map: () => 'map[]',
  pointer: (value: Json | undefined) => (isObject(value) ? '0xc000400000' : '<nil>'),
} as const

/** The fields of the Go structs in their order. A field that names no type is a text. */
const GO_FIELDS: Readonly<Record<keyof typeof GO_TYPES, string>> = {
  cluster:
    'server tls-server-name insecure-skip-tls-verify:truth certificate-authority certificate-authority-data:bytes proxy-url disable-compression:truth extensions:list',
  context: 'cluster user namespace extensions:list',
  user: 'client-certificate client-certificate-data:bytes client-key client-key-data:bytes token tokenFile as as-uid as-groups:list as-user-extra:map username password auth-provider:pointer exec:pointer extensions:list',
}

/** An entry as Go prints a struct with `%v`. */
function goEntry(entry: JsonObject, member: keyof typeof GO_TYPES): string {
  const values = GO_FIELDS[member].split(' ').map((each) => {
    const [field, type = 'text'] = each.split(':') as [string, (keyof typeof GO_VALUES)?]
    return GO_VALUES[type](entry[field])
  })
  return `{${values.join(' ')}}`
}

function entryFault(entry: JsonObject, member: 'cluster' | 'context' | 'user'): string | undefined {
  if (!isTextOrAbsent(entry.name)) return cannot(entry.name ?? null, 'string')
  const inner = entry[member] ?? {}
  if (!isObject(inner)) return cannot(inner, `v1.${member}`)
  const text = (TEXT_FIELDS[member] ?? []).find((field) => !isTextOrAbsent(inner[field]))
  if (text !== undefined) return cannot(inner[text] ?? null, 'string')
  const data = DATA_FIELDS.map((field) => stringOrEmpty(inner[field])).find((each) => bytesOf(each) === undefined)
  if (data !== undefined) return `illegal base64 data at input byte ${badBase64Offset(data)}`
  const truth = BOOLEAN_FIELDS.find((field) => inner[field] !== undefined && typeof inner[field] !== 'boolean')
  return truth === undefined ? undefined : cannot(inner[truth] ?? null, 'bool')
}

const isTextOrAbsent = (value: Json | undefined): boolean =>
  value === undefined || value === null || typeof value === 'string'
