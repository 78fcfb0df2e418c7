import { parseGroupVersion } from '../../api/group-version.ts'
import type { Json } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { stringifyJson } from '../../codec/encode.ts'
import { age, count, text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkAlways, nonNegative } from '../notation/rule.ts'
import { goBytes } from '../../api/go-source.ts'
import type { Kind } from '../resource.ts'

const given = checkAlways((data, place) => {
  if (data === undefined || data === null) place.required('data is mandatory')
})

const written = (data: Json | undefined): string => (data === undefined ? '' : stringifyJson(data))

/** Data is stored with the order of its keys, so another order is another value. */
const immutableData = checkAlways((data, place, old) => {
  const text = written(data)
  if (text === written(old)) return
  if (data === undefined || data === null) return place.invalid(null, 'field is immutable')
  const raw = goBytes('uint8', new TextEncoder().encode(text))
  place.invalidShown(
    `runtime.Unknown{TypeMeta:runtime.TypeMeta{APIVersion:"", Kind:""}, Raw:${raw}, ContentEncoding:"", ContentType:"application/json"}`,
    'field is immutable',
  )
})

const rules: readonly Rule[] = [at('data', given), at('revision', nonNegative)]

/** The column Controller, such as `statefulset.apps/web`. */
function controller({ metadata }: ApiObject): string {
  const owner = metadata?.ownerReferences?.find((reference) => reference.controller === true)
  if (owner === undefined) return '<none>'
  const { group } = parseGroupVersion(owner.apiVersion) ?? { group: '' }
  return `${owner.kind}${group === '' ? '' : `.${group}`}`.toLowerCase() + `/${owner.name}`
}

export const controllerRevisions = {
  resource: 'apps/controllerrevisions',
  rules,
  updates: [...rules, at('data', immutableData)],
  behaviour: () => ({
    columns: [
      text('Controller', 'Controller of the object', controller),
      count('Revision', 'revision indicates the revision of the state represented by Data.', 'revision'),
      age,
    ],
  }),
} satisfies Kind
