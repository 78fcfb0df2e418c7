import { age, count } from '../columns.ts'
import type { Kind } from '../resource.ts'

const entries = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.keys(value).length : 0

export const configMaps = {
  resource: 'configmaps',
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
