import { doubleOf } from '../../api/numbers.ts'
import { quote } from '../../api/go-format.ts'
import type { FieldError } from '../../api/field-error.ts'
import { fieldError } from '../../api/field-error.ts'
import type { JsonSchema, ValidationRule } from '../../schema/custom/json-schema.ts'
import { isEmbedded, valuesOf } from '../../schema/custom/json-schema.ts'
import { bounded } from '../../cel/cost.ts'
import type { CompiledExpression } from './compiled-expressions.ts'
import { compileExpressions } from './compiled-expressions.ts'
import { MAX_REQUEST_BYTES, declaredType, sizeBound } from './declared-types.ts'

/** The largest estimated cost of one rule or message expression, in cost units. */
const EXPRESSION_LIMIT = 10_000_000n
/** The largest estimated cost of all rules and message expressions of a schema document together, in cost units. */
const DOCUMENT_LIMIT = 100_000_000n

/** The facts about the position of a schema in its document that the checks of its rules need. */
export interface ExpressionPlace {
  /** The greatest number of values of the schema; undefined when only the size of a request limits it. */
  readonly cardinality: number | undefined
  readonly isRoot: boolean
  /** The path of the outermost schema whose parts cannot be correlated between two revisions; undefined when all can. */
  readonly uncorrelatable: string | undefined
}

/** Compiles the rules of a document's schemas and sums up their estimated costs. */
export class ExpressionRules {
  readonly errors: FieldError[] = []
  #total = 0n
  readonly #expensive: { readonly path: string; readonly cost: bigint }[] = []

  add(schema: JsonSchema, at: string, place: ExpressionPlace): void {
    const rules = schema['x-kubernetes-validations'] ?? []
    if (rules.length === 0) return
    const list = `${at}.x-kubernetes-validations`
    const declared = declaredType(schema, place.isRoot || isEmbedded(schema))
    if (declared === undefined) {
      const why = 'failed to construct type information for x-kubernetes-validations rules'
      const detail = 'unable to convert structural schema to CEL declarations'
      this.errors.push(fieldError.internal(list, `internal error: ${why}: ${detail}`))
      return
    }
    const most = Math.floor(MAX_REQUEST_BYTES / (declared.minSize + 1))
    compileExpressions(rules, declared).forEach((compiled, index) => {
      this.#rule(compiled, `${list}[${index}]`, place, place.cardinality ?? most)
    })
  }

  #rule(compiled: CompiledExpression, at: string, { uncorrelatable }: ExpressionPlace, occurrences: number): void {
    const { rule, program, fault, message, messageFault, usesOldSelf } = compiled
    this.#cost('estimated rule cost', `${at}.rule`, bounded((program?.exactMaxCost ?? 0n) * BigInt(occurrences)))
    if (fault !== undefined) this.errors.push(fieldError.invalidShown(`${at}.rule`, goRule(rule), fault))
    if (messageFault !== undefined) {
      this.errors.push(fieldError.invalidShown(`${at}.messageExpression`, goRule(rule), messageFault))
    } else if (message !== undefined) {
      this.#cost('estimated messageExpression cost', `${at}.messageExpression`, message.exactMaxCost)
    }
    if (usesOldSelf && uncorrelatable !== undefined) {
      const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`
      this.errors.push(fieldError.invalid(`${at}.rule`, rule.rule, why))
    } else if (!usesOldSelf && rule.optionalOldSelf !== undefined) {
      const why = 'may not be set if oldSelf is not used in rule'
      this.errors.push(fieldError.invalid(`${at}.optionalOldSelf`, rule.optionalOldSelf, why))
    }
  }

  #cost(name: string, path: string, cost: bigint): void {
    if (cost > EXPRESSION_LIMIT) {
      this.errors.push(fieldError.forbidden(path, exceeded(name, cost, EXPRESSION_LIMIT)))
    }
    this.#total = bounded(this.#total + cost)
    // The error of the document names at most four expressions, each with at least a hundredth of the limit.
    if (cost < DOCUMENT_LIMIT / 100n) return
    this.#expensive.push({ path, cost })
    this.#expensive.sort((a, b) => doubleOf(b.cost - a.cost))
    this.#expensive.splice(4)
  }

  /** The faults of a document whose expressions together exceed the limit. */
  ofDocument(at: string): FieldError[] {
    if (this.#total <= DOCUMENT_LIMIT) return []
    const why = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema'
    const name = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema'
    return [
      ...this.#expensive.map(({ path }) => fieldError.forbidden(path, why)),
      fieldError.forbidden(at, exceeded(name, this.#total, DOCUMENT_LIMIT)),
    ]
  }
}

function exceeded(name: string, cost: bigint, limit: bigint): string {
  const factor = factorText(doubleOf(cost) / doubleOf(limit))
  const hint = 'try simplifying the rule, or adding maxItems, maxProperties, and maxLength'
  return `${name} exceeds budget by factor of ${factor}x (${hint} where arrays, maps, and strings are declared)`
}

function factorText(times: number): string {
  if (times > 100) return 'more than 100'
  return times < 1.5 ? times.toFixed(6) : times.toFixed(1)
}

/**
 * The greatest number of items or entries in one value of a schema: undefined without a bound, 1 for other values than lists
 * and maps.
 */
export function maxParts(schema: JsonSchema): number | undefined {
  if (schema.type === 'array') return schema.maxItems === undefined ? undefined : sizeBound(schema.maxItems)
  if (schema.type !== 'object' || (valuesOf(schema) === undefined && schema.additionalProperties === undefined))
    return 1
  return schema.maxProperties === undefined ? undefined : sizeBound(schema.maxProperties)
}

/** A rule as Go source. */
function goRule({ rule, message, messageExpression, reason, fieldPath, optionalOldSelf }: ValidationRule): string {
  const shown = (text = ''): string => quote(text)
  const pointer = (type: string, value: unknown): string =>
    `(*${type})(${value === undefined ? 'nil' : '0xc000000000'})`
  const fields = [
    `Rule:${shown(rule)}`,
    `Message:${shown(message)}`,
    `MessageExpression:${shown(messageExpression)}`,
    `Reason:${pointer('apiextensions.FieldValueErrorReason', reason)}`,
    `FieldPath:${shown(fieldPath)}`,
    `OptionalOldSelf:${pointer('bool', optionalOldSelf)}`,
  ]
  return `apiextensions.ValidationRule{${fields.join(', ')}}`
}
