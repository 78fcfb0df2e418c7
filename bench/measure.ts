import type { Figures, Plan, Subject } from './subject.ts'

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Runs `step` for each number from `from` on, `atOnce` of them under way together. */
async function each(from: number, count: number, atOnce: number, step: (i: number) => Promise<unknown>): Promise<void> {
  let next = from
  const work = async () => {
    while (next < from + count) await step(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

async function fanOut(subject: Subject, from: number, { watchers, events }: Plan): Promise<number> {
  let left = watchers * events
  let done: () => void = () => undefined
  const all = new Promise<void>((resolve) => (done = resolve))
  const seen = (count: number) => {
    left -= count
    if (left <= 0) done()
  }
  const stops = await Promise.all(Array.from({ length: watchers }, () => subject.watchPods(seen)))
  const ms = await time(async () => {
    await each(from, events, 1, (i) => subject.createPod(i))
    await all
  })
  for (const stop of stops) stop()
  return ((watchers * events) / ms) * 1000
}

type Rate = Exclude<keyof Figures, 'list' | 'table' | 'fanOut'>
type Step = (i: number) => Promise<unknown>

/** Milliseconds of each kind of work, added up over the turns. */
class Tally {
  readonly ms = new Map<Rate, number>()
  readonly lists: number[] = []
  readonly tables: number[] = []

  add(rate: Rate, ms: number): void {
    this.ms.set(rate, (this.ms.get(rate) ?? 0) + ms)
  }
}

interface Work {
  readonly rate: Rate
  readonly count: number
  readonly atOnce: number
  /** Undefined where the subject cannot do it. */
  step(subject: Subject): Step | undefined
}

/** What is done again and again, in this order. */
function works({ pods, atOnce, gets, patches, turns }: Plan): readonly Work[] {
  const made = Math.ceil(pods / turns) * turns
  const anyPod = (i: number) => (i * 7919) % made
  const anyOf = (i: number) => (i * 7919) % Math.ceil(patches / turns)
  const apply =
    (label: (i: number) => string, pod = anyOf) =>
    ({ applyPod }: Subject): Step | undefined =>
      applyPod && ((i) => applyPod(pod(i), label(i)))
  return [
    { rate: 'create', count: pods, atOnce, step: ({ createPod }) => createPod },
    {
      rate: 'get',
      count: gets,
      atOnce: 1,
      step:
        ({ getPod }) =>
        (i) =>
          getPod(anyPod(i)),
    },
    { rate: 'patch', count: patches, atOnce: 1, step: ({ patchPod }) => patchPod && ((i) => patchPod(anyPod(i))) },
    { rate: 'configMap', count: patches, atOnce: 1, step: ({ createConfigMap }) => createConfigMap },
    {
      rate: 'update',
      count: patches,
      atOnce: 1,
      step: ({ updateConfigMap }) => updateConfigMap && ((i) => updateConfigMap(anyOf(i))),
    },
    {
      rate: 'applyNew',
      count: patches,
      atOnce: 1,
      step: apply(
        () => '',
        (i) => i,
      ),
    },
    { rate: 'applySame', count: patches, atOnce: 1, step: apply(() => '') },
    { rate: 'applyField', count: patches, atOnce: 1, step: apply(String) },
  ]
}

/** Measures the subjects in turns; the figures of one call can be compared with each other. */
export async function compare<Name extends string>(
  subjects: Record<Name, Subject>,
  plan: Plan,
): Promise<Record<Name, Figures>> {
  const names = Object.keys(subjects) as Name[]
  const tallies = new Map(names.map((name) => [name, new Tally()]))
  const turns = async (work: (subject: Subject, tally: Tally, turn: number) => Promise<void>) => {
    for (let turn = 0; turn < plan.turns; turn++)
      for (const name of names) await work(subjects[name], tallies.get(name) ?? new Tally(), turn)
  }
  const share = (count: number) => Math.ceil(count / plan.turns)
  const all = works(plan)
  for (const { rate, count, atOnce, step } of all) {
    await turns(async (subject, tally, turn) => {
      const run = step(subject)
      if (run !== undefined) tally.add(rate, await time(() => each(turn * share(count), share(count), atOnce, run)))
    })
  }
  await turns(async (subject, tally) => {
    for (let i = 0; i < share(plan.lists); i++) {
      tally.lists.push(await time(() => subject.listPods()))
      if (subject.tablePods !== undefined) tally.tables.push(await time(subject.tablePods))
    }
  })
  const figures = {} as Record<Name, Figures>
  for (const name of names) {
    const tally = tallies.get(name) ?? new Tally()
    const rates = all.map(({ rate, count }) => {
      const ms = tally.ms.get(rate)
      return [rate, ms === undefined ? undefined : (share(count) * plan.turns * 1000) / ms] as const
    })
    figures[name] = {
      ...(Object.fromEntries(rates) as Record<Rate, number>),
      list: median(tally.lists),
      table: tally.tables.length === 0 ? undefined : median(tally.tables),
      fanOut: await fanOut(subjects[name], share(plan.pods) * plan.turns, plan),
    }
  }
  return figures
}
