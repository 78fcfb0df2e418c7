import { goJson } from '../../api/go-json.ts'
import type { FieldError } from '../../api/field-error.ts'
import { fieldError } from '../../api/field-error.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, ownMember } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { CALL_BUDGET, OBJECT_BUDGET, OUT_OF_BUDGET } from '../../cel/budgets.ts'
import { BudgetError, noSuchOverload } from '../../cel/evaluation-error.ts'
import type { Activation } from '../../cel/frame.ts'
import type { Value } from '../../cel/values.ts'
import { NONE, Optional } from '../../cel/values.ts'
import { equalJson } from '../../patch/json-values.ts'
import type { CompiledExpression } from './compiled-expressions.ts'
import { compileExpressions } from './compiled-expressions.ts'
import type { DeclaredType } from './declared-types.ts'
import { declaredType, withObjectFields } from './declared-types.ts'
import { typedValue } from './typed-values.ts'
import type { JsonSchema, ValidationRule } from '../../schema/custom/json-schema.ts'
import { isEmbedded, itemsOf, propertyOf, valuesOf } from '../../schema/custom/json-schema.ts'
import { escapeField } from '../../cel/field-names.ts'
import { messageOf, shownRule } from './rule-messages.ts'

/**
 * Compiles the `x-kubernetes-validations` of a schema and of all schemas below it; undefined when there are none. `ratchets`:
 * whether the feature gate `CRDValidationRatcheting` is on. The caller of the returned function passes `tolerate` for an update
 * that may keep faults. `tolerate` receives the faults of unchanged values. Faults of rules that read `oldSelf` are returned in
 * any case.
 */
export function expressionRules(
  schema: JsonSchema,
  ratchets: boolean,
): ((object: ApiObject, old: ApiObject | undefined, tolerate?: Tolerate) => FieldError[]) | undefined {
  const root = compileNode(schema, declaredType(schema, true), true)
  if (root === undefined) return undefined
  return (object, old, tolerate) => {
    const run = new Run(ratchets, tolerate)
    run.visit(root, { path: '', value: object, old, parent: undefined })
    return run.errors
  }
}

type Tolerate = (fault: FieldError) => void

/** The faults that the rules of a schema find in a default value. `oldSelf` is the default itself. */
export function defaultRuleFaults(schema: JsonSchema, value: Json, path: string, isWhole: boolean): FieldError[] {
  const node = compileNode(schema, declaredType(schema, isWhole), isWhole)
  if (node === undefined) return []
  const run = new Run(false)
  run.visit(node, { path, value, old: value, parent: undefined })
  return run.errors
}

/** A schema that has rules, or has a schema with rules below it. */
interface Node {
  readonly schema: JsonSchema
  readonly rules: readonly CompiledExpression[]
  readonly properties: ReadonlyMap<string, Node>
  readonly items: Node | undefined
  readonly values: Node | undefined
}

function compileNode(schema: JsonSchema, declared: DeclaredType | undefined, isRoot = false): Node | undefined {
  const own = schema['x-kubernetes-validations'] ?? []
  const rules = declared === undefined ? [] : compileExpressions(own, declared)
  const properties = new Map<string, Node>()
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const field = escapeField(name)
    const type = field === undefined ? declaredType(property, isEmbedded(property)) : declared?.fields?.get(field)
    const node = type && compileNode(property, type)
    if (node !== undefined) properties.set(name, node)
  }
  const below = (part: JsonSchema | undefined): Node | undefined => part && compileNode(part, declared?.elements)
  const items = below(itemsOf(schema))
  const values = below(valuesOf(schema))
  if (rules.length === 0 && properties.size === 0 && items === undefined && values === undefined) return undefined
  return { schema: isRoot ? withObjectFields(schema) : schema, rules, properties, items, values }
}

interface Place {
  readonly path: string
  readonly value: Json
  /** The value before the update; undefined when it did not exist or cannot be correlated. */
  readonly old: Json | undefined
  readonly parent: Place | undefined
}

class Run {
  readonly errors: FieldError[] = []
  readonly #ratchets: boolean
  readonly #tolerate: Tolerate | undefined
  #budget = OBJECT_BUDGET

