import { PlacedYaml } from './placed-yaml.ts'
import type { ScenarioPath } from './place.ts'
import { ruleFaults } from './rules.ts'
import { ScenarioError, wholeFault, type PathFault } from './scenario-error.ts'
import { scenarioSchema } from './scenario-schema.ts'
import type { Check, Question, Scenario, Step } from './scenario.ts'
import { schemaFaults } from './schema-faults.ts'

/** The maximum length of a text in UTF-16 units. A longer text is refused before it is parsed. */
export const LONGEST_SCENARIO = 256 * 1024

/**
 * The last result of `readScenario`. The page reads the text of a link before it opens the lesson, and again for the
 * lesson's pane.
 */
let last: { readonly text: string; readonly scenario: Scenario } | undefined

/**
 * Reads a scenario from one YAML file.
 * @throws ScenarioError with the place of each mistake (reference/scenarios.md 2)
 */
export function readScenario(text: string): Scenario {
  if (last?.text === text) return last.scenario
  checkLength(text.length)
  const yaml = new PlacedYaml(text)
  const scenario = validScenario(yaml.value, {
    fault: (fault) => yaml.fault(fault),
    placeOf: (path) => yaml.placeOf(path),
  })
  last = { text, scenario }
  return scenario
}

/** Refuses a text of more than `LONGEST_SCENARIO` UTF-16 units. @throws ScenarioError */
export function checkLength(length: number): void {
  if (length > LONGEST_SCENARIO)
    throw new ScenarioError([
      wholeFault(`the text has ${length} characters; a scenario has at most ${LONGEST_SCENARIO}`),
    ])
}

/** Finds the places of paths in the text or texts of a scenario. */
export type Places = Pick<PlacedYaml, 'fault' | 'placeOf'>

/** Checks a parsed value by the schema and the rules, and adds the defaults. @throws ScenarioError */
export function validScenario(value: unknown, places: Places): Scenario {
  refuse(schemaFaults(value, scenarioSchema), places)
  const scenario = scenarioOf(value as Written, places)
  refuse(ruleFaults(scenario), places)
  return scenario
}

/** @throws ScenarioError when there are faults */
function refuse(faults: readonly PathFault[], places: Places): void {
  const [first, ...more] = faults.map((fault) => places.fault(fault)).sort((a, b) => a.line - b.line)
  if (first !== undefined) throw new ScenarioError([first, ...more])
}

/** A scenario as its author writes it: fields with a default are optional. */
type Written = Omit<Scenario, 'steps' | 'locale' | 'dialect' | 'identities' | 'objects' | 'files'> &
  Partial<Pick<Scenario, 'locale' | 'dialect' | 'identities' | 'objects' | 'files'>> & {
    readonly steps: readonly WrittenStep[]
  }

type WrittenStep = Pick<Step, 'title' | 'text' | 'identity'> &
  Partial<Pick<Step, 'hints' | 'solution'>> & {
    readonly checks?: readonly (Omit<Check, 'needs' | 'place'> & Partial<Pick<Check, 'needs'>>)[]
    readonly questions?: readonly {
      readonly ask: string
      readonly options: readonly { readonly text: string; readonly right?: boolean; readonly why?: string }[]
    }[]
  }

function scenarioOf(written: Written, places: Places): Scenario {
  const { locale = 'en', dialect = 'k8s', identities = [], objects = [], files = [], steps, ...rest } = written
  return {
    ...rest,
    locale,
    dialect,
    identities,
    objects,
    files,
    steps: steps.map((step, at) => stepOf(step, ['steps', at], places)),
  }
}

function stepOf(written: WrittenStep, path: ScenarioPath, places: Places): Step {
  const { checks = [], hints = [], questions = [], solution = [], ...rest } = written
  return {
    ...rest,
    checks: checks.map((check, at) => ({
      ...check,
      needs: check.needs ?? [],
      place: places.placeOf([...path, 'checks', at, 'expr']),
    })),
    hints,
    questions: questions.map(questionOf),
    solution,
  }
}

const questionOf = ({ ask, options }: NonNullable<WrittenStep['questions']>[number]): Question => ({
  ask,
  options: options.map((option) => ({ ...option, right: option.right ?? false })),
})
