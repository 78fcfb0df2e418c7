import type { Scenario } from '../scenario/scenario.ts'
import type { LessonRecord } from '../state/lesson-records.svelte.ts'
import type { ClusterEvents, ScenarioState } from '../contracts/embed-api.ts'

/** The lesson as the embedding page sees it. */
export function scenarioState({ name, title, steps }: Scenario, { reached, passed }: LessonRecord): ScenarioState {
  return { name, title, steps: steps.map((step) => step.title), step: reached, passed }
}

type LessonEvent =
  | { readonly name: 'check'; readonly detail: ClusterEvents['check'] }
  | { readonly name: 'passed'; readonly detail: ClusterEvents['passed'] }

/** The events between two records of a lesson: checks that passed, then the step when it is done. */
export function lessonEvents(
  { name: scenario, steps }: Scenario,
  before: LessonRecord | undefined,
  after: LessonRecord,
): readonly LessonEvent[] {
  const step = after.reached
  const known = before?.reached === step ? before.passed : []
  const events: LessonEvent[] = after.passed
    .filter((check) => !known.includes(check))
    .map((check) => ({ name: 'check', detail: { scenario, step, check } }))
  const wasDone = before?.reached === step && isDone(steps[step], before)
  if (isDone(steps[step], after) && !wasDone)
    events.push({ name: 'passed', detail: { scenario, step, finished: step === steps.length - 1 } })
  return events
}

/** Whether all checks passed and all questions are answered correctly. */
function isDone(step: Scenario['steps'][number] | undefined, { passed, answers }: LessonRecord): boolean {
  if (step === undefined) return false
  return (
    step.checks.every(({ name }) => passed.includes(name)) &&
    step.questions.every(({ options }, at) => options[answers[at] ?? -1]?.right === true)
  )
}
