import { boundedNumber } from '../../api/numbers.ts'
import { exactJson } from '../../api/exact-json.ts'
import type { FieldError } from '../../api/field-error.ts'
import { fieldError } from '../../api/field-error.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty, ownMember } from '../../api/json.ts'
import { canonicalText } from './canonical-text.ts'
import { formats } from './formats.ts'
import type { JsonSchema } from './json-schema.ts'
import { itemsOf, propertyOf, valuesOf } from './json-schema.ts'
import type { Check } from './outcome.ts'
import { bare, invalid, Outcome, shown, typeFault } from './outcome.ts'
import { PatternSteps } from './patterns.ts'
import { formatCheck, isJsonInteger, numberCheck, textCheck } from './scalar-checks.ts'
import { lookupTable } from '../../runtime/lookup-table.ts'

/**
 * Checks values against a schema with the checks of the real server in the same order, so errors are equal. Properties
 * are checked in sorted order; in the real server their order is random.
 */
export interface SchemaValidator {
  /**
   * The faults of a value.
   * @param prefix precedes the paths of errors; an error of the whole value has the prefix as its path
   * @param old the stored value; unchanged parts are not checked again (`CRDValidationRatcheting`)
   */
  validate(value: Json, prefix?: string, old?: Json): FieldError[]
}

type Run = (value: Json, path: string, old: Json | undefined, steps: PatternSteps) => Outcome

export interface ValidatorOptions {
  /** Whether `x-kubernetes-int-or-string` counts as a type. False for defaults, for which the real server ignores it. */
  readonly intOrString: boolean
}

const compiled = new WeakMap<JsonSchema, Map<boolean, Run>>()

/** The validator of a schema, which is compiled once, at its first validation. */
export function schemaValidator(
  schema: JsonSchema,
  options: ValidatorOptions = { intOrString: true },
): SchemaValidator {
  return {
    validate(value, prefix = '', old) {
      const errors = new Map<string, FieldError>()
      for (const { path, error } of checkOf(schema, options)(value, '', old, new PatternSteps()).faults) {
        const found = error(fieldOf(prefix, path))
        // The real server reports equal errors once.
        const key = `${path ?? ''}\n${found.message}`
        if (!errors.has(key)) errors.set(key, found)
      }
      return [...errors.values()]
    },
  }
}

function fieldOf(prefix: string, path: string | undefined): string {
  if (path === undefined || path === '') return prefix === '' ? '<nil>' : prefix
  const field = path.replace(/^\./, '')
  return prefix === '' ? field : `${prefix}.${field}`
}

function checkOf(schema: JsonSchema, options: ValidatorOptions): Run {
  const checks = compiled.get(schema) ?? new Map<boolean, Run>()
  compiled.set(schema, checks)
  let check = checks.get(options.intOrString)
  if (check === undefined) {
    check = compile(schema, options)
    checks.set(options.intOrString, check)
  }
  return check
}

function compile(schema: JsonSchema, options: ValidatorOptions): Run {
  const typed = typeCheck(schema, options)
  const alternatives = alternativesCheck(schema, options)
  const text = textCheck(schema)
  const format = formats.get(schema.format ?? '')
  const list = listCheck(schema, options)
  const choice = enumCheck(schema)
  const object = objectCheck(schema, options)
  const numeric = numberCheck(schema)
  return (value, path, old, steps) => {
    const outcome = new Outcome(steps)
    if (old !== undefined && canonicalText(old) === canonicalText(value)) return outcome
    const run = (check: Check | undefined): void => {
      if (check === undefined) return
      check(value, path, outcome, old)
      outcome.matches++
    }
    run(typed)
    if (value !== null) {
      run(alternatives)
      if (typeof value === 'string') {
        run(text)
        if (format !== undefined) run(formatCheck(schema.format ?? '', format))
      } else if (typeof value === 'number' || typeof value === 'bigint') run(numeric)
      else if (Array.isArray(value)) run(list)
    }
    run(choice)
    if (isObject(value)) run(object)
    outcome.matches++
    return outcome
  }
}

