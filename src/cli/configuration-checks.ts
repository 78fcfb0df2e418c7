import { inByteOrder } from '../../worker/api/byte-order.ts'
import type { Json, JsonObject } from '../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty, stringsIn } from '../../worker/api/json.ts'
import { typeMetaFault, typeMetaOf } from '../../worker/api/type-meta.ts'
import { UnreadableConfiguration } from './unreadable-configuration.ts'
import { goBytes, goStructs, goTypeFault, writtenByGo, type GoTypes } from './go-types.ts'

/** The structs of a configuration file. */
const TYPES: GoTypes = {
  structs: goStructs([
    'v1.Config: kind string, apiVersion string, preferences v1.Preferences, clusters []v1.NamedCluster, users []v1.NamedAuthInfo, contexts []v1.NamedContext, current-context string, extensions []v1.NamedExtension',
    'v1.Preferences: colors bool, extensions []v1.NamedExtension',
    'v1.NamedCluster: name string, cluster v1.Cluster',
    'v1.NamedContext: name string, context v1.Context',
    'v1.NamedAuthInfo: name string, user v1.AuthInfo',
    'v1.NamedExtension: name string, extension interface {}',
    'v1.Cluster: server string, tls-server-name string, insecure-skip-tls-verify bool, certificate-authority string, certificate-authority-data []uint8, proxy-url string, disable-compression bool, extensions []v1.NamedExtension',
    'v1.Context: cluster string, user string, namespace string, extensions []v1.NamedExtension',
    'v1.AuthInfo: client-certificate string, client-certificate-data []uint8, client-key string, client-key-data []uint8, token string, tokenFile string, as string, as-uid string, as-groups []string, as-user-extra map[string][]string, username string, password string, auth-provider v1.AuthProviderConfig, exec v1.ExecConfig, extensions []v1.NamedExtension',
    'v1.AuthProviderConfig: name string, config map[string]string',
    'v1.ExecConfig: command string, args []string, env []v1.ExecEnvVar, apiVersion string, installHint string, provideClusterInfo bool, interactiveMode v1.ExecInteractiveMode',
    'v1.ExecEnvVar: name string, value string',
  ]),
  texts: ['v1.ExecInteractiveMode'],
  isStrict: false,
}
/** The fields that Go writes also when they are empty. */
const ALWAYS_WRITTEN: ReadonlySet<string> = new Set(
  'preferences clusters users contexts current-context name server cluster user extension command args env provideClusterInfo value config'.split(
    ' ',
  ),
)
const ENTRY_LISTS = [
  ['clusters', 'cluster'],
  ['contexts', 'context'],
  ['users', 'user'],
] as const

/**
 * A configuration file without its unknown and empty fields. Refuses a file that is not of the type `Config` in `v1`, or whose
 * fields have other types.
 * @throws UnreadableConfiguration
 */
export function checkedConfigurationFile(path: string, raw: Json): JsonObject {
  const sorted = isObject(raw) ? inByteOrder(raw) : raw
  const fault = typeMetaFault(sorted) ?? objectFault(objectOrEmpty(sorted))
  if (fault !== undefined) throw new UnreadableConfiguration(path, fault)
  return objectOrEmpty(writtenByGo(TYPES, 'v1.Config', raw, (field) => ALWAYS_WRITTEN.has(field)))
}

function objectFault(raw: JsonObject): string | undefined {
  const { apiVersion, kind } = typeMetaOf(raw)
  if (!['', 'v1'].includes(apiVersion) || !['', 'Config'].includes(kind))
    return `no kind ${JSON.stringify(kind || 'Config')} is registered for version ${JSON.stringify(apiVersion || 'v1')} in scheme "k8s.io/client-go/tools/clientcmd/api/latest/latest.go:50"`
  return (
    goTypeFault(TYPES, 'v1.Config', raw) ??
    ENTRY_LISTS.map(([list, member]) => repeatedName(objectsIn(raw[list]), member)).find((fault) => fault !== undefined)
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
  bytes: (value: Json | undefined) => `[${(goBytes(stringOrEmpty(value)) ?? []).join(' ')}]`,
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
