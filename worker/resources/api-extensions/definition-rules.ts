import { goStrings } from '../../api/go-source.ts'
import type { FieldError } from '../../api/field-error.ts'
import { fieldError } from '../../api/field-error.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { dns1035Label, dnsSubdomain } from '../../api/names.ts'
import type { ApiObject } from '../../api/object.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { equalJson } from '../../patch/json-values.ts'
import { compileRules } from '../notation/compile-rules.ts'
import { at } from '../notation/rule.ts'
import { asGiven } from '../../api/given-empty.ts'
import { maskDash } from '../object-meta.ts'
import { listAt, ensuredObject, textAt, valueAt } from '../path.ts'
import { APPROVAL, approvalOf } from './approval.ts'
import { conversion } from './conversion-rules.ts'
import { goVersionList } from './go-versions.ts'
import { validateSchemas } from './schema-rules.ts'
import { validateColumns, validateSubresources } from './version-rules.ts'
import { isLonger } from '../../runtime/utf8.ts'

/**
 * The rules of CustomResourceDefinitions. Errors name the fields of the real server's internal type, in which a part that
 * is equal in all versions is a field of the spec, for example `spec.validation` (reference/custom-resources.md 2).
 */
export function definitionRules(dialect: Dialect): {
  create(object: ApiObject): readonly FieldError[]
  update(object: ApiObject, old: ApiObject): readonly FieldError[]
  status(object: ApiObject): readonly FieldError[]
} {
  const ofConversion = compileRules([at('spec', at('conversion', conversion))], dialect.spell)
  const common = (object: ApiObject, old: ApiObject | undefined): FieldError[] => [
    ...validateStoredVersions(object),
    ...validateApproval(object, old, dialect),
    ...validatePreserving(object, old),
  ]
  return {
    create: (object) => [
      ...validateName(object),
      ...validateSpec(object),
      ...ofConversion(object),
      ...common(object, undefined),
    ],
    update: (object, old) => [
      ...validateSpec(object),
      ...ofConversion(object, old),
      ...validateFixed(object, old),
      ...common(object, old),
    ],
    status: (object) => validateNames(object, 'status.acceptedNames'),
  }
}

function validateName(object: ApiObject): FieldError[] {
  const wanted = `${textAt(object, 'spec.names.plural')}.${textAt(object, 'spec.group')}`
  return ['metadata.generateName', 'metadata.name'].flatMap((field) => {
    const given = textAt(object, field)
    if (given === '') return []
    const faults = [...dnsSubdomain(field === 'metadata.name' ? given : maskDash(given))]
    if (given !== wanted) faults.push('must be spec.names.plural+"."+spec.group')
    return faults.map((fault) => fieldError.invalid(field, given, fault))
  })
}

function validateSpec(object: ApiObject): FieldError[] {
  const versions = listAt(object, 'spec.versions').filter(isObject)
  return [
    ...validateGroup(textAt(object, 'spec.group')),
    ...oneOf('spec.scope', textAt(object, 'spec.scope'), ['Cluster', 'Namespaced']),
    ...versions.flatMap((version, index) =>
      isObject(valueAt(version, 'schema.openAPIV3Schema'))
        ? []
        : [fieldError.required(`spec.versions[${index}].schema.openAPIV3Schema`, 'schemas are required')],
    ),
    ...validateDefaulting(object, versions),
    ...validateVersions(versions, Array.isArray(asGiven(ensuredObject(object, 'spec'), 'versions'))),
    ...requiredNames(object),
    ...validateNames(object, 'spec.names'),
    ...hoisted(versions, 'schema', 'spec.validation', (schema, path) =>
      validateSchemas(schema, path, versions.some(hasStatus)),
    ),
    ...hoisted(versions, 'subresources', 'spec.subresources', validateSubresources),
    ...hoisted(versions, 'additionalPrinterColumns', 'spec.additionalPrinterColumns', validateColumns),
  ]
}

const hasStatus = (version: JsonObject): boolean => isObject(valueAt(version, 'subresources.status'))

function validateGroup(group: string): FieldError[] {
  if (group === '') return [fieldError.required('spec.group')]
  const faults = dnsSubdomain(group)
  if (faults.length > 0) return [fieldError.invalid('spec.group', group, faults.join(','))]
  if (group.includes('.')) return []
  return [fieldError.invalid('spec.group', group, 'should be a domain with at least one dot')]
}

