import { isObject, objectOrEmpty, objectsIn, stringOrEmpty, stringsIn, type JsonObject } from '../../worker/api/json.ts'
import { goPointer, goStrings, goStruct } from '../../worker/api/go-source.ts'
import type { Place } from '../../worker/resources/notation/place.ts'
import { check, checkObject, each, type Rule } from '../../worker/resources/notation/rule.ts'

export const PROVIDERS = ['kms', 'aesgcm', 'aescbc', 'secretbox', 'identity'] as const

/** The lengths of a key in bytes, by its provider. */
const KEY_LENGTHS: ReadonlyMap<string, readonly number[]> = new Map([
  ['aesgcm', [16, 24, 32]],
  ['aescbc', [16, 24, 32]],
  ['secretbox', [32]],
])

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The bytes of a secret; undefined when it is not base64. */
export function secretBytes(secret: string): Buffer | undefined {
  const text = secret.replaceAll(/[\r\n]/g, '')
  return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined
}

/** A resource such as `secrets`, `deployments.apps`, `*.apps`, `*.` or `*.*`. */
export interface GroupResource {
  readonly resource: string
  readonly group: string
}

export function groupResource(text: string): GroupResource {
  const dot = text.indexOf('.')
  return dot < 0 ? { resource: text, group: '' } : { resource: text.slice(0, dot), group: text.slice(dot + 1) }
}

const ALLOCATIONS = ['apiserveripinfo', 'serviceipallocations', 'servicenodeportallocations']

function nameFault(name: string): string | undefined {
  const { resource, group } = groupResource(name)
  if (name !== name.toLowerCase()) return 'resource name should not contain capital letters'
  if (name === '*') return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources"
  if (ALLOCATIONS.includes(name)) return 'resources which do not have REST API/s cannot be encrypted'
  if (group === 'events.k8s.io')
    return "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file"
  if (group === 'extensions') return "'extensions' group has been removed and cannot be used for encryption"
  return group === '*' && resource !== '*' ? 'encrypting the same resource across groups is not supported' : undefined
}

function checkOverlap(names: readonly string[], place: Place): void {
  const isRepeated = new Set(names).size < names.length
  const parsed = [...new Set(names)].map(groupResource)
  const overlaps = (a: GroupResource, b: GroupResource): boolean =>
    (a.resource === '*' && a.group === '*') || (a.group === b.group && (a.resource === '*' || b.resource === '*'))
  const shown = goStrings([...names])
  if (isRepeated) place.invalidShown(shown, 'the same resource cannot be specified multiple times', 'resources')
  if (parsed.some((a) => parsed.some((b) => a !== b && overlaps(a, b))))
    place.invalidShown(
      shown,
      "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked",
      'resources',
    )
}

const resources = checkObject((holder, place) => {
  const names = stringsIn(holder['resources'])
  if (names.length === 0) place.required(`at least one ${place.path('resources')} is required`, 'resources')
  checkOverlap(names, place)
  for (const [index, name] of names.entries()) {
    const fault = nameFault(name)
    if (fault !== undefined) place.invalid(name, fault, 'resources', index)
  }
  if (objectsIn(holder['providers']).length === 0)
    place.required(`at least one ${place.path('providers')} is required`, 'providers')
})

const goProvider = goStruct('apiserver.ProviderConfiguration', {
  AESGCM: ['aesgcm', goPointer('apiserver.AESConfiguration')],
  AESCBC: ['aescbc', goPointer('apiserver.AESConfiguration')],
  Secretbox: ['secretbox', goPointer('apiserver.SecretboxConfiguration')],
  Identity: ['identity', goPointer('apiserver.IdentityConfiguration')],
  KMS: ['kms', goPointer('apiserver.KMSConfiguration')],
})

const provider = checkObject((one, place) => {
  const given = PROVIDERS.filter((name) => isObject(one[name]))
  const [name = ''] = given
  if (given.length !== 1)
    return place.invalidShown(
      goProvider(one),
      given.length === 0
        ? 'provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity'
        : 'more than one provider specified in a single element, should split into different list elements',
    )
  const lengths = KEY_LENGTHS.get(name)
  if (lengths === undefined) return
  const keys = objectsIn(objectOrEmpty(one[name])['keys'])
  if (keys.length === 0) return place.required('at least one keys is required', name, 'keys')
  for (const [index, key] of keys.entries()) {
    place.enter(name)
    place.enter('keys')
    place.enter(index)
    checkKey(key, lengths, place)
    for (let step = 0; step < 3; step++) place.leave()
  }
})

function checkKey(key: JsonObject, lengths: readonly number[], place: Place): void {
  const secret = stringOrEmpty(key['secret'])
  if (stringOrEmpty(key['name']) === '') place.required('name is a mandatory field for a key', 'name')
  if (secret === '') return place.required('secret is a mandatory field for a key', 'secret')
  const bytes = secretBytes(secret)
  if (bytes === undefined) place.invalid('REDACTED', 'secrets must be base64 encoded', 'secret')
  else if (!lengths.includes(bytes.length)) {
    const text = `secret is not of the expected length, got ${bytes.length}, expected one of [${lengths.join(' ')}]`
    place.invalid('REDACTED', text, 'secret')
  }
}

/** The rules of an `EncryptionConfiguration`, in the order of the errors of the real server. */
export const encryptionRules: readonly Rule[] = [
  check((config, place) => {
    if (!isObject(config) || objectsIn(config['resources']).length === 0)
      place.required('at least one resources is required', 'resources')
  }),
  each('resources', resources, each('providers', provider)),
]
