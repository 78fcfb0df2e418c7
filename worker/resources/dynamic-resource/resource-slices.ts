import type { JsonObject } from '../../api/json.ts'
import { dnsSubdomain } from '../../api/names.ts'
import { age, text } from '../columns.ts'
import { goStrings } from '../../api/go-source.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, checkObject, each, isRepeated, named } from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { immutableText } from '../rules/immutability.ts'
import type { Kind } from '../resource.ts'
import { driver, instanceName, model } from './shared-rules.ts'

const VALUES = ['quantity', 'bool', 'int', 'intSlice', 'string', 'stringSlice', 'version']
const SEMANTIC_VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*)?(\+[\da-zA-Z-]+(\.[\da-zA-Z-]+)*)?$/

const name: Rule = all(
  instanceName,
  checkObject((item, place) => {
    const given = textAt(item, 'name')
    if (isRepeated(given, 'name', place)) place.duplicate(given, 'name')
  }),
)

const isGiven = (attribute: JsonObject, field: string): boolean =>
  attribute[field] !== undefined && attribute[field] !== null

const value = checkObject((attribute, place) => {
  const given = VALUES.filter((field) => isGiven(attribute, field))
  const version = attribute['version']
  if (typeof version === 'string' && !SEMANTIC_VERSION.test(version)) {
    place.invalid(version, 'must be a string compatible with semver.org spec 2.0.0', 'version')
  }
  if (given.length === 0) place.required('exactly one value must be set')
  else if (given.length > 1) place.invalidShown(goStrings(given), 'exactly one field must be set, not several')
})

const slice: Rule = all(
  at(
    'nodeName',
    named((given) => (given === '' ? [] : dnsSubdomain(given))),
  ),
  driver,
  model(each('instances', name, each('attributes', name, value))),
)

export const resourceSlices = {
  resource: 'resource.{domain}/resourceslices',
  rules: [slice],
  updates: [slice, at('nodeName', immutableText), at('driverName', immutableText)],
  behaviour: ({ spell }) => ({
    columns: [
      text(
        'Node',
        'NodeName identifies the node which provides the resources if they are local to a node.\n\nA field selector can be used to list only ResourceSlice objects with a certain node name.',
        'nodeName',
      ),
      text(
        'Driver',
        'DriverName identifies the DRA driver providing the capacity information. A field selector can be used to list only ResourceSlice objects with a certain driver name.',
        'driverName',
      ),
      age,
    ],
    fieldSelectors: {
      nodeName: (object) => textAt(object, 'nodeName'),
      driverName: (object) => textAt(object, 'driverName'),
    },
    unsupportedField: (label) =>
      `field label not supported for ${spell('resource.{domain}/v1alpha2')}, Kind=ResourceSlice: ${label}`,
  }),
} satisfies Kind
