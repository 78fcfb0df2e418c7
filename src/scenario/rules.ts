import { dialects } from '../../worker/dialect/dialect.ts'
import { settingsOptions } from '../../worker/server/settings-options.ts'
import { ExpressionError, compileExpression } from './checks/compiled-expression.ts'
import type { Facts } from './checks/facts.ts'
import { readMarkdown } from './markdown.ts'
import type { ScenarioPath } from './place.ts'
import type { PathFault } from './scenario-error.ts'
import type { Scenario, Step } from './scenario.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** A rule that a schema cannot express (reference/scenarios.md 3). */
type Rule = (scenario: Scenario) => Iterable<PathFault>
type StepRule = (step: Step, path: ScenarioPath, scenario: Scenario) => Iterable<PathFault>

const repeated = (what: string, names: readonly string[], pathOf: (at: number) => ScenarioPath): PathFault[] =>
  names.flatMap((name, at) =>
    names.indexOf(name) === at ? [] : [{ path: pathOf(at), message: `repeats the ${what} ${JSON.stringify(name)}` }],
  )

const uniqueFiles: Rule = ({ files }) =>
  repeated(
    'file name',
    files.map(({ name }) => name),
    (at) => ['files', at, 'name'],
  )

const uniqueIdentities: Rule = ({ identities }) =>
  repeated(
    'identity',
    identities.map(({ name }) => name),
    (at) => ['identities', at, 'name'],
  )

const uniqueChecks: Rule = ({ steps }) => {
  const places = steps.flatMap(({ checks }, step) => checks.map((_, check) => ({ step, check })))
  return repeated(
    'check',
    steps.flatMap(({ checks }) => checks.map(({ name }) => name)),
    (at) => ['steps', places[at]?.step ?? 0, 'checks', places[at]?.check ?? 0, 'name'],
  )
}

const oneCaller: Rule = ({ identities }) =>
  identities.flatMap((identity, at): PathFault[] => {
    const path: ScenarioPath = ['identities', at]
    if ('user' in identity === 'serviceAccount' in identity)
      return [{ path, message: 'must have either user or serviceAccount' }]
    if (!('serviceAccount' in identity)) return []
    if ('groups' in identity) return [{ path: [...path, 'groups'], message: 'is only for a user' }]
    return /^[^/]+\/[^/]+$/.test(identity.serviceAccount)
      ? []
      : [{ path: [...path, 'serviceAccount'], message: 'must be namespace/name' }]
  })

const knownIdentity: StepRule = ({ identity }, path, { identities }) =>
  identity === undefined || identities.some(({ name }) => name === identity)
    ? []
    : [{ path: [...path, 'identity'], message: `names no identity of the scenario: ${identity}` }]

/** A check may need only earlier checks, so two checks never wait for each other. */
const knownNeeds: StepRule = ({ checks }, path) =>
  checks.flatMap(({ needs }, check) =>
    needs.flatMap((name, at): PathFault[] =>
      checks.slice(0, check).some((one) => one.name === name)
        ? []
        : [{ path: [...path, 'checks', check, 'needs', at], message: `names no earlier check of this step: ${name}` }],
    ),
  )

const oneRightOption: StepRule = ({ questions }, path) =>
  questions.flatMap(({ options }, at): PathFault[] => {
    const right = options.filter((option) => option.right).length
    return right === 1
      ? []
      : [{ path: [...path, 'questions', at], message: `must have exactly one right option, and has ${right}` }]
  })

const rightAnswers: StepRule = ({ questions, solution }, path) => {
  const right = questions.map(({ options }) => options.findIndex((option) => option.right))
  return solution.flatMap((action, at): PathFault[] =>
    !('answer' in action) ||
    (action.answer.length === right.length && action.answer.every((one, i) => one === right[i]))
      ? []
      : [{ path: [...path, 'solution', at, 'answer'], message: `must be the right options: [${right.join(', ')}]` }],
  )
}

const knownHandler: StepRule = ({ solution }, path, { files }) =>
  solution.flatMap((action, at): PathFault[] =>
    !('handler' in action) ||
    (/\.handler\.[jt]s$/.test(action.handler) && files.some(({ name }) => name === action.handler))
      ? []
      : [
          {
            path: [...path, 'solution', at, 'handler'],
            message: `names no file NAME.handler.ts of the scenario: ${action.handler}`,
          },
        ],
  )

