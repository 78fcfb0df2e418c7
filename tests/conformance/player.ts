import { setTimeout as delay } from 'node:timers/promises'
import { answerAfterPause, awaitedAnswer, isStateOf } from './awaited-state.ts'
import type { Answer, Case, Client, SentRequest, Step } from './case.ts'
import { comparableAnswer, parsed, plainBody } from './comparable-answer.ts'
import { differences } from './differences.ts'
import { isMembers, matches, selected, unselected, valueAt } from './json-path.ts'
import { Normaliser } from './normaliser.ts'
import { requestOf } from './request.ts'
import type { CaseHooks, HookCall, WebhookBackend } from './webhook-backend.ts'
import { caBundles, hookVariables, RECORDED_PORT } from './webhook-backend.ts'

/** Milliseconds between the start of a request in the background and the next step. */
const LEAD_MS = 200
const CALL_POLL_MS = 20
const LONGEST_CALL_WAIT_MS = 60_000

interface Playback {
  readonly c: Case
  readonly client: Client
  readonly normaliser: Normaliser
  readonly variables: Record<string, string>
  readonly hooks?: CaseHooks
  /** One result a step; null for a step that has none. */
  readonly results: unknown[]
  /** The revision of the last write of a step, when its answer has one. */
  written: string | undefined
  /** Whether a step was a pause, in which the recorded controllers worked. */
  isAfterPause: boolean
  background: { readonly index: number; readonly step: Step; readonly answer: Promise<Answer> }[]
}

/** Plays the steps of a case. Returns the comparable answer of each step; null for a step that has none. */
export async function play(client: Client, c: Case, backend?: WebhookBackend): Promise<unknown[]> {
  const playback = startPlayback(client, c, backend)
  try {
    for (const step of c.steps) await playStep(playback, step)
    await joinBackground(playback)
  } finally {
    playback.hooks?.close()
  }
  return playback.results
}

function startPlayback(client: Client, c: Case, backend?: WebhookBackend): Playback {
  const variables: Record<string, string> = { ns: c.ns ?? '' }
  const common = { c, client, variables, results: [], written: undefined, isAfterPause: false, background: [] }
  const { keepIP, keepPort } = c
  if (!c.hooks) return { ...common, normaliser: new Normaliser({ keepIP, keepPort }) }
  if (!backend) throw new Error(`${c.area}/${c.name} has webhooks and needs their backend`)
  const nonce = Math.random().toString(36).slice(2, 10).padEnd(8, 'x')
  Object.assign(variables, hookVariables(backend.port, c.name), { nonce })
  const backendPort = { actual: backend.port, recorded: RECORDED_PORT }
  const normaliser = new Normaliser({ keepIP, keepPort, nonce, caBundle: caBundles.right(), backendPort })
  return { ...common, normaliser, hooks: backend.open(c, variables) }
}

async function playStep(playback: Playback, step: Step): Promise<void> {
  const { results, hooks } = playback
  if (step.sleep) {
    await delay(step.sleep)
    playback.isAfterPause = true
    results.push(null)
    return
  } else if (step.join) {
    await joinBackground(playback)
    results.push(null)
  } else if (step.hookReset) {
    hooks?.clear()
    results.push(null)
  } else if (step.hookCalls) results.push({ calls: await comparableCalls(playback, step) })
  else if (step.background) await startInBackground(playback, step)
  else results.push(await answerOf(playback, step))
}

async function startInBackground(playback: Playback, step: Step): Promise<void> {
  const answer = playback.client.send(requestOf(step, playback.variables))
  // A failure is the result of this step when a later step joins the request.
  answer.catch(() => undefined)
  playback.background.push({ index: playback.results.length, step, answer })
  playback.results.push(null)
  await delay(step.lead ?? LEAD_MS)
}

async function joinBackground(playback: Playback): Promise<void> {
  const started = playback.background
  playback.background = []
  for (const { index, step, answer } of started) {
    playback.results[index] = await answer.then(
      (received) => comparableAnswer(step, received, playback.normaliser),
      failure,
    )
  }
}

async function answerOf(playback: Playback, step: Step): Promise<unknown> {
  const { variables, normaliser } = playback
  try {
    const request = requestOf(step, variables)
    const answer = await sentAnswer(playback, step, request)
    const json = parsed(plainBody(answer).toString('utf8'))
    if (request.method !== 'GET') playback.written = revisionAt(json)
    for (const [name, path] of Object.entries(step.save ?? {})) variables[name] = savedValue(json, path)
    return comparableAnswer(step, answer, normaliser)
  } catch (error) {
    return failure(error)
  }
}

function sentAnswer(playback: Playback, step: Step, request: SentRequest): Promise<Answer> {
  const { client, normaliser, written, isAfterPause } = playback
  const isRecorded = (answer: Answer) =>
    differences(step.expect, comparableAnswer(step, answer, normaliser.copy())).length === 0
  if (step.until) {
    const isReachedInRecording = isStateOf(step.until, valueAt(step.expect, 'status'), () => recordedBody(step))
    return awaitedAnswer(client, request, { ...step.until, isRecorded, isReachedInRecording, since: written })
  }
  const isRecordedRead = step.expect !== undefined && request.method === 'GET' && request.watch === undefined
  return isAfterPause && isRecordedRead ? answerAfterPause(client, request, isRecorded) : client.send(request)
}

/** The recorded body, or the part of it that the recording chose. */
function recordedBody({ expect, only }: Step): unknown {
  const json = valueAt(expect, 'json')
  return only !== undefined && isMembers(json) ? unselected(json) : json
}

const failure = (error: unknown) => ({ status: 0, error: (error as Error).message.split('\n')[0] })

function revisionAt(json: unknown): string | undefined {
  const revision = valueAt(json, 'metadata.resourceVersion')
  return typeof revision === 'string' && revision !== '' ? revision : undefined
}

const ENCODED = 'base64:'

function savedValue(json: unknown, path: string): string {
  if (!path.startsWith(ENCODED)) return String(valueAt(json, path))
  return Buffer.from(String(valueAt(json, path.slice(ENCODED.length)) ?? ''), 'base64').toString('utf8')
}

/** The calls that the webhooks of a case received, as a step selects and orders them. */
async function comparableCalls({ hooks, normaliser }: Playback, step: Step): Promise<unknown[]> {
  const headers = Array.isArray(step.headers) ? step.headers : []
  const take = (): HookCall[] => hooks?.take(step.hookCalls ?? '*', headers) ?? []
  const calls = take()
  const end = Date.now() + LONGEST_CALL_WAIT_MS
  while (calls.length < (step.waitFor ?? 0) && Date.now() < end) {
    await delay(CALL_POLL_MS)
    calls.push(...take())
  }
  if (step.sort) calls.sort((a, b) => compareTexts(String(a.path), String(b.path)))
  const found = calls
    .filter((call) => matches(call, step.where))
    .map((call) => {
      const made = valueAt(call, 'body.request.object.metadata')
      if (isMembers(made) && made.generateName && made.name)
        normaliser.addGeneratedName(String(made.name), String(made.generateName))
      const comparable = normaliser.value(call)
      return step.only ? selected(comparable, step.only) : comparable
    })
  if (!step.distinct) return found
  const byText = new Map(found.map((call) => [JSON.stringify(call), call]))
  return [...byText].sort(([a], [b]) => compareTexts(a, b)).map(([, call]) => call)
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