  constructor(ratchets: boolean, tolerate?: Tolerate) {
    this.#ratchets = ratchets
    this.#tolerate = tolerate
  }

  /** Evaluates the rules of a node and of the parts below it. @returns whether more rules may run */
  visit(node: Node, place: Place): boolean {
    const { path, value, old } = place
    if (!this.#evaluate(node, place)) return false
    if (Array.isArray(value)) {
      const { items } = node
      const before = Array.isArray(old) ? old : []
      return value.every((item, index) => {
        const at = `${path}[${index}]`
        const ofOld = items && correlated(node.schema, item, before)
        return items === undefined || item === null || this.visit(items, below(place, at, item, ofOld))
      })
    }
    if (!isObject(value)) return true
    const before = isObject(old) && isCorrelatable(node.schema) ? old : {}
    return Object.entries(value).every(([name, part]) => {
      if (part === undefined || part === null) return true
      const ofField = node.properties.get(name)
      const at = path === '' ? name : `${path}.${name}`
      const earlier = ownMember(before, name)
      if (ofField !== undefined) return this.visit(ofField, below(place, at, part, earlier))
      return node.values === undefined || this.visit(node.values, below(place, `${path}[${name}]`, part, earlier))
    })
  }

  #evaluate({ schema, rules }: Node, place: Place): boolean {
    if (rules.length === 0) return true
    const field = place.path === '' ? '<nil>' : place.path
    const type = schema.type ?? ''
    const readsOld = rules.some(({ usesOldSelf }) => usesOldSelf)
    const activation = new Activations(schema, place, readsOld)
    for (const compiled of rules) {
      const { program, fault, rule, usesOldSelf } = compiled
      if (fault !== undefined) this.#fail(fieldError.invalid(field, type, `rule compile error: ${fault}`))
      if (program === undefined) continue
      const isOptional = rule.optionalOldSelf === true
      if (usesOldSelf && absent(place.old) && !(this.#ratchets && isOptional)) continue
      const outcome = program.run(isOptional ? activation.optional : activation.plain, CALL_BUDGET)
      this.#budget -= outcome.cost
      if (this.#budget < 0) return this.#stop(fieldError.invalid(field, type, OUT_OF_BUDGET))
      if ('error' in outcome) {
        const { error } = outcome
        if (error instanceof BudgetError) {
          const why = 'no further validation rules will be run due to call cost exceeds limit for rule'
          return this.#stop(fieldError.invalid(field, type, `'${error.message}': ${why}: ${shownRule(rule)}`))
        }
        this.#fail(fieldError.invalid(field, type, describe(error, rule)))
      } else if (outcome.value !== true && !this.#reportFailure(compiled, schema, place, activation)) return false
    }
    return true
  }

  /** Reports that a rule is not fulfilled. @returns whether more rules may run */
  #reportFailure(compiled: CompiledExpression, schema: JsonSchema, place: Place, { plain }: Activations): boolean {
    const { rule, message, usesOldSelf } = compiled
    const type = schema.type ?? ''
    const field = [place.path, shownPath(rule.fieldPath, schema)].filter((part) => part !== '').join('.') || '<nil>'
    const isKept = !usesOldSelf && this.#tolerate !== undefined && isUnchanged(place)
    const text = message === undefined ? { text: undefined, cost: 0 } : messageOf(message, plain, this.#budget)
    this.#budget -= text.cost
    if ('stop' in text && text.stop !== undefined) return this.#stop(fieldError.invalid(field, type, text.stop))
    const fault = ofReason(field, type, text.text ?? defaultMessage(rule), rule.reason)
    if (isKept) this.#tolerate?.(fault)
    else this.#fail(fault)
    return true
  }

  #fail(error: FieldError): void {
    this.errors.push(error)
  }

  #stop(error: FieldError): false {
    this.#fail(error)
    return false
  }
}

/** The variables of the rules of one value; a value that cannot be read is an error of each rule that reads it. */
class Activations {
  readonly plain: RuleVariables
  readonly optional: RuleVariables
  constructor(schema: JsonSchema, { value, old }: Place, readsOld: boolean) {
    const self = read(value, schema)
    const oldSelf = !readsOld || absent(old) ? undefined : read(old, schema)
    this.plain = new RuleVariables(self, oldSelf)
    this.optional = new RuleVariables(self, () => (oldSelf === undefined ? NONE : new Optional(oldSelf())))
  }
}

/** A class, because each object literal with a getter would have its own hidden class. */
class RuleVariables implements Activation {
  readonly [name: string]: Value | undefined
  readonly #self: () => Value
  readonly #oldSelf: (() => Value) | undefined

  constructor(self: () => Value, oldSelf: (() => Value) | undefined) {
    this.#self = self
    this.#oldSelf = oldSelf
  }

  get self(): Value {
    return this.#self()
  }

  get oldSelf(): Value | undefined {
    return this.#oldSelf?.()
  }
}

function read(value: Json | undefined, schema: JsonSchema): () => Value {
  try {
    const typed = typedValue(value, schema)
    return () => typed
  } catch (error) {
    return () => {
      throw error
    }
  }
}

const below = (parent: Place, path: string, value: Json, old: Json | undefined): Place => ({ path, value, old, parent })

const absent = (value: Json | undefined): boolean => value === undefined || value === null

/** Whether an update left the value, or a parent of it, unchanged. */
function isUnchanged({ value, old, parent }: Place): boolean {
  if (!absent(old)) return equalJson(value, old)
  return parent !== undefined && isUnchanged(parent)
}

const isCorrelatable = (schema: JsonSchema): boolean =>
  ['granular', 'atomic'].includes(schema['x-kubernetes-map-type'] ?? 'granular')

/** The item of the old list with the same keys; undefined when the list is not keyed. */
function correlated(schema: JsonSchema, item: Json, old: readonly Json[]): Json | undefined {
  if (schema['x-kubernetes-list-type'] !== 'map' || !isObject(item)) return undefined
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const identity = (of: JsonObject): string => goJson(keys.map((key) => of[key] ?? null))
  const lists = oldItems.get(schema) ?? new WeakMap<readonly Json[], Map<string, JsonObject>>()
  oldItems.set(schema, lists)
  let itemsByKeys = lists.get(old)
  if (itemsByKeys === undefined) {
    itemsByKeys = new Map(
      old
        .filter(isObject)
        .reverse()
        .map((other) => [identity(other), other]),
    )
    lists.set(old, itemsByKeys)
  }
  return itemsByKeys.get(identity(item))
}

/** The items of an old list by their keys: a search of the list for each new item would take quadratic time. */
const oldItems = new WeakMap<JsonSchema, WeakMap<readonly Json[], Map<string, JsonObject>>>()

const STEP = /\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]/g

/** The path of a rule's `fieldPath` in a message, with keys of maps in brackets. */
function shownPath(fieldPath = '', schema: JsonSchema): string {
  let place: JsonSchema | undefined = schema
  let shown = ''
  for (const [, member, quoted = ''] of fieldPath.matchAll(STEP)) {
    const name: string = member ?? quoted.replace(/\\(.)/g, '$1')
    const isKey: boolean = place?.properties === undefined
    if (isKey) shown += `[${name}]`
    else shown += shown === '' ? name : `.${name}`
    place = place && (isKey ? valuesOf(place) : propertyOf(place, name))
  }
  return shown
}

function describe(error: Error, rule: ValidationRule): string {
  if (!error.message.startsWith(noSuchOverload().message)) return `${error.message} evaluating rule: ${shownRule(rule)}`
  const why = 'call arguments did not match a supported operator, function or macro signature for rule'
  return `'${error.message}': ${why}: ${shownRule(rule)}`
}

const defaultMessage = (rule: ValidationRule): string =>
  (rule.message ?? '') === '' ? `failed rule: ${shownRule(rule)}` : (rule.message ?? '').trim()

function ofReason(field: string, type: string, detail: string, reason: string | undefined): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
      return fieldError.forbidden(field, detail)
    case 'FieldValueRequired':
      return fieldError.required(field, detail)
    case 'FieldValueDuplicate':
      return fieldError.duplicate(field, type)
    default:
      return fieldError.invalid(field, type, detail)
  }
}
