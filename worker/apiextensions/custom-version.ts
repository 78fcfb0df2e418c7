import type { FieldError } from '../api/field-error.ts'
import { fieldError } from '../api/field-error.ts'
import { formatGroupVersion, parseGroupVersion } from '../api/group-version.ts'
import { copyJson, type JsonObject } from '../api/json.ts'
import { dnsSubdomain, qualifiedName } from '../api/names.ts'
import type { ApiObject } from '../api/object.ts'
import { invalid, plainError } from '../api/status.ts'
import { withMistyped } from '../schema/custom/mistyped.ts'
import { isUnpruned } from '../api/unpruned.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { quote } from '../api/go-format.ts'
import { equalJson } from '../patch/json-values.ts'
import { embeddedMetadataFaults } from '../resources/api-extensions/embedded-metadata.ts'
import { expressionRules } from '../resources/api-extensions/rule-evaluation.ts'
import type { RemoteConversion } from '../resources/remote-conversion.ts'
import type { ScalePaths } from '../resources/scale-paths.ts'
import type { Behaviour } from '../resources/behaviour.ts'
import type { CustomVersion } from '../resources/resource.ts'
import { defaultTraits } from '../resources/traits.ts'
import { dropNulls, fillDefaults } from '../schema/custom/defaulting.ts'
import { coerceEmbedded, readMetadata, readMutatedMetadata, validateEmbedded } from '../schema/custom/embedded.ts'
import type { JsonSchema } from '../schema/custom/json-schema.ts'
import { propertyOf } from '../schema/custom/json-schema.ts'
import { validateListTypes } from '../schema/custom/list-types.ts'
import { prune } from '../schema/custom/pruning.ts'
import { schemaValidator } from '../schema/custom/validation.ts'
import { DecodeError, overflowFault } from '../schema/decode-error.ts'
import type { Decoded } from '../schema/decode.ts'
import type { Spelling } from '../schema/strictness.ts'
import { duplicateFaults } from '../schema/strictness.ts'
import type { Definition, DefinitionVersion } from './definition.ts'
import { printerColumns } from './printer-columns.ts'
import { remoteConversion } from './remote-conversion.ts'
import { scaleFaults } from './scale-faults.ts'
import { documentFor, documentOf } from './version-document.ts'

export interface VersionOptions {
  readonly dialect: Dialect
  /** Calls the conversion webhook; absent when the versions differ in their names only. */
  readonly convert?: RemoteConversion['convert'] | undefined
  /** Whether the feature gate `CRDValidationRatcheting` is on. */
  readonly ratchets: boolean
}

/** Compiles one version of a definition. */
export function customVersion(
  definition: Definition,
  version: DefinitionVersion,
  options: VersionOptions,
): CustomVersion {
  const document = documentOf(version)
  const { group } = definition.spec
  const apiVersion = formatGroupVersion({ group, version: version.name })
  const scale = scalePaths(version)
  const { convert } = options
  const versionOf = (object: ApiObject): DefinitionVersion | undefined =>
    definition.spec.versions.find(({ name }) => formatGroupVersion({ group, version: name }) === object.apiVersion)
  const asItWas = (object: ApiObject, stored: DefinitionVersion | undefined): ApiObject =>
    restored(stored === undefined ? document : documentOf(stored), object)
  return {
    behaviour: behaviourOf(definition, version, options),
    document,
    ...(scale && { scale }),
    read: (value, spelling) => read(documentFor(definition, value), value, { spelling, isMerged: false }),
    readMerged: (value) => read(document, value, { spelling: undefined, isMerged: true }),
    fromStored(object) {
      const stored = versionOf(object)
      const current = asItWas(object, stored)
      if (stored === version) return current
      if (convert !== undefined) throw new Error('wait for the webhook that converts between the versions')
      const converted = prune(current, document)
      dropNulls(converted, document)
      coerceEmbedded(converted, document, { lenient: true })
      return { ...converted, apiVersion }
    },
    // The answer to a write shows the object as a later GET would, so the defaults are filled here.
    toStored(object) {
      if (object.apiVersion !== apiVersion) refuseMistyped(object)
      return restored(document, isUnpruned(object) ? withKnownMetadata(object) : object)
    },
    mutated(value) {
      const object = copyJson(value)
      object['metadata'] = readMutatedMetadata(value['metadata'] ?? {})
      coerceEmbedded(object, document, { keepsUnknown: true })
      fillDefaults(object, document)
      return object
    },
    ...(convert && {
      remote: remoteConversion({
        convert,
        show(object) {
          const stored = versionOf(object)
          if (stored === version) return undefined
          return convert(asItWas(object, stored), apiVersion).then((converted) => prune(converted, document))
        },
      }),
    }),
  }
}

