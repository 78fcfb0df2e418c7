import { aggregateText } from '../../worker/api/go-format.ts'
import { isObject, stringOrEmpty, type Json, type JsonObject } from '../../worker/api/json.ts'
import { jsonType } from '../../worker/api/unmarshal-fault.ts'
import { YamlError } from '../../worker/codec/yaml-error.ts'
import { readYaml } from '../../worker/codec/yaml-reader.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import { compileRules } from '../../worker/resources/notation/compile-rules.ts'
import type { Rule } from '../../worker/resources/notation/rule.ts'
import { decode, type Decoded } from '../../worker/schema/decode.ts'
import { DecodeError } from '../../worker/schema/decode-error.ts'
import { loadDecodeFaultsFor } from '../../worker/schema/lazy-decode-fault.ts'
import type { StructSchema } from '../../worker/schema/schema.ts'
import { strictError } from '../../worker/verbs/body-decoding.ts'
import { TEXT } from './struct-types.ts'

/** The text of a configuration is wrong; the real server has the same message. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/** A kind of configuration files, with its versions. */
export interface ConfigurationKind {
  readonly kind: string
  /** By version, such as `v1beta1`: the type without `apiVersion` and `kind`. */
  readonly versions: ReadonlyMap<string, StructSchema>
  /** Whether unknown and repeated fields are accepted and dropped. */
  readonly dropsUnknown?: boolean
}

/** The kinds that the real server reads by the same code; another one gets another message. */
const KINDS = ['AuthenticationConfiguration', 'AuthorizationConfiguration', 'TracingConfiguration']
const VERSIONS = ['v1alpha1', 'v1beta1']

const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

/**
 * Reads the YAML or JSON of a configuration file strictly. The result has the fields of its type, the empty ones too.
 * @throws ConfigurationError
 */
export async function readConfiguration(
  text: string,
  { kind: wanted, versions, dropsUnknown = false }: ConfigurationKind,
  dialect: Dialect,
): Promise<JsonObject> {
  const { value, duplicates } = await readYaml(text).catch((error: unknown) => {
    throw error instanceof YamlError ? new ConfigurationError(error.message) : error
  })
  if (!isObject(value) && value !== null)
    throw new ConfigurationError(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonType(value)} into Go value of type ${TYPE_META}`,
    )
  const [kind, apiVersion] = [stringOrEmpty(value?.['kind']), stringOrEmpty(value?.['apiVersion'])]
  if (kind === '') throw new ConfigurationError(`Object 'Kind' is missing in '${text}'`)
  if (apiVersion === '') throw new ConfigurationError(`Object 'apiVersion' is missing in '${text}'`)
  const group = dialect.spell('apiserver.config.{domain}/')
  const version = apiVersion.startsWith(group) ? apiVersion.slice(group.length) : ''
  const schema = kind === wanted ? versions.get(version) : undefined
  if (schema !== undefined) {
    const { object, faults } = await decoded(value, schema)
    if (!dropsUnknown && duplicates.length + faults.length > 0)
      throw new ConfigurationError(strictError(duplicates, faults))
    return object
  }
  throw new ConfigurationError(
    KINDS.includes(kind) && VERSIONS.includes(version)
      ? `expected ${wanted}, got *apiserver.${kind}`
      : `no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:100"`,
  )
}

async function decoded(value: Json, schema: StructSchema): Promise<Decoded> {
  const meta: [string, { schema: typeof TEXT }][] = [
    ['kind', { schema: TEXT }],
    ['apiVersion', { schema: TEXT }],
  ]
  // The names of Go's types in faults load separately.
  await loadDecodeFaultsFor('POST')
  try {
    return decode({ ...schema, fields: new Map([...meta, ...schema.fields]) }, value)
  } catch (error) {
    throw error instanceof DecodeError ? new ConfigurationError(error.message) : error
  }
}

/** Checks a configuration by rules. @throws ConfigurationError with all faults */
export function checkConfiguration(config: JsonObject, rules: readonly Rule[], dialect: Dialect): void {
  const faults = compileRules(rules, dialect.spell)(config).map(({ field, message }) => `${field}: ${message}`)
  if (faults.length > 0) throw new ConfigurationError(aggregateText(faults))
}
