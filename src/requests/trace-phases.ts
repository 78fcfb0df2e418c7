import type { RequestRecord, TraceStage } from '../../worker/observability/trace.ts'
import type { RuleCheck } from '../../worker/authorization/authorizer.ts'
import type { Tone } from '../relations/object-state.ts'

/** Consecutive stages of one kind, as the picture of a request shows them. */
export interface TracePhase {
  readonly title: string
  /** `bad`: the request was refused here, or the answer is an error; `wait`: there is no answer yet. */
  readonly tone: Tone
  /** Milliseconds from the end of the previous phase to the end of this one. */
  readonly took: number
  readonly stages: readonly TraceStage[]
}

const TITLES: ReadonlyMap<string, string> = new Map([
  ['authentication', 'Authentication'],
  ['impersonation', 'Impersonation'],
  ['authorization', 'Authorization'],
  ['flow', 'Flow'],
  ['decoding', 'Decoding'],
  ['defaults', 'Defaults'],
  ['validation', 'Validation'],
  ['store', 'Store'],
  ['watchers', 'Watchers'],
  ['refused', 'Refused'],
])

function titleOf({ stage, message }: TraceStage): string {
  if (!stage.startsWith('admission/')) return TITLES.get(stage) ?? stage
  return message === 'admitted' ? 'Mutating admission' : 'Validating admission'
}

const endsRequest = ({ message }: TraceStage): boolean => /^(refused|deny|no-opinion)/.test(message)

/** The phases of a recorded request, in order. A refusal marks the phase that refused. */
export function phasesOf({
  stages,
  status,
  duration,
}: Pick<RequestRecord, 'stages' | 'status' | 'duration'>): TracePhase[] {
  const groups: { title: string; stages: TraceStage[] }[] = []
  for (const stage of stages) {
    // The stage `refused` repeats the Status of the answer.
    if (stage.stage === 'refused') continue
    const title = titleOf(stage)
    const last = groups.at(-1)
    if (last?.title === title) last.stages.push(stage)
    else groups.push({ title, stages: [stage] })
  }
  let from = 0
  const phases = groups.map(({ title, stages: inside }): TracePhase => {
    const to = Math.max(...inside.map(({ at }) => at))
    const took = Math.max(0, to - from)
    from = Math.max(from, to)
    return { title, tone: inside.some(endsRequest) ? 'bad' : 'good', took, stages: inside }
  })
  const answer = {
    title: `Answer ${status || '…'}`,
    tone: toneOf(status),
    took: Math.max(0, duration - from),
    stages: [],
  }
  return [...phases, answer]
}

/** The duration of a stage in milliseconds, from the end of the stages before it. */
export function tookOf(stages: readonly TraceStage[], index: number): number {
  return Math.max(0, (stages[index]?.at ?? 0) - Math.max(0, ...stages.slice(0, index).map(({ at }) => at)))
}

/** A duration as text: `0.42 ms` or `12 ms`. */
export const timeText = (ms: number): string => `${ms < 10 ? ms.toFixed(2) : ms.toFixed(0)} ms`

/**
 * The rules of the caller that explain a decision. For an allowed request, the rules that allow it; for a refused request, all
 * given rules, which say what they lack. The caller's present rules may no longer allow what was allowed then.
 */
export function shownRules(stages: readonly TraceStage[], rules: readonly RuleCheck[]): readonly RuleCheck[] {
  const isAllowed = stages.some(({ stage, message }) => stage === 'authorization' && message.startsWith('allow'))
  return isAllowed ? rules.filter(({ lacks }) => lacks.length === 0) : rules
}

function toneOf(status: number): Tone {
  if (status === 0) return 'wait'
  return status >= 400 ? 'bad' : 'good'
}

/** The program that sent a request, from its User-Agent: `svcctl`, `this page`. */
export function agentOf(userAgent: string): string {
  if (userAgent === 'tabplane') return 'this page'
  if (userAgent === 'tabplane-explorer') return 'a pane of this page'
  return userAgent.split(/[/ ]/)[0] ?? ''
}

/** The caller. For an impersonated request, the impersonated user and the caller; for a controller, its name and its user. */
export function actorOf({
  user,
  actingAs,
  controller,
}: Pick<RequestRecord, 'user' | 'actingAs' | 'controller'>): string {
  if (controller !== '') return `${controller} · ${user}`
  return actingAs === '' ? user : `${actingAs} (by ${user})`
}

const VERBS: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }

/** The verb of a request as the filter names it; the deletion of a collection counts as `delete`. */
export function verbOf({ method, url }: Pick<RequestRecord, 'method' | 'url'>): string {
  if (method !== 'GET') return VERBS[method] ?? method.toLowerCase()
  if (/[?&]watch=(true|1)(&|$)/.test(url)) return 'watch'
  const [, resource, name] = RESOURCE.exec(url) ?? []
  return resource !== undefined && name === undefined ? 'list' : 'get'
}

/** The resource and the name in a path of the API. */
const RESOURCE = /^\/(?:api|apis\/[^/]+)\/[^/]+(?:\/namespaces\/[^/]+(?=\/))?\/([^/?]+)(\/[^/?]+)?/

/** `verb:patch` restricts a word of the filter to one property. */
const PROPERTIES: ReadonlyMap<string, (record: RequestRecord, value: string) => boolean> = new Map([
  ['user', (record, value) => actorOf(record).toLowerCase().includes(value)],
  ['verb', (record, value) => verbOf(record) === value],
  ['status', ({ status }, value) => String(status).startsWith(value.replace(/x+$/, ''))],
  ['resource', ({ url }, value) => RESOURCE.exec(url)?.[1] === value],
  ['id', ({ id }, value) => id.toLowerCase() === value],
])

/** Whether a filter selects one request by its audit ID. */
export const selectsOne = (filter: string): boolean => /(^|\s)id:\S/i.test(filter)

/** Whether a record matches a filter: each word occurs in method, path, status, user or program, or is `property:value`. */
export function fits(record: RequestRecord, filter: string): boolean {
  const text = [record.method, record.url, record.status, actorOf(record), agentOf(record.userAgent)]
    .join(' ')
    .toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => {
      const [, name = '', value = ''] = /^(\w+):(.+)$/.exec(word) ?? []
      return PROPERTIES.get(name)?.(record, value) ?? text.includes(word)
    })
}
