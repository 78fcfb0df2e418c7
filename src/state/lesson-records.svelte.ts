import { boundedNumber } from '../../worker/api/numbers.ts'
import { isObject, stringsIn } from '../../worker/api/json.ts'
import { forget, recall, remember } from './storage.ts'

/** The lesson of a cluster, and the reader's progress in it. */
export interface LessonRecord {
  /** The scenario's YAML. */
  readonly text: string
  /** The title and the number of steps: a list can show them without parsing the text. Records of older versions lack them. */
  readonly title?: string
  readonly steps?: number
  /** The step that is shown, counted from 0; on the last page, the number of steps. */
  readonly step: number
  /** The first step that is not yet done. */
  readonly reached: number
  /** The checks of the step `reached` that passed. */
  readonly passed: readonly string[]
  /** The chosen options of the questions of the step `reached`, counted from 0; -1 while none is chosen. */
  readonly answers: readonly number[]
  /** `start`: the id of the cluster that stores the state at the start of a step. `startOf`: that step. */
  readonly start?: string
  readonly startOf?: number
}

const INDEX = 'lessons'
const DONE = 'lessons.done'
const MAX_DONE = 500
const keyOf = (cluster: string): string => `lesson.${cluster}`

/** The lessons of this browser by their clusters. Reactive. Without storage they last until the page closes. */
class LessonRecords {
  /** Whether the reader has just chosen a lesson, whose heading then takes the focus. */
  takesFocus = false
  #records = $state.raw<ReadonlyMap<string, LessonRecord>>(stored())
  #done = $state.raw<readonly string[]>(stringsIn(recall(DONE)))

  get(cluster: string): LessonRecord | undefined {
    return this.#records.get(cluster)
  }

  put(cluster: string, record: LessonRecord): void {
    this.#records = new Map(this.#records).set(cluster, record)
    remember(keyOf(cluster), record)
    remember(INDEX, [...this.#records.keys()])
  }

  remove(cluster: string): void {
    const left = new Map(this.#records)
    if (!left.delete(cluster)) return
    this.#records = left
    forget(keyOf(cluster))
    remember(INDEX, [...left.keys()])
  }

  /** Whether the cluster only stores the state at the start of a step. */
  isStart(cluster: string): boolean {
    return [...this.#records.values()].some(({ start }) => start === cluster)
  }

  /** Whether the scenario of this name was finished in this browser. */
  isDone(name: string): boolean {
    return this.#done.includes(name)
  }

  finish(name: string): void {
    this.#done = [...this.#done.filter((other) => other !== name), name].slice(-MAX_DONE)
    remember(DONE, this.#done)
  }

  /** The clusters that have lessons, the newest last. */
  get clusters(): readonly string[] {
    return [...this.#records.keys()]
  }
}

function stored(): ReadonlyMap<string, LessonRecord> {
  const records = new Map<string, LessonRecord>()
  for (const cluster of stringsIn(recall(INDEX))) {
    const record = readRecord(recall(keyOf(cluster)))
    if (record !== undefined) records.set(cluster, record)
  }
  return records
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && boundedNumber(value) >= 0

/** The record, validated: another version of the app, or a person, may have written it. */
function readRecord(value: unknown): LessonRecord | undefined {
  if (!isObject(value)) return undefined
  const { text, title, steps, step, reached, passed, answers, start, startOf } = value
  if (typeof text !== 'string' || !isCount(step) || !isCount(reached)) return undefined
  return {
    text,
    step,
    reached,
    passed: stringsIn(passed),
    answers: Array.isArray(answers) ? answers.map(boundedNumber) : [],
    ...(typeof title === 'string' && { title }),
    ...(isCount(steps) && { steps }),
    ...(typeof start === 'string' && isCount(startOf) && { start, startOf }),
  }
}

export const lessonRecords = new LessonRecords()