/** A step with checks needs a solution: without one, no test could prove that the checks can pass. */
const provable: StepRule = ({ checks, solution }, path) =>
  checks.length === 0 || solution.length > 0 ? [] : [{ path, message: 'has checks, so it must have a solution' }]

const NO_FACTS: Facts = { objects: () => [], requests: [], commands: [], events: [], revision: 0 }

function* expressionFaults(expr: string, path: ScenarioPath): Iterable<PathFault> {
  try {
    compileExpression(expr, NO_FACTS)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    yield { path, message: error.message, within: error.within }
  }
}

const compiles: StepRule = ({ checks }, path) =>
  checks.flatMap(({ expr, failcheck }, at) => {
    const place = [...path, 'checks', at]
    const faults = [...expressionFaults(expr, [...place, 'expr'])]
    if (failcheck === undefined) return faults
    return [...faults, ...expressionFaults(failcheck.expr, [...place, 'failcheck', 'expr'])]
  })

/** The length of a text without its images: `data:` URLs contain no characters that slow the Markdown parser. */
const lengthOf = (text: string): number => text.replace(/\(data:image\/[a-z]+;base64,[A-Za-z0-9+/=]*\)/g, '').length

/** The Markdown parser takes quadratic time for some texts, mostly for those with many marks of emphasis. */
const LONGEST_TEXT = 8192
const MAX_MARKS = 1000
const MAX_TEXT = 65_536

interface PlacedText {
  readonly text: string
  readonly path: ScenarioPath
}

/** The Markdown texts of a step. */
const textsOf = ({ text, hints, questions }: Step, path: ScenarioPath): readonly PlacedText[] => [
  { text, path: [...path, 'text'] },
  ...hints.map((hint, at) => ({ text: hint, path: [...path, 'hints', at] })),
  ...questions.map(({ ask }, at) => ({ text: ask, path: [...path, 'questions', at, 'ask'] })),
]

const allTexts = ({ steps }: Scenario): readonly PlacedText[] =>
  steps.flatMap((step, at) => textsOf(step, ['steps', at]))

const boundedText: Rule = (scenario) =>
  allTexts(scenario)
    .filter(({ text }) => lengthOf(text) > LONGEST_TEXT)
    .map(({ path }) => ({ path, message: `must be at most ${LONGEST_TEXT} characters long without its images` }))

const boundedMarks: Rule = (scenario) =>
  allTexts(scenario)
    .filter(({ text }) => text.replace(/[^*_]/g, '').length > MAX_MARKS)
    .map(({ path }) => ({ path, message: `must hold at most ${MAX_MARKS} of the characters * and _` }))

const boundedTexts: Rule = (scenario) => {
  const total = allTexts(scenario).reduce((sum, { text }) => sum + lengthOf(text), 0)
  return total <= MAX_TEXT
    ? []
    : [{ path: ['steps'], message: `have ${total} characters of text; the most is ${MAX_TEXT} without images` }]
}

/** Parses the texts only when all are within their bounds. */
function* markdown(scenario: Scenario): Iterable<PathFault> {
  for (const rule of bounds) if ([...rule(scenario)].length > 0) return
  for (const { text, path } of allTexts(scenario))
    for (const { message, line, column } of readMarkdown(text).faults) yield { path, message, within: { line, column } }
}

const knownSettings: Rule = ({ cluster, dialect }) => {
  if (cluster === undefined) return []
  try {
    settingsOptions(cluster, dialects[dialect])
    return []
  } catch (error) {
    return [{ path: ['cluster'], message: `is invalid: ${errorMessage(error)}` }]
  }
}

const bounds: readonly Rule[] = [boundedText, boundedMarks, boundedTexts]
const rules: readonly Rule[] = [
  uniqueFiles,
  uniqueIdentities,
  uniqueChecks,
  oneCaller,
  knownSettings,
  ...bounds,
  markdown,
]
const stepRules: readonly StepRule[] = [
  knownIdentity,
  knownNeeds,
  oneRightOption,
  rightAnswers,
  knownHandler,
  provable,
  compiles,
]

/** The faults of a scenario whose fields have the right types. */
export function ruleFaults(scenario: Scenario): readonly PathFault[] {
  const ofSteps = scenario.steps.flatMap((step, at) =>
    stepRules.flatMap((rule) => [...rule(step, ['steps', at], scenario)]),
  )
  return [...rules.flatMap((rule) => [...rule(scenario)]), ...ofSteps]
}
