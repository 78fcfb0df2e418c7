import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { humanDuration } from '../../api/duration.ts'
import { listAt, numberAt, textAt, valueAt } from '../path.ts'

/** The state of a pod, as the columns of its Table show it. */
interface PodSummary {
  readonly word: string
  readonly ready: number
  readonly containers: number
  readonly restarts: number
  /** The time in milliseconds at which a container last ended before a restart; 0 without a restart. */
  readonly lastEnd: number
}

interface Containers {
  readonly ready: number
  readonly restarts: number
  readonly lastEnd: number
  readonly word: string | undefined
}

const NONE: Containers = { ready: 0, restarts: 0, lastEnd: 0, word: undefined }

function objects(object: JsonObject, path: string): readonly JsonObject[] {
  const list = listAt(object, path)
  return list.every(isObject) ? list : list.filter(isObject)
}

const hasCondition = (pod: ApiObject, type: string, test: (condition: JsonObject) => boolean): boolean =>
  objects(pod, 'status.conditions').some((condition) => condition['type'] === type && test(condition))

const isTrue = ({ status }: JsonObject): boolean => status === 'True'

const endOf = (status: JsonObject): number => Date.parse(textAt(status, 'lastState.terminated.finishedAt')) || 0

/** Why a container ended: a reason, a signal or a code. */
function ending(status: JsonObject): string | undefined {
  const ended = valueAt(status, 'state.terminated')
  if (!isObject(ended)) return undefined
  const reason = textAt(ended, 'reason')
  if (reason !== '') return reason
  const signal = numberAt(ended, 'signal')
  return signal === 0 ? `ExitCode:${numberAt(ended, 'exitCode')}` : `Signal:${signal}`
}

const sidecarsOf = (pod: ApiObject): ReadonlySet<unknown> =>
  new Set(
    objects(pod, 'spec.initContainers')
      .filter((container) => container['restartPolicy'] === 'Always')
      .map((container) => container['name']),
  )

interface Initial {
  readonly all: Containers
  /** The init containers that keep running. */
  readonly sidecars: Containers
}

/** The sums of the init containers up to the first unfinished one; a `word` in `all` shows that the pod is initialising. */
function initial(pod: ApiObject): Initial {
  let all = NONE
  let sidecars = NONE
  const statuses = objects(pod, 'status.initContainerStatuses')
  const names = statuses.length > 0 ? sidecarsOf(pod) : new Set()
  for (const [index, status] of statuses.entries()) {
    const sidecar = names.has(status['name'])
    const add = (sum: Containers): Containers => ({
      ...sum,
      restarts: sum.restarts + numberAt(status, 'restartCount'),
      lastEnd: Math.max(sum.lastEnd, endOf(status)),
    })
    all = add(all)
    if (sidecar) sidecars = add(sidecars)
    if (valueAt(status, 'state.terminated.exitCode') === 0) continue
    if (sidecar && status['started'] === true) {
      const ready = status['ready'] === true ? 1 : 0
      all = { ...all, ready: all.ready + ready }
      sidecars = { ...sidecars, ready: sidecars.ready + ready }
      continue
    }
    return { all: { ...all, word: initialWord(pod, status, index) }, sidecars }
  }
  return { all, sidecars }
}

function initialWord(pod: ApiObject, status: JsonObject, index: number): string {
  const ended = ending(status)
  if (ended !== undefined) return `Init:${ended}`
  const waiting = textAt(status, 'state.waiting.reason')
  if (waiting !== '' && waiting !== 'PodInitializing') return `Init:${waiting}`
  return `Init:${index}/${listAt(pod, 'spec.initContainers').length}`
}

/** Adds the containers to the sums, from the last to the first, so that the first one sets the word. */
function running(pod: ApiObject, before: Containers, fallback: string): Containers & { readonly word: string } {
  let { ready, restarts, lastEnd } = before
  let word = fallback
  let runs = false
  for (const status of [...objects(pod, 'status.containerStatuses')].reverse()) {
    restarts += numberAt(status, 'restartCount')
    lastEnd = Math.max(lastEnd, endOf(status))
    const waiting = textAt(status, 'state.waiting.reason')
    const ended = ending(status)
    if (waiting !== '') word = waiting
    else if (ended !== undefined) word = ended
    else if (status['ready'] === true && isObject(valueAt(status, 'state.running'))) {
      runs = true
      ready += 1
    }
  }
  if (word === 'Completed' && runs) word = hasCondition(pod, 'Ready', isTrue) ? 'Running' : 'NotReady'
  return { ready, restarts, lastEnd, word }
}

function deletionWord(pod: ApiObject, word: string): string {
  if (pod.metadata?.deletionTimestamp === undefined) return word
  return textAt(pod, 'status.reason') === 'NodeLost' ? 'Unknown' : 'Terminating'
}

let summarized: { readonly pod: ApiObject; readonly summary: PodSummary } | undefined

/** Several columns of a row call this in turn, so the last summary is cached. */
export function podSummary(pod: ApiObject): PodSummary {
  if (summarized?.pod !== pod) summarized = { pod, summary: summarize(pod) }
  return summarized.summary
}

function summarize(pod: ApiObject): PodSummary {
  const gated = hasCondition(pod, 'PodScheduled', ({ reason }) => reason === 'SchedulingGated')
  const first = gated ? 'SchedulingGated' : textAt(pod, 'status.reason') || textAt(pod, 'status.phase')
  const { all, sidecars } = initial(pod)
  const isBeyond = all.word === undefined || hasCondition(pod, 'Initialized', isTrue)
  const now = isBeyond ? running(pod, sidecars, all.word ?? first) : { ...all, word: all.word ?? first }
  const staying = objects(pod, 'spec.initContainers').filter((c) => c['restartPolicy'] === 'Always').length
  return { ...now, word: deletionWord(pod, now.word), containers: listAt(pod, 'spec.containers').length + staying }
}

/** The cell Restarts, such as `3 (5m ago)`; without a known end only the number. */
export function restartsText({ restarts, lastEnd }: PodSummary, now: number): string {
  return restarts > 0 && lastEnd > 0 ? `${restarts} (${humanDuration(now - lastEnd)} ago)` : String(restarts)
}
