import type { Answer, Client, SentRequest, Until } from './case.ts'
import { parsed, plainBody } from './comparable-answer.ts'
import { valueAt } from './json-path.ts'

/** Milliseconds between two requests of a step that waits for a state. */
const POLL_MS = 50
/** Polls in a row without a write. After them, no controller is between two of its writes. */
const QUIET_POLLS = 4
/** Milliseconds for which a cluster that never rests is polled after the state was reached. */
const LONGEST_UNREST_MS = 3000
/**
 * Milliseconds for a state that the recording reached: this machine may be slower, and pods of a missing node are removed
 * after a minute. Another state has the `ms` of its step.
 */
const LONGEST_WAIT_MS = 150_000
/** Milliseconds after a recorded pause until an answer is the recorded one: controllers may be slower on this machine. */
const LONGEST_AFTER_PAUSE_MS = 20_000
/** A guard against a watch that the server does not end. */
const LONGEST_WATCH_MS = 10_000

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Any list has the revision of the cluster, and this one is short. */
const REVISION: SentRequest = { path: '/api/v1/namespaces?limit=1' }

/** The condition of a step that waits, and whether an answer is the recorded one. */
export interface AwaitedState extends Until {
  readonly isRecorded: (answer: Answer) => boolean
  /** Whether the recorded answer shows the state. */
  readonly isReachedInRecording: boolean
  /** The revision of the last write before the step: later states of the object count. By default the revision at the first poll. */
  readonly since?: string | undefined
}

/**
 * Repeats a request until its answer shows the awaited state, or until the time of the step is over. Then repeats it until
 * nothing more is written, so that the next step reads all results of the controllers. A controller may write an object twice in a
 * row, and the recorder read the object once: after the first write or after the second. So the function returns the recorded
 * answer when any answer with the state equals it, else the first answer with the state. When no answer has the state, it returns
 * the last answer. A state that ended between two polls is read from the history of the object.
 */
export async function awaitedAnswer(client: Client, request: SentRequest, state: AwaitedState): Promise<Answer> {
  const since = state.since ?? (await revisionOf(client))
  const ms = state.isReachedInRecording ? LONGEST_WAIT_MS : (state.ms ?? 0)
  let answer = await polledAnswer(client, request, { ms, until: (each) => isReached(state, each) })
  let isFound = state.isRecorded(answer)
  await rest(client, async () => {
    if (isFound) return
    const later = await client.send(request)
    isFound = isReached(state, later) && state.isRecorded(later)
    if (isFound) answer = later
  })
  if (isFound) return answer
  const passed = await passedAnswers(client, { request, answer, since })
  return passed.find((each) => isReached(state, each) && state.isRecorded(each)) ?? answer
}

/** Repeats a request after a recorded pause until its answer is the recorded one. Returns the last answer when none is. */
export const answerAfterPause = (
  client: Client,
  request: SentRequest,
  isRecorded: (answer: Answer) => boolean,
): Promise<Answer> => polledAnswer(client, request, { ms: LONGEST_AFTER_PAUSE_MS, until: isRecorded })

/** Repeats a request until its answer passes `until`, or for `ms` milliseconds. Returns the last answer. */
async function polledAnswer(
  client: Client,
  request: SentRequest,
  { ms, until }: { readonly ms: number; readonly until: (answer: Answer) => boolean },
): Promise<Answer> {
  const end = Date.now() + ms
  let answer = await client.send(request)
  while (!until(answer) && Date.now() <= end) {
    await delay(POLL_MS)
    answer = await client.send(request)
  }
  return answer
}

interface PolledAnswer {
  readonly request: SentRequest
  readonly answer: Answer
  readonly since: string
}

/** The answers that a GET of one object would have had after each of its writes since a revision, from a watch. */
async function passedAnswers(client: Client, { request, answer, since }: PolledAnswer): Promise<Answer[]> {
  const [, collection, name] = /^([^?]+)\/([^/?]+)$/.exec(request.path) ?? []
  if (collection === undefined || name === undefined) return []
  // The server sends the changes since the revision before it waits for others, and then ends the watch.
  const query = `watch=true&timeoutSeconds=1&resourceVersion=${since}&fieldSelector=metadata.name%3D${name}`
  const { body } = await client.send({ ...request, path: `${collection}?${query}`, watch: { ms: LONGEST_WATCH_MS } })
  const objects = body
    .toString('utf8')
    .split('\n')
    .map((line) => valueAt(parsed(line), 'object'))
  return objects
    .filter((object) => object !== undefined)
    .map((object) => ({ ...answer, body: Buffer.from(JSON.stringify(object)) }))
}

/** Polls until nothing was written for `QUIET_POLLS` polls; calls `look` after each poll that found a write. */
async function rest(client: Client, look: () => Promise<void>): Promise<void> {
  const end = Date.now() + LONGEST_UNREST_MS
  let revision = await revisionOf(client)
  await look()
  for (let quiet = 0; quiet < QUIET_POLLS && Date.now() <= end;) {
    await delay(POLL_MS)
    const next = await revisionOf(client)
    if (next === revision) {
      quiet++
      continue
    }
    quiet = 0
    revision = next
    await look()
  }
}

async function revisionOf(client: Client): Promise<string> {
  const { status, body } = await client.send(REVISION)
  const revision = valueAt(parsed(body.toString('utf8')), 'metadata.resourceVersion')
  if (typeof revision !== 'string') throw new Error(`the list of namespaces has no revision: ${status}`)
  return revision
}

/** Whether an answer shows the state that a step waits for. */
const isReached = (until: Until, answer: Answer): boolean =>
  isStateOf(until, answer.status, () => parsed(plainBody(answer).toString('utf8')))

/** Whether a status and a body are the state that a step waits for. */
export function isStateOf(until: Until, status: unknown, body: () => unknown): boolean {
  const value = until.path ? valueAt(body(), until.path) : status
  if ('equals' in until) return JSON.stringify(value) === JSON.stringify(until.equals)
  return (value !== undefined) === (until.exists ?? true)
}
