import { repeatedIndexes } from '../../api/repeated.ts'
import { asGiven } from '../../api/given-empty.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { quote } from '../../api/go-format.ts'
import { qualifiedName } from '../../api/names.ts'
import { equalJson } from '../../patch/json-values.ts'
import { age, flag, name, text } from '../columns.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, check, checkObject, each, isRepeated, oneOf, required, spelled, where } from '../notation/rule.ts'
import { listAt, textAt } from '../path.ts'
import { immutableAs, keptOr } from '../rules/immutability.ts'
import { deprecatedNodeLabels } from '../rules/node-labels.ts'
import { parameters, provisioner } from '../rules/storage-provisioner.ts'
import type { Kind } from '../resource.ts'

/** A label of the topology and its allowed values. */
const requirement: Rule = checkObject((given, place) => {
  const values = listAt(given, 'values').map(String)
  if (values.length === 0) place.required('', 'values')
  const repeated = repeatedIndexes(values)
  values.forEach((value, index) => {
    if (repeated.has(index)) place.duplicate(value, 'values', index)
  })
  const key = textAt(given, 'key')
  for (const fault of qualifiedName(key)) place.invalid(key, fault, 'key')
  if (isRepeated(key, 'key', place)) place.duplicate(key, 'key')
})

/** The requirements of a term, independent of their order. */
function demands(term: Json): JsonObject {
  const expressions = isObject(term) ? listAt(term, 'matchLabelExpressions').filter(isObject) : []
  return Object.fromEntries(
    expressions.map((given) => [textAt(given, 'key'), [...new Set(listAt(given, 'values').map(String))].sort()]),
  )
}

const sameBefore = ({ list, index }: Place, own: JsonObject): number =>
  list.slice(0, index).filter((other) => equalJson(demands(other), own)).length

/** A limit, because the number of these errors grows with the square of the number of terms. */
const MAX_ERRORS = 10_000

/** The real server compares each term with the earlier ones and with as many empty ones as there are terms. */
const distinct: Rule = checkObject((term, place) => {
  const own = demands(term)
  const none = Object.keys(own).length === 0 ? place.list.length : 0
  const same = place.errors.length < MAX_ERRORS ? sameBefore(place, own) : 0
  for (let i = 0; i < none + same && place.errors.length < MAX_ERRORS; i++) place.duplicate('', 'matchLabelExpressions')
})

const rules: readonly Rule[] = [
  at('provisioner', required(), provisioner),
  at('parameters', parameters),
  where(({ reclaimPolicy }) => reclaimPolicy !== '', at('reclaimPolicy', oneOf('Delete', 'Retain'))),
  at('volumeBindingMode', oneOf('Immediate', 'WaitForFirstConsumer')),
  each('allowedTopologies', each('matchLabelExpressions', requirement), distinct),
]

const fixed = (field: string): Rule => at(field, keptOr(`updates to ${field} are forbidden.`))

/** Empty parameters differ from absent ones, which a stored class has. */
const newEmptyParameters: Rule = checkObject((storageClass, place, old) => {
  const isNew = isObject(old) && old['parameters'] === undefined && storageClass['parameters'] === undefined
  if (isNew && asGiven(storageClass, 'parameters') !== undefined)
    place.forbidden('updates to parameters are forbidden.', 'parameters')
})

const oldLabels: Rule = spelled((spell) => {
  const deprecated = deprecatedNodeLabels(spell)
  return [
    check((key, place) => {
      const text = deprecated.get(String(key))
      if (text !== undefined) place.warn(text)
    }),
  ]
})

export const storageClasses = {
  resource: 'storage.{domain}/storageclasses',
  defaults: { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
  rules,
  updates: [
    ...rules,
    fixed('parameters'),
    newEmptyParameters,
    fixed('provisioner'),
    fixed('reclaimPolicy'),
    at(
      'volumeBindingMode',
      immutableAs((mode) => (typeof mode === 'string' ? quote(mode) : '"null"')),
    ),
  ],
  warnings: [each('allowedTopologies', each('matchLabelExpressions', at('key', oldLabels)))],
  behaviour: ({ spell }) => {
    const marks = ['storageclass.{labels}/is-default-class', 'storageclass.beta.{labels}/is-default-class'].map(spell)
    return {
      columns: [
        {
          ...name,
          cell({ metadata }) {
            const isDefault = marks.some((mark) => metadata?.annotations?.[mark] === 'true')
            return `${metadata?.name ?? ''}${isDefault ? ' (default)' : ''}`
          },
        },
        text('Provisioner', 'provisioner indicates the type of the provisioner.', 'provisioner'),
        text(
          'ReclaimPolicy',
          'reclaimPolicy controls the reclaimPolicy for dynamically provisioned PersistentVolumes of this storage class. Defaults to Delete.',
          'reclaimPolicy',
        ),
        text(
          'VolumeBindingMode',
          'volumeBindingMode indicates how PersistentVolumeClaims should be provisioned and bound.  When unset, VolumeBindingImmediate is used. This field is only honored by servers that enable the VolumeScheduling feature.',
          'volumeBindingMode',
        ),
        {
          ...flag(
            'AllowVolumeExpansion',
            'allowVolumeExpansion shows whether the storage class allow volume expand.',
            'allowVolumeExpansion',
          ),
          type: 'string',
        },
        age,
      ],
    }
  },
} satisfies Kind