interface Reading {
  readonly spelling: Spelling | undefined
  /**
   * Whether the object is the result of an apply: nulls are then kept. Metadata fields that cannot be decoded are dropped,
   * because the server sets them itself.
   */
  readonly isMerged: boolean
}

function read(document: JsonSchema, value: JsonObject, { spelling, isMerged }: Reading): Decoded {
  const [ofMeta, ofFields, ofParts]: [string[], string[], string[]] = [[], [], []]
  if (spelling?.overflow !== undefined) throw new DecodeError('', overflowFault(spelling.overflow))
  const { metadata } = value
  const meta = metadata === undefined ? undefined : readMetadata(metadata, 'metadata', ofMeta, isMerged)
  const object = prune(value, document, ofFields)
  if (!isMerged) dropNulls(object, document)
  coerceEmbedded(object, document, { dropped: ofParts })
  if (meta !== undefined) object['metadata'] = meta
  fillDefaults(object, document)
  const unknown = [...ofMeta, ...ofFields.sort(), ...ofParts.sort()].map((path) => `unknown field "${path}"`)
  return { object, faults: [...duplicateFaults(value, spelling), ...unknown] }
}

/** A stored object under the current schema. */
function restored(document: JsonSchema, stored: ApiObject): ApiObject {
  const object = prune(stored, document)
  dropNulls(object, document)
  coerceEmbedded(object, document, { lenient: true })
  fillDefaults(object, document)
  return object
}

/**
 * The real server decodes metadata when it converts an object to the stored version.
 * @throws plainError() for fields of a wrong type, which a mutating webhook has set
 */
function refuseMistyped(object: ApiObject): void {
  const { metadata } = withMistyped(object)
  if (metadata === undefined || metadata === object.metadata) return
  try {
    readMetadata(metadata, 'metadata')
  } catch (error) {
    throw error instanceof DecodeError ? plainError(error.message) : error
  }
}

const withKnownMetadata = (object: ApiObject): ApiObject => ({
  ...object,
  metadata: readMetadata(object.metadata ?? {}, 'metadata', undefined, true),
})

function scalePaths({ subresources }: DefinitionVersion): ScalePaths | undefined {
  const scale = subresources?.scale
  if (scale === undefined) return undefined
  const plain = (path: string): string => path.replace(/^\./, '')
  return {
    spec: plain(scale.specReplicasPath),
    status: plain(scale.statusReplicasPath),
    selector: scale.labelSelectorPath ? plain(scale.labelSelectorPath) : undefined,
  }
}

const UNCOUNTED: ReadonlySet<string> = new Set(['metadata', 'apiVersion', 'kind'])

/** Whether two objects differ in a field whose change raises the generation. */
const differs = (object: ApiObject, old: ApiObject, statusFields: readonly string[]): boolean =>
  [...new Set([...Object.keys(object), ...Object.keys(old)])].some(
    (field) => !UNCOUNTED.has(field) && !statusFields.includes(field) && !equalJson(object[field], old[field]),
  )

type ExpressionRules = ReturnType<typeof expressionRules>

/**
 * Adds the faults of the validation rules to earlier faults. The rules are compiled for the first object: most definitions of a
 * cluster never have one.
 */
function expressionCheck(document: JsonSchema, ratchets: boolean) {
  let compiled: { readonly rules: ExpressionRules } | undefined
  return (errors: FieldError[], ...update: Parameters<NonNullable<ExpressionRules>>): FieldError[] => {
    compiled ??= { rules: expressionRules(document, ratchets) }
    const { rules } = compiled
    return rules === undefined ? errors : [...errors, ...(blockedBy(errors) ?? rules(...update))]
  }
}

