import { objectOrEmpty, type Json } from '../../../worker/api/json.ts'
import type { JsonSchema } from '../../../worker/schema/custom/json-schema.ts'
import type { ClusterHandle } from '../../cluster/cluster.ts'
import { evaluateExpression, type EvaluatedExpression } from '../cel/expression-request.ts'
import { readYamlText } from '../read-yaml.ts'
import { boundedSchema, rulesOf, valueAtRule } from './rules-of-definition.ts'

export interface RuleCost {
  readonly rule: string
  readonly path: string
  readonly evaluated: EvaluatedExpression
  /** Advice for a rule whose estimate is too high, for example `The estimate fits with 50 for names: maxItems.`. */
  readonly advice?: string
}

/** The maximum estimated cost of a rule that the server accepts. */
const MAX_COST = 10_000_000
const BOUNDS = [10_000, 1000, 200, 50, 20, 10, 5] as const

/**
 * The costs of the rules of a definition, with the values of an object. Empty for a text that cannot be parsed.
 * @throws ApiError
 */
export async function ruleCosts(
  cluster: ClusterHandle,
  definition: string,
  object: string,
): Promise<readonly RuleCost[]> {
  const [read, trial] = [await readYamlText(definition), await readYamlText(object)]
  if ('fault' in read || 'fault' in trial) return []
  const costs: RuleCost[] = []
  for (const { rule, path, schema } of rulesOf(read.value)) {
    const self = valueAtRule(trial.value, path)
    const evaluated = await evaluateRule(cluster, { rule, schema, self })
    const advice = (evaluated.maxCost ?? 0) > MAX_COST ? await adviceFor(cluster, rule, schema) : undefined
    costs.push({ rule, path, evaluated, ...(advice !== undefined && { advice }) })
  }
  return costs
}

interface RuleToEvaluate {
  readonly rule: string
  readonly schema: JsonSchema
  readonly self?: Json | undefined
}

const evaluateRule = (cluster: ClusterHandle, { rule, schema, self }: RuleToEvaluate): Promise<EvaluatedExpression> =>
  evaluateExpression(cluster, {
    context: 'definition',
    expression: rule,
    variables: self === undefined ? {} : { self, oldSelf: self },
    schema: objectOrEmpty(schema),
  })

async function adviceFor(cluster: ClusterHandle, rule: string, schema: JsonSchema): Promise<string> {
  for (const most of BOUNDS) {
    const bounded = boundedSchema(schema, most)
    const { maxCost = Infinity } = await evaluateRule(cluster, { rule, schema: bounded.schema })
    if (maxCost <= MAX_COST) return `The estimate fits with ${most} for ${bounded.added.join(', ')}.`
  }
  return 'No bound down to 5 makes the estimate fit: simplify the rule.'
}
