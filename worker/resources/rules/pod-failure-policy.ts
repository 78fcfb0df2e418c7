import { boundedNumber } from '../../api/numbers.ts'
import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { qualifiedName } from '../../api/names.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, check, checkObject, each } from '../notation/rule.ts'
import { asGiven } from '../../api/given-empty.ts'
import { listAt, textAt } from '../path.ts'
import { goInteger, goSlice } from '../../api/go-source.ts'

// The pod failure policy of a job. Its rules run in the scope of the job's spec, `place.scope`.

const MAX_RULES = 20
const MAX_CODES = 255
const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore']
const OPERATORS = ['In', 'NotIn']
const STATUSES = ['False', 'True', 'Unknown']

/** The state that the rules of a job share: the job's spec. */
export class JobScope {
  readonly spec: JsonObject
  constructor(spec: JsonObject) {
    this.spec = spec
  }
}

const specOf = ({ scope }: Place): JsonObject => (scope instanceof JobScope ? scope.spec : {})

/** The valid values, as a Go list in a message. */
const valid = (words: readonly string[]): string => `valid values: [${words.map((word) => `"${word}"`).join(' ')}]`

function action(rule: JsonObject, place: Place): void {
  const given = textAt(rule, 'action')
  if (given === '') place.required(valid(ACTIONS), 'action')
  else if (given === 'FailIndex') {
    if (typeof specOf(place)['backoffLimitPerIndex'] !== 'number') {
      place.invalid(given, 'requires the backoffLimitPerIndex to be set', 'action')
    }
  } else if (!ACTIONS.includes(given)) place.notSupported(given, ACTIONS, 'action')
}

const containerNames = (spec: JsonObject): ReadonlySet<string> =>
  new Set(
    [...listAt(spec, 'template.spec.containers'), ...listAt(spec, 'template.spec.initContainers')]
      .filter(isObject)
      .map((container) => textAt(container, 'name')),
  )

const goCodes = goSlice('int32', goInteger)

function values(codes: JsonObject, operator: string, place: Place): void {
  const list = listAt(codes, 'values')
  const shown = goCodes(asGiven(codes, 'values'))
  if (list.length === 0) place.invalidShown(shown, 'at least one value is required', 'onExitCodes', 'values')
  else if (list.length > MAX_CODES) place.tooMany(list.length, MAX_CODES, 'onExitCodes', 'values')
  const seen = new Set<unknown>()
  list.forEach((value, index) => {
    const here = ['onExitCodes', 'values', index] as const
    if (operator === 'In' && value === 0) place.invalid(value, 'must not be 0 for the In operator', ...here)
    if (seen.has(value)) place.duplicate(value, ...here)
    else seen.add(value)
  })
  if (list.some((value, index) => index > 0 && boundedNumber(list[index - 1]) > boundedNumber(value))) {
    place.invalidShown(shown, 'must be ordered', 'onExitCodes', 'values')
  }
}

const exitCodes = checkObject((rule, place) => {
  const codes = rule['onExitCodes']
  if (!isObject(codes)) return
  const operator = textAt(codes, 'operator')
  if (operator === '') place.required(valid(OPERATORS), 'onExitCodes', 'operator')
  else if (!OPERATORS.includes(operator)) place.notSupported(operator, OPERATORS, 'onExitCodes', 'operator')
  const name = codes['containerName']
  if (typeof name === 'string' && !containerNames(specOf(place)).has(name)) {
    const text = 'must be one of the container or initContainer names in the pod template'
    place.invalid(name, text, 'onExitCodes', 'containerName')
  }
  values(codes, operator, place)
})

const condition = checkObject((pattern, place) => {
  const type = textAt(pattern, 'type')
  const status = textAt(pattern, 'status')
  for (const fault of qualifiedName(type)) place.invalid(type, fault, 'type')
  if (status === '') place.required(valid(STATUSES), 'status')
  else if (!STATUSES.includes(status)) place.notSupported(status, STATUSES, 'status')
})

const limited: Rule = check((value, place) => {
  if (Array.isArray(value) && value.length > MAX_RULES) place.tooMany(value.length, MAX_RULES)
})

const oneCause = checkObject((rule, place) => {
  const codes = isObject(rule['onExitCodes'])
  const conditions = listAt(rule, 'onPodConditions').length > 0
  const text = 'specifying one of OnExitCodes and OnPodConditions is required'
  const both = 'specifying both OnExitCodes and OnPodConditions is not supported'
  if (codes === conditions) place.invalidAsWhole(codes ? both : text)
})

export const podFailurePolicy: Rule = at(
  'podFailurePolicy.rules',
  limited,
  each(
    '',
    checkObject((rule, place) => action(rule, place)),
    exitCodes,
    at('onPodConditions', limited, each('', condition)),
    oneCause,
  ),
)