/** The OpenAPI type of a value. */
function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number'
  return Array.isArray(value) ? 'array' : 'object'
}

/** The names of Go types in errors about formats. */
const FORMS = lookupTable<string>({ integer: 'int64', number: 'float64' })

function typeCheck(schema: JsonSchema, { intOrString }: ValidatorOptions): Check | undefined {
  const types = typesOf(schema, intOrString)
  // In defaults, the real server checks the type together with every format, even an unknown one.
  const format = !intOrString || formats.has(schema.format ?? '') ? (schema.format ?? '') : ''
  if (types.length === 0 && format === '') return undefined
  const isNumeric = types.includes('number') || types.includes('integer')
  return (value, path, outcome) => {
    const type = typeOf(value)
    const isWhole = type === 'number' && types.includes('integer') && isJsonInteger(boundedNumber(value))
    const matches = types.includes(type) || (type === 'integer' && types.includes('number')) || isWhole
    if (value === null) {
      if (types.length > 0 && schema.nullable !== true) outcome.faults.push(typeFault(path, types.join(','), 'null'))
      else outcome.matches++
      return
    }
    const isText = type === 'string' || type === 'array'
    if (format !== '' && !isText && !matches) outcome.faults.push(typeFault(path, format, FORMS[type] ?? ''))
    else if (format !== '' && isText && !isNumeric) outcome.matches++
    else if (!matches) outcome.faults.push(typeFault(path, types.join(','), type))
    else outcome.matches++
  }
}

function typesOf(schema: JsonSchema, intOrString: boolean): readonly string[] {
  if (intOrString && schema['x-kubernetes-int-or-string'] === true) return ['integer', 'string']
  return schema.type ? [schema.type] : []
}

