import type { PreparedRequest, FanOut, Figures, Metric, Plan, Subject } from './subject.ts'

export async function time(work: () => Promise<unknown>, now: () => number = wallClock): Promise<number> {
  const started = now()
  await work()
  return now() - started
}

const wallClock = (): number => performance.now()

/** Runs `step` for each number from `from` on, `atOnce` of them concurrently. */
export async function each(
  from: number,
  count: number,
  atOnce: number,
  step: (i: number) => Promise<unknown>,
): Promise<void> {
  let next = from
  const work = async () => {
    while (next < from + count) await step(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

export const median = (figures: readonly number[]): number => quantile(figures, 0.5)

/** The figure of a row that was measured several times: the median, and the lowest and the highest figure. */
export const medianWithSpread = (figures: readonly number[]) =>
  ({ ours: median(figures), spread: [Math.min(...figures), Math.max(...figures)] }) as const

/** The figure that a share of the figures does not exceed. @param share 0.95 for 95 of 100 figures */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN
}

/** A counter: `seen` counts down, and the promise resolves at 0. */
export function countdown(from: number): { readonly seen: (count: number) => void; readonly done: Promise<void> } {
  let left = from
  let finish: () => void = () => undefined
  const done = new Promise<void>((resolve) => (finish = resolve))
  const seen = (count: number) => {
    left -= count
    if (left <= 0) finish()
  }
  return { seen, done }
}

type Step = (i: number) => PreparedRequest

interface Work {
  readonly metric: Metric
  readonly count: number
  readonly atOnce: number
  /** The function that prepares the requests for a subject; undefined when the subject does not support them. */
  step(subject: Subject): Step | undefined
}

/** The time of `count` requests of this kind, without the time to build them. */
export function timed(
  step: Step,
  from: number,
  count: number,
  { atOnce = 1, now }: { readonly atOnce?: number; readonly now?: Plan['now'] | undefined } = {},
): Promise<number> {
  const acts = Array.from({ length: count }, (_, i) => step(from + i))
  return time(() => each(0, count, atOnce, (i) => acts[i]?.() ?? Promise.resolve()), now)
}

/** The repeated metrics, in this order. */
function works({ pods, atOnce, gets, patches, turns }: Plan): readonly Work[] {
  const made = Math.ceil(pods / turns) * turns
  const anyPod = (i: number) => (i * 7919) % made
  const anyOf = (i: number) => (i * 7919) % Math.ceil(patches / turns)
  const work = (metric: Metric, count: number, step: Work['step']): Work => ({ metric, count, atOnce: 1, step })
  const apply =
    (label: (i: number) => string, pod = anyOf) =>
    ({ applyPod }: Subject): Step | undefined =>
      applyPod && ((i) => applyPod(pod(i), label(i)))
  return [
    { metric: 'create', count: pods, atOnce, step: ({ createPod }) => createPod },
    work(
      'get',
      gets,
      ({ getPod }) =>
        (i) =>
          getPod(anyPod(i)),
    ),
    work('patch', patches, ({ patchPod }) => patchPod && ((i) => patchPod(anyPod(i)))),
    work('strategic', patches, ({ strategicPatchPod: patch }) => patch && ((i) => patch(anyPod(i)))),
    work('status', patches, ({ patchPodStatus: patch }) => patch && ((i) => patch(anyPod(i)))),
    work('configMap', patches, ({ createConfigMap }) => createConfigMap),
    work('update', patches, ({ updateConfigMap }) => updateConfigMap && ((i) => updateConfigMap(anyOf(i)))),
    work(
      'applyNew',
      patches,
      apply(
        () => '',
        (i) => i,
      ),
    ),
    work(
      'applySame',
      patches,
      apply(() => ''),
    ),
    work('applyField', patches, apply(String)),
  ]
}

const LISTS: readonly (readonly [Metric, (subject: Subject) => (() => Promise<unknown>) | undefined])[] = [
  ['list', ({ listPods }) => listPods],
  ['labelled', ({ listLabelledPods }) => listLabelledPods],
  ['table', ({ tablePods }) => tablePods],
]

/** The times of the turns, in milliseconds. */
type Tally = Map<Metric, number[]>

const note = (tally: Tally, metric: Metric, ms: number): void =>
  void tally.set(metric, [...(tally.get(metric) ?? []), ms])

/** Measures the subjects in turns; figures of one call are comparable. */
export async function compare<Name extends string>(
  subjects: Record<Name, Subject>,
  plan: Plan,
): Promise<Record<Name, Figures>> {
  const all = (Object.keys(subjects) as Name[]).map((name) => ({
    name,
    subject: subjects[name],
    tally: new Map() as Tally,
  }))
  const turns = async (work: (subject: Subject, tally: Tally, turn: number) => Promise<void>) => {
    for (let turn = 0; turn < plan.turns; turn++) for (const { subject, tally } of all) await work(subject, tally, turn)
  }
  const share = (count: number) => Math.ceil(count / plan.turns)
  for (const { metric, count, atOnce, step } of works(plan)) {
    await turns(async (subject, tally, turn) => {
      const run = step(subject)
      if (run === undefined) return
      const ms = await timed(run, turn * share(count), share(count), { atOnce, now: plan.now })
      note(tally, metric, ms / share(count))
    })
  }
  for (const [metric, listOf] of LISTS) {
    await turns(async (subject, tally) => {
      const run = listOf(subject)
      if (run === undefined) return
      for (let i = 0; i < share(plan.lists); i++) note(tally, metric, await time(run, plan.now))
    })
  }
  const next = new Map(all.map(({ name }) => [name, share(plan.pods) * plan.turns]))
  const figures = {} as Record<Name, Figures>
  for (const { name, tally } of all) figures[name] = figuresOf(tally)
  for (const { watchers, events } of plan.fanOuts) {
    for (const { name, subject } of all) {
      const from = next.get(name) ?? 0
      next.set(name, from + events)
      figures[name][`fanOut${watchers}`] = await fanOut(subject, from, { watchers, events }, plan.now)
    }
  }
  return figures
}

function figuresOf(tally: Tally): Figures {
  const figures: Figures = {}
  const lists = new Set(LISTS.map(([metric]) => metric))
  for (const [metric, times] of tally) {
    const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length
    figures[metric] = lists.has(metric) ? median(times) : 1000 / mean
  }
  return figures
}

/** The events that all watchers together receive per second. */
async function fanOut(subject: Subject, from: number, { watchers, events }: FanOut, now: Plan['now']): Promise<number> {
  const { seen, done } = countdown(watchers * events)
  const stops: (() => void)[] = []
  for (let i = 0; i < watchers; i++) stops.push(await subject.watchPods(seen))
  const creates = Array.from({ length: events }, (_, i) => subject.createPod(from + i))
  const ms = await time(async () => {
    for (const create of creates) await create()
    await done
  }, now)
  for (const stop of stops) stop()
  return ((watchers * events) / ms) * 1000
}
