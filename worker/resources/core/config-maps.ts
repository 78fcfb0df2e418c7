import { isObject, objectOrEmpty } from '../../api/json.ts'
import { utf8Length } from '../../runtime/utf8.ts'
import { age, count } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject } from '../notation/rule.ts'
import { configKey, SIZE_LIMIT } from '../rules/config-keys.ts'
import { decodedSize } from '../../runtime/bytes.ts'
import { immutableByFlag } from '../rules/immutable-flag.ts'
import type { Kind } from '../resource.ts'

const contents: Rule = checkObject((map, place) => {
  const data = objectOrEmpty(map['data'])
  const binary = objectOrEmpty(map['binaryData'])
  let size = 0
  for (const key in data) {
    for (const fault of configKey(key)) place.invalid(key, fault, 'data', `[${key}]`)
    if (Object.hasOwn(binary, key)) place.invalid(key, 'duplicate of key present in binaryData', 'data', `[${key}]`)
    size += utf8Length(String(data[key]))
  }
  for (const [key, value] of Object.entries(binary)) {
    for (const fault of configKey(key)) place.invalid(key, fault, 'binaryData', `[${key}]`)
    size += decodedSize(String(value))
  }
  // The real server reports this error at an empty path, which it prints as `[]`.
  if (size > SIZE_LIMIT) place.tooLong(SIZE_LIMIT, '[]')
})

const entries = (value: unknown): number => (isObject(value) ? Object.keys(value).length : 0)

export const configMaps = {
  resource: 'configmaps',
  rules: [contents],
  updates: [immutableByFlag('data', 'binaryData'), contents],
  behaviour: () => ({
    columns: [
      count(
        'Data',
        "Data contains the configuration data. Each key must consist of alphanumeric characters, '-', '_' or '.'. Values with non-UTF-8 byte sequences must use the BinaryData field. The keys stored in Data must not overlap with the keys in the BinaryData field, this is enforced during validation process.",
        (object) => entries(object['data']) + entries(object['binaryData']),
      ),
      age,
    ],
  }),
} satisfies Kind
