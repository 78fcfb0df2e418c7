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

/** Milliseconds of each kind of work, added up over the turns. */
class Tally {
  create = 0
  get = 0
  patch = 0
  readonly lists: number[] = []
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
  const pods = share(plan.pods) * plan.turns
  const anyPod = (i: number) => (i * 7919) % pods
  await turns(async (subject, tally, turn) => {
    const from = turn * share(plan.pods)
    tally.create += await time(() => each(from, share(plan.pods), plan.atOnce, (i) => subject.createPod(i)))
  })
  await turns(async (subject, tally, turn) => {
    const from = turn * share(plan.gets)
    tally.get += await time(() => each(from, share(plan.gets), 1, (i) => subject.getPod(anyPod(i))))
  })
  await turns(async (subject, tally, turn) => {
    const from = turn * share(plan.patches)
    tally.patch += await time(() => each(from, share(plan.patches), 1, async (i) => subject.patchPod?.(anyPod(i))))
  })
  await turns(async (subject, tally) => {
    for (let i = 0; i < share(plan.lists); i++) tally.lists.push(await time(() => subject.listPods()))
  })
  const figures = {} as Record<Name, Figures>
  for (const name of names) {
    const tally = tallies.get(name) ?? new Tally()
    const rate = (count: number, ms: number) => (share(count) * plan.turns * 1000) / ms
    figures[name] = {
      create: rate(plan.pods, tally.create),
      get: rate(plan.gets, tally.get),
      patch: subjects[name].patchPod === undefined ? undefined : rate(plan.patches, tally.patch),
      list: median(tally.lists),
      fanOut: await fanOut(subjects[name], pods, plan),
    }
  }
  return figures
}