function oneOf(path: string, value: string, choices: readonly string[]): FieldError[] {
  if (value === '') return [fieldError.required(path)]
  return choices.includes(value) ? [] : [fieldError.notSupported(path, value, choices)]
}

type Part = 'schema' | 'subresources' | 'additionalPrinterColumns'

/** Whether a part is equal in all versions; the internal type then holds it once. */
const isHoisted = (versions: readonly JsonObject[], part: Part): boolean =>
  versions.every((version) => equalJson(version[part] ?? null, versions[0]?.[part] ?? null))

function hoisted(
  versions: readonly JsonObject[],
  part: Part,
  path: string,
  validate: (value: Json | undefined, path: string) => FieldError[],
): FieldError[] {
  return isHoisted(versions, part) ? validate(versions[0]?.[part], path) : []
}

const PARTS: readonly Part[] = ['schema', 'subresources', 'additionalPrinterColumns']

const sharedParts = (versions: readonly JsonObject[]): ReadonlySet<Part> =>
  new Set(PARTS.filter((part) => isHoisted(versions, part)))

function validateVersions(versions: readonly JsonObject[], isGiven: boolean): FieldError[] {
  const shared = sharedParts(versions)
  const errors = versions.flatMap((version, index) => validateVersion(shared, version, `spec.versions[${index}]`))
  const names = versions.map((version) => textAt(version, 'name'))
  const shown = (): string => goVersions(versions, isGiven)
  if (new Set(names).size < names.length) {
    errors.push(fieldError.invalidShown('spec.versions', shown(), 'must contain unique version names'))
  }
  if (versions.filter(({ storage }) => storage === true).length !== 1) {
    const why = 'must have exactly one version marked as storage version'
    errors.push(fieldError.invalidShown('spec.versions', shown(), why))
  }
  const [first = ''] = names
  const faults = first === '' ? [] : dns1035Label(first)
  // In the real server's internal type, `spec.version` is the name of the first version.
  if (faults.length > 0) errors.push(fieldError.invalid('spec.version', first, faults.join(',')))
  return errors
}

function validateVersion(shared: ReadonlySet<Part>, version: JsonObject, path: string): FieldError[] {
  const name = textAt(version, 'name')
  const faults = dns1035Label(name)
  const own = (part: Part): Json | undefined => (shared.has(part) ? undefined : version[part])
  return [
    ...(faults.length > 0 ? [fieldError.invalid(`${path}.name`, name, faults.join(','))] : []),
    ...validateDeprecation(version, path),
    ...validateSchemas(own('schema'), `${path}.schema`, hasStatus(version)),
    ...validateSubresources(own('subresources'), `${path}.subresources`),
    ...validateColumns(own('additionalPrinterColumns'), `${path}.additionalPrinterColumns`),
  ]
}

const WARNING_LIMIT = 256

function validateDeprecation({ deprecated, deprecationWarning: warning }: JsonObject, path: string): FieldError[] {
  if (typeof warning !== 'string') return []
  const at = `${path}.deprecationWarning`
  if (deprecated !== true) return [fieldError.invalid(at, warning, 'can only be set for deprecated versions')]
  const faults: string[] = []
  if (isLonger(warning, WARNING_LIMIT)) faults.push(`must be <= ${WARNING_LIMIT} characters long`)
  if (warning === '') faults.push('must not be an empty string')
  const strange = [...warning].findIndex((ch) => !/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(ch))
  if (strange >= 0) {
    faults.push(`must only contain printable UTF-8 characters; non-printable character found at index ${strange}`)
  }
  return faults.map((why) => fieldError.invalid(at, warning, why))
}

/** The versions as Go source, without the parts that the internal type holds once. */
function goVersions(versions: readonly JsonObject[], isGiven: boolean): string {
  if (versions.length === 0) return goVersionList(isGiven ? [] : undefined)
  const shared = sharedParts(versions)
  return goVersionList(
    versions.map((version) =>
      Object.fromEntries(Object.entries(version).filter(([name]) => !shared.has(name as Part))),
    ),
  )
}

const requiredNames = (object: ApiObject): FieldError[] =>
  ['plural', 'singular', 'kind', 'listKind'].flatMap((name) =>
    textAt(object, `spec.names.${name}`) === '' ? [fieldError.required(`spec.names.${name}`)] : [],
  )

