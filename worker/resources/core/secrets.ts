import type { ApiObject } from '../../api/object.ts'
import { age, count, text } from '../columns.ts'
import { valueAt, textAt } from '../path.ts'
import type { Kind } from '../resource.ts'

const entries = (object: ApiObject): number => Object.keys(valueAt(object, 'data') ?? {}).length

export const secrets = {
  resource: 'secrets',
  defaults: { type: 'Opaque' },
  behaviour: () => ({
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
