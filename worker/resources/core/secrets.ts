import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty, setKey } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { age, count, text } from '../columns.ts'
import { always } from '../notation/defaults.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, spelled } from '../notation/rule.ts'
import { textAt, valueAt } from '../path.ts'
import { configKey, SIZE_LIMIT } from '../rules/config-keys.ts'
import { immutableText } from '../rules/immutability.ts'
import { jsonObjectFault } from '../rules/json-text.ts'
import { immutableByFlag } from '../rules/immutable-flag.ts'
import type { Kind } from '../resource.ts'
import { keyPairFault } from '../../certificates/key-pair.ts'
import { decodedSize, fromForgivingBase64, fromForgivingBase64Text, toBase64Text } from '../../runtime/bytes.ts'

/** `stringData` is write-only: its entries become data. */
function merged({ data, stringData }: JsonObject): Json | undefined {
  if (!isObject(stringData)) return data
  const all: JsonObject = { ...objectOrEmpty(data) }
  for (const [key, value] of Object.entries(stringData)) setKey(all, key, toBase64Text(String(value ?? '')))
  return all
}

const keys: Rule = checkObject((secret, place) => {
  const data = objectOrEmpty(secret['data'])
  let size = 0
  for (const [key, value] of Object.entries(data)) {
    for (const fault of configKey(key)) place.invalid(key, fault, 'data', `[${key}]`)
    size += decodedSize(String(value))
  }
  if (size > SIZE_LIMIT) place.tooLong(SIZE_LIMIT, 'data')
})

type DataCheck = (data: JsonObject, place: Place, secret: JsonObject) => void

const needs =
  (...names: readonly string[]): DataCheck =>
  (data, place) => {
    for (const key of names) if (data[key] === undefined) place.required('', 'data', `[${key}]`)
  }

const needsJson =
  (key: string): DataCheck =>
  (data, place) => {
    const value = data[key]
    if (typeof value !== 'string') return place.required('', 'data', `[${key}]`)
    const fault = jsonObjectFault(fromForgivingBase64(value))
    if (fault !== undefined) place.invalid('<secret contents redacted>', fault, 'data', `[${key}]`)
  }

const credentials: DataCheck = (data, place, secret) => {
  if (data['username'] === undefined && data['password'] === undefined) {
    needs('username', 'password')(data, place, secret)
  }
}

const sshKey: DataCheck = (data, place) => {
  if ((data['ssh-privatekey'] ?? '') === '') place.required('', 'data', '[ssh-privatekey]')
}

/** The keys that each type of secret requires. */
const typed: Rule = spelled((spell) => {
  const account = spell('{labels}/service-account.name')
  const ofAccount: DataCheck = (_data, place, secret) => {
    const annotations = valueAt(secret, 'metadata.annotations')
    if (isObject(annotations) && (annotations[account] ?? '') !== '') return
    place.required('', 'metadata', 'annotations', `[${account}]`)
  }
  const checks: ReadonlyMap<string, DataCheck> = new Map([
    [spell('{labels}/service-account-token'), ofAccount],
    [spell('{labels}/dockercfg'), needsJson('.dockercfg')],
    [spell('{labels}/dockerconfigjson'), needsJson('.dockerconfigjson')],
    [spell('{labels}/basic-auth'), credentials],
    [spell('{labels}/ssh-auth'), sshKey],
    [spell('{labels}/tls'), needs('tls.crt', 'tls.key')],
  ])
  return [
    checkObject((secret, place) => {
      const data = objectOrEmpty(secret['data'])
      checks.get(textAt(secret, 'type'))?.(data, place, secret)
    }),
  ]
})

function plainAt({ data }: ApiObject, key: string): string {
  return fromForgivingBase64Text(String((isObject(data) ? data[key] : undefined) ?? ''))
}

const entries = (object: ApiObject): number => Object.keys(valueAt(object, 'data') ?? {}).length

export const secrets = {
  resource: 'secrets',
  defaults: { data: always(merged), stringData: always(() => undefined), type: 'Opaque' },
  rules: [keys, typed],
  updates: [at('type', immutableText), immutableByFlag('data'), keys, typed],
  behaviour: ({ spell }) => ({
    warnings(secret) {
      if (textAt(secret, 'type') !== spell('{labels}/tls')) return []
      const fault = keyPairFault(plainAt(secret, 'tls.crt'), plainAt(secret, 'tls.key'))
      return fault === undefined ? [] : [fault]
    },
    prepareUpdate(object, old) {
      if (textAt(object, 'type') === '') object['type'] = old['type']
    },
    fieldSelectors: { type: (object) => textAt(object, 'type') },
    columns: [
      text(
        'Type',
        'Used to facilitate programmatic handling of secret data. More info: https://{labels}/docs/concepts/configuration/secret/#secret-types',
        'type',
      ),
      count(
        'Data',
        "Data contains the secret data. Each key must consist of alphanumeric characters, '-', '_' or '.'. The serialized form of the secret data is a base64 encoded string, representing the arbitrary (possibly non-string) data value here. Described in https://tools.ietf.org/html/rfc4648#section-4",
        entries,
      ),
      age,
    ],
  }),
} satisfies Kind