function validateNames(object: ApiObject, path: string): FieldError[] {
  const text = (name: string): string => textAt(object, `${path}.${name}`)
  const errors: FieldError[] = []
  const label = (value: string, field: string, prefix = '', checked = value): void => {
    const faults = dns1035Label(checked)
    if (faults.length > 0) errors.push(fieldError.invalid(`${path}.${field}`, value, prefix + faults.join(',')))
  }
  for (const name of ['plural', 'singular']) if (text(name) !== '') label(text(name), name)
  const mixed = 'may have mixed case, but should otherwise match: '
  for (const name of ['kind', 'listKind']) {
    if (text(name) !== '') label(text(name), name, mixed, text(name).toLowerCase())
  }
  const each = (list: string): void =>
    listAt(object, `${path}.${list}`).forEach((name, index) => label(String(name), `${list}[${index}]`))
  each('shortNames')
  if (text('kind') !== '' && text('kind') === text('listKind')) {
    errors.push(fieldError.invalid(`${path}.listKind`, text('listKind'), 'kind and listKind may not be the same'))
  }
  each('categories')
  return errors
}

const isEstablished = (definition: JsonObject): boolean =>
  listAt(definition, 'status.conditions')
    .filter(isObject)
    .some(({ type, status }) => type === 'Established' && status === 'True')

/** The group and the plural name may never change; the scope and the kind may not change once the names are established. */
function validateFixed(object: ApiObject, old: ApiObject): FieldError[] {
  const fixed = [...(isEstablished(old) ? ['spec.scope', 'spec.names.kind'] : []), 'spec.group', 'spec.names.plural']
  return fixed.flatMap((path) =>
    textAt(object, path) === textAt(old, path)
      ? []
      : [fieldError.invalid(path, textAt(object, path), 'field is immutable')],
  )
}

/**
 * Whether a schema or a part of it has a default. Only a schema has a `type`; a map of properties may have a property with the
 * name `default`.
 */
const hasDefault = (schema: Json | undefined): boolean =>
  isObject(schema)
    ? (schema['default'] !== undefined && schema['type'] !== undefined) || Object.values(schema).some(hasDefault)
    : Array.isArray(schema) && schema.some(hasDefault)

function validateDefaulting(object: ApiObject, versions: readonly JsonObject[]): FieldError[] {
  if (valueAt(object, 'spec.preserveUnknownFields') !== true || !versions.some(({ schema }) => hasDefault(schema))) {
    return []
  }
  return [
    fieldError.invalid('spec.preserveUnknownFields', true, 'must be false in order to use defaults in the schema'),
  ]
}

function validateStoredVersions(object: ApiObject): FieldError[] {
  const stored = listAt(object, 'status.storedVersions').map(String)
  const path = 'status.storedVersions'
  if (stored.length === 0) {
    return [fieldError.invalidShown(path, goStrings(valueAt(object, path)), 'must have at least one stored version')]
  }
  const versions = listAt(object, 'spec.versions').filter(isObject)
  const names = versions.map((version) => textAt(version, 'name'))
  const first = new Map([...names.entries()].reverse().map(([index, name]) => [name, index]))
  const storedNames = new Set(stored)
  const storageErrors = versions.flatMap((version, index) => {
    const name = textAt(version, 'name')
    // Among versions with the same name, only the first counts as stored.
    if (version['storage'] !== true || (storedNames.has(name) && first.get(name) === index)) return []
    return [fieldError.invalidShown(path, goStrings(stored), `must have the storage version ${name}`)]
  })
  const nameErrors = stored.flatMap((name, index) =>
    first.has(name) ? [] : [fieldError.invalid(`${path}[${index}]`, name, 'must appear in spec.versions')],
  )
  return [...storageErrors, ...nameErrors]
}

function validateApproval(object: ApiObject, old: ApiObject | undefined, dialect: Dialect): FieldError[] {
  const group = textAt(object, 'spec.group')
  const approval = approvalOf(group, object, dialect)
  if (approval === undefined || (old && approvalOf(group, old, dialect)?.state === approval.state)) return []
  const annotation = dialect.spell(APPROVAL)
  const path = `metadata.annotations[${annotation}]`
  if (approval.state === 'missing') return [fieldError.required(path, approval.message)]
  if (approval.state !== 'invalid') return []
  return [fieldError.invalid(path, object.metadata?.annotations?.[annotation] ?? '', approval.message)]
}

function validatePreserving(object: ApiObject, old: ApiObject | undefined): FieldError[] {
  const keeps = (one: ApiObject | undefined): boolean => valueAt(one ?? {}, 'spec.preserveUnknownFields') === true
  if (!keeps(object) || keeps(old)) return []
  const why = 'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead'
  return [fieldError.invalid('spec.preserveUnknownFields', true, why)]
}
