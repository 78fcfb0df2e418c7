import type { RequestRecord, TraceStage } from '../../worker/observability/trace.ts'
import type { Tone } from '../relations/object-state.ts'

/** Consecutive stages of one kind, as the picture of a request shows them. */
export interface TracePhase {
  readonly title: string
  /** `bad`: the request ended here; `idle`: the phase only reports. */
  readonly tone: Tone
  /** Milliseconds from the end of the phase before to the end of this one. */
  readonly took: number
  readonly stages: readonly TraceStage[]
}

const TITLES: ReadonlyMap<string, string> = new Map([
  ['authentication', 'Authentication'],
  ['impersonation', 'Impersonation'],
  ['authorization', 'Authorisation'],
  ['store', 'Store'],
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
    // Stages after the refusal repeat the Status of the answer.
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

/** Whether a record fits a filter: each word in method, path, status, user or program. */
export function fits(record: RequestRecord, filter: string): boolean {
  const text = [record.method, record.url, record.status, record.user, agentOf(record.userAgent)]
    .join(' ')
    .toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