function behaviourOf(definition: Definition, version: DefinitionVersion, options: VersionOptions): Behaviour {
  const apiVersion = formatGroupVersion({ group: definition.spec.group, version: version.name })
  const scale = scalePaths(version)
  const document = documentOf(version)
  const { kind } = definition.status?.acceptedNames ?? definition.spec.names
  const hasStatus = version.subresources?.status !== undefined
  const statusFields = hasStatus ? ['status'] : []
  const statusSchema = propertyOf(document, 'status')
  const validator = schemaValidator(document)
  const statusValidator = statusSchema && schemaValidator(statusSchema)
  const columns = printerColumns(version, options.dialect)
  const checked = expressionCheck(document, options.ratchets)
  const partFaults = (object: ApiObject): FieldError[] => [
    ...scaleFaults(object, scale, false),
    ...validateEmbedded(object, document, { metadataRule: embeddedMetadataFaults }),
  ]
  const statusFaults = (object: ApiObject): FieldError[] => [
    ...(object['status'] === undefined ? [] : (statusValidator?.validate(object['status']) ?? [])),
    ...scaleFaults(object, scale, true),
  ]
  return {
    ...defaultTraits,
    // The schema sets the defaults when a body is decoded.
    defaults: new Map(),
    nameRule: dnsSubdomain,
    generation: ['spec'],
    raisesGeneration: (object, old) => differs(object, old, statusFields),
    createOnUpdate: false,
    unconditionalUpdate: false,
    metadataChecks: ['change'],
    anyFinalizer: true,
    warnings: finalizerWarnings,
    statusFields,
    statusMetadata: 'stored',
    // An empty object selects the error text of kinds that declare field selectors.
    fieldSelectors: {},
    columns,
    // A create fills the defaults and then drops the status. The default of the whole status is stored by the next write.
    ...(hasStatus &&
      statusSchema?.default !== undefined && { completeNew: (object: ApiObject) => object['status'] === undefined }),
    validate(object) {
      refuseType(object, kind, apiVersion)
      const errors = [...validator.validate(object), ...partFaults(object), ...validateListTypes(object, document)]
      return checked(errors, object, undefined)
    },
    validateUpdate(object, old, subresource, evidence) {
      refuseType(object, kind, apiVersion)
      const before = options.ratchets ? old : undefined
      const ofParts =
        subresource === 'status'
          ? statusFaults(object)
          : [...validator.validate(object, '', before), ...partFaults(object)]
      const ofLists = validateListTypes(object, document)
      const newLists = ofLists.length > 0 && validateListTypes(old, document).length > 0 ? [] : ofLists
      const tolerate = ({ field, message }: FieldError): void => evidence?.warn?.(`${field}: ${message}`)
      // A write of the status tolerates no faults, not even the faults of unchanged values.
      const keeps = options.ratchets && subresource !== 'status'
      return checked([...ofParts, ...newLists], object, old, keeps ? tolerate : undefined)
    },
  }
}

const BLOCKING: ReadonlySet<string> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
])

/** The error that replaces the validation rules when an earlier fault prevents their run (reference/custom-resources.md 7). */
function blockedBy(errors: readonly FieldError[]): readonly FieldError[] | undefined {
  if (!errors.some(({ type }) => BLOCKING.has(type))) return undefined
  const why =
    'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation'
  return [fieldError.invalid('<nil>', null, why)]
}

/**
 * Refuses an object of another kind or version than the expected one.
 * @throws StatusError that names the kind in the body
 */
function refuseType(object: ApiObject, kind: string, apiVersion: string): void {
  const errors: FieldError[] = []
  if (object.kind !== kind) errors.push(fieldError.invalid('kind', object.kind ?? '', `must be ${kind}`))
  if (object.apiVersion !== apiVersion) {
    errors.push(fieldError.invalid('apiVersion', object.apiVersion ?? '', `must be ${apiVersion}`))
  }
  if (errors.length === 0) return
  const group = parseGroupVersion(object.apiVersion ?? '')?.group ?? ''
  throw invalid(group, object.kind ?? '', object.metadata?.name ?? '', errors)
}

const OWN_FINALIZERS: ReadonlySet<string> = new Set(['orphan', 'foregroundDeletion', 'kubernetes'])

const UNQUALIFIED =
  'prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers'

function finalizerWarnings({ metadata }: ApiObject, old: ApiObject | undefined): readonly string[] {
  const known = new Set(old?.metadata?.finalizers)
  const added = [...new Set(metadata?.finalizers)].filter((finalizer) => !known.has(finalizer)).sort()
  return added.flatMap((finalizer) => {
    const warnings = [...qualifiedName(finalizer)]
    if (!finalizer.includes('/') && !OWN_FINALIZERS.has(finalizer)) warnings.push(UNQUALIFIED)
    return warnings.map((warning) => `metadata.finalizers: ${quote(finalizer)}: ${warning}`)
  })
}