function alternativesCheck(schema: JsonSchema, options: ValidatorOptions): Check {
  const { anyOf = [], oneOf = [], allOf = [], not } = schema
  return (value, path, outcome, old) => {
    const check = (alternative: JsonSchema): Outcome => checkOf(alternative, options)(value, path, old, outcome.steps)
    const name = `"${path}"`
    if (anyOf.length > 0) {
      const { valid, best } = bestOf(anyOf, check, true)
      if (valid === 0) outcome.faults.push(bare(`${name} must validate at least one schema (anyOf)`))
      if (best !== undefined) outcome.merge(best)
    }
    if (oneOf.length > 0) {
      const { valid, best } = bestOf(oneOf, check, false)
      if (valid !== 1) {
        const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`
        outcome.faults.push(bare(`${name} must validate one and only one schema (oneOf). ${found}`))
        if (best !== undefined) outcome.merge(best)
      }
    }
    if (allOf.length > 0) {
      const outcomes = allOf.map(check)
      for (const each of outcomes) outcome.merge(each)
      const valid = outcomes.filter(({ faults }) => faults.length === 0).length
      const none = valid === 0 ? '. None validated' : ''
      if (valid < allOf.length) outcome.faults.push(bare(`${name} must validate all the schemas (allOf)${none}`))
    }
    if (not !== undefined && check(not).faults.length === 0) {
      outcome.faults.push(bare(`${name} must not validate the schema (not)`))
    }
    outcome.matches++
  }
}

/** The number of valid alternatives. When none is valid, the result also has the failed outcome with the most `matches`. */
function bestOf(
  alternatives: readonly JsonSchema[],
  check: (schema: JsonSchema) => Outcome,
  oneIsEnough: boolean,
): { valid: number; best: Outcome | undefined } {
  let valid = 0
  let best: Outcome | undefined
  for (const alternative of alternatives) {
    const outcome = check(alternative)
    if (outcome.faults.length === 0) {
      valid++
      best = undefined
      if (oneIsEnough) break
    } else if (valid === 0 && (best === undefined || outcome.matches > best.matches)) best = outcome
  }
  return { valid, best }
}

function listCheck(schema: JsonSchema, options: ValidatorOptions): Check {
  const { minItems, maxItems } = schema
  const items = itemsOf(schema)
  const keys = schema['x-kubernetes-list-type'] === 'map' ? (schema['x-kubernetes-list-map-keys'] ?? []) : []
  return (value, path, outcome, old) => {
    if (!Array.isArray(value)) return
    if (items !== undefined) {
      const check = checkOf(items, options)
      const storedItem = storedItems(old, keys)
      value.forEach((item, index) => outcome.merge(check(item, `${path}[${index}]`, storedItem(item), outcome.steps)))
    }
    if (minItems !== undefined && value.length < minItems) {
      outcome.faults.push(invalid(path, value.length, `should have at least ${minItems} items`))
    }
    if (maxItems !== undefined && value.length > maxItems) {
      outcome.faults.push({ path, error: (field) => fieldError.tooMany(field, value.length, maxItems) })
    }
    outcome.matches++
  }
}

/** Returns a function that finds the stored item with the same keys. In a list without keys, it finds no item. */
function storedItems(old: Json | undefined, keys: readonly string[]): (item: Json) => Json | undefined {
  if (keys.length === 0 || !Array.isArray(old)) return () => undefined
  const identity = (item: JsonObject): string => JSON.stringify(keys.map((key) => canonicalText(ownMember(item, key))))
  const stored = new Map<string, Json>()
  for (const item of old) if (isObject(item) && !stored.has(identity(item))) stored.set(identity(item), item)
  return (item) => (isObject(item) ? stored.get(identity(item)) : undefined)
}

/** The text of a number without its fraction. The real server converts a number to the type of each allowed value. */
const asInteger = (value: Json): string =>
  typeof value === 'number' ? canonicalText(Math.trunc(value)) : canonicalText(value)

function enumCheck({ enum: allowed = [] }: JsonSchema): Check | undefined {
  if (allowed.length === 0) return () => undefined
  const texts = new Set(allowed.map(canonicalText))
  const supported = allowed.map((value) => (typeof value === 'string' ? value : exactJson(value)))
  return (value, path, { faults }) => {
    if (value !== null && (texts.has(canonicalText(value)) || texts.has(asInteger(value)))) return
    faults.push({ path, error: (field) => fieldError.notSupportedShown(field, shown(value), supported) })
  }
}

function objectCheck(schema: JsonSchema, options: ValidatorOptions): Check {
  const { minProperties, maxProperties, required = [], additionalProperties } = schema
  return (value, path, outcome, old) => {
    if (!isObject(value)) return
    const before = objectOrEmpty(old)
    const keys = Object.keys(value).sort()
    if (minProperties !== undefined && keys.length < minProperties) {
      outcome.faults.push(invalid(path, keys.length, `should have at least ${minProperties} properties`))
    }
    if (maxProperties !== undefined && keys.length > maxProperties) {
      outcome.faults.push({ path, error: (field) => fieldError.tooMany(field, keys.length, maxProperties) })
    }
    const below = (key: string): string => (path === '' ? key : `${path}.${key}`)
    if (additionalProperties === false) {
      for (const key of keys) {
        if (propertyOf(schema, key) !== undefined) continue
        const message = `${path}.${key} in body is a forbidden property`
        outcome.faults.push({ path, error: (field) => fieldError.invalid(field, key, message) })
      }
    }
    eachProperty(schema, value, keys, (key, property) => {
      // The real server writes the path of an undeclared key at the root with a dot in front.
      const at = propertyOf(schema, key) === undefined ? `${path}.${key}` : below(key)
      outcome.merge(checkOf(property, options)(value[key] ?? null, at, ownMember(before, key), outcome.steps))
    })
    for (const key of required) {
      if (Object.hasOwn(value, key)) continue
      outcome.faults.push({ path: below(key), error: (field) => fieldError.required(field) })
    }
  }
}

function eachProperty(
  schema: JsonSchema,
  value: JsonObject,
  keys: readonly string[],
  visit: (key: string, property: JsonSchema) => void,
): void {
  const values = valuesOf(schema)
  for (const key of keys) {
    if (value[key] === undefined) continue
    const property = propertyOf(schema, key) ?? values
    if (property !== undefined) visit(key, property)
  }
}
