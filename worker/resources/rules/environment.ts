import type { NameRule } from '../../api/names.ts'
import { dnsSubdomain } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, checkObject, checkWith, each, named, required } from '../notation/rule.ts'
import { isObject, stringOrEmpty } from '../../api/json.ts'
import { configKey } from './config-keys.ts'
import { ENVIRONMENT_FIELDS, fieldReference, resourceReference } from './field-references.ts'

function dots(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`must not be '${name}'`]
  return name.startsWith('..') ? ["must not start with '..'"] : []
}

const VARIABLE =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')"

const variableName: NameRule = (name) => [
  ...(/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name) ? [] : [VARIABLE]),
  ...dots(name),
]

const keyReference: Rule = all(
  checkObject(({ name }, place) => {
    const text = stringOrEmpty(name)
    for (const fault of dnsSubdomain(text)) place.invalid(text, fault, 'name')
  }),
  at('key', required(), named(configKey)),
)

const SOURCES = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef']

const oneSource = checkWith('valueFrom', (variable, place) => {
  const from = variable['valueFrom']
  if (!isObject(from)) return
  const given = SOURCES.filter((source) => isObject(from[source])).length
  const report = (text: string): void => place.invalid('', text, 'valueFrom')
  if (given === 0) report('must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`')
  else if (variable['value']) report('may not be specified when `value` is not empty')
  else if (given > 1) report('may not have more than one field specified at a time')
})

/** The rules of a container's `env`. */
export const env: Rule = each(
  'env',
  at('name', required(), named(variableName)),
  at(
    'valueFrom',
    at('fieldRef', fieldReference(ENVIRONMENT_FIELDS)),
    at('resourceFieldRef', resourceReference(false)),
    at('configMapKeyRef', keyReference),
    at('secretKeyRef', keyReference),
  ),
  oneSource,
)

const wholeObject: readonly Rule[] = [at('name', required(), named(dnsSubdomain))]

const oneObject = checkObject(({ configMapRef, secretRef }, place) => {
  if (isObject(configMapRef) !== isObject(secretRef)) return
  const several = isObject(configMapRef)
  place.outside(() =>
    place.invalid(
      '',
      several
        ? 'may not have more than one field specified at a time'
        : 'must specify one of: `configMapRef` or `secretRef`',
    ),
  )
})

/** The rules of a container's `envFrom`; faults in the choice of a source are reported at the list. */
export const envFrom: Rule = each(
  'envFrom',
  at('prefix', named(variableName)),
  at('configMapRef', ...wholeObject),
  at('secretRef', ...wholeObject),
  oneObject,
)
