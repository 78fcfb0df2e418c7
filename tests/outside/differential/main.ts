// KUBE_APISERVER=FILE npm run differential -- [--profile default] [--area verbs,list] [--name text] [--count 200] [--seed 1]
//   [--explode 4 | --recorded | --cases FILE | --scenarios watch | --published cilium] [--waiting | --watching] [--once] [--json FILE]
// Plays requests against kube-apiserver with its own etcd, and against a new server in this process. Prints the answers that
// differ. By default, it plays `--count` recorded cases whose steps are changed at random. With one of these flags, it plays:
//   --explode N       recorded cases with N changed dry runs before each step
//   --waiting         recorded cases that wait for controllers, with changed writes
//   --watching        recorded cases, with watches of their collections
//   --recorded        recorded cases without changes
//   --cases FILE      the cases of a JSON file, in the format of recordings/answers
//   --published NAMES the definitions of custom resources in modules whose paths contain one of NAMES, or of `all` modules
//   --scenarios AREAS the scenarios of these areas of scenarios/scenarios.ts, separated by commas, or `all`
// A case with differences is played again, and counts when they recur; `--once` omits the second play. `--json` appends the
// differences to a file. The profile `controllers` needs KUBE_CONTROLLER_MANAGER=FILE.
import { appendFileSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { cases } from '../../conformance/case.ts'
import type { Case } from '../../conformance/case.ts'
import { profileFlags } from '../../conformance/profile.ts'
import { startWebhookBackend } from '../../conformance/webhook-backend.ts'
import { dice, pickFrom } from '../../fuzz/dice.ts'
import { exploded, isMutable, mutant, type Variant } from './mutations.ts'
import { realServerBinary, startRealServer } from './real-server.ts'
import { publishedModules } from '../crds/modules.ts'
import { publishedCases } from '../crds/published-cases.ts'
import { type Comparison, comparison } from './two-servers.ts'
import { watchedCase } from './watched-cases.ts'
import { waitingMutant } from './waiting-mutations.ts'
import { scenarioCases } from './scenarios/scenarios.ts'
import { valuePool } from './value-pool.ts'

const { values } = parseArgs({
  options: {
    area: { type: 'string', default: '' },
    profile: { type: 'string', default: 'default' },
    name: { type: 'string', default: '' },
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    explode: { type: 'string' },
    waiting: { type: 'boolean', default: false },
    watching: { type: 'boolean', default: false },
    recorded: { type: 'boolean', default: false },
    cases: { type: 'string' },
    scenarios: { type: 'string' },
    published: { type: 'string' },
    once: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

/** Keeps the choices of one case apart from the choices of the next seeds. */
const SEED_FACTOR = 1_000_003

interface Made extends Case {
  readonly what?: string
}

async function chosenCases(): Promise<readonly Made[]> {
  if (values.cases !== undefined) return JSON.parse(readFileSync(values.cases, 'utf8')) as Made[]
  if (values.scenarios !== undefined)
    return scenarioCases(values.scenarios, Number(values.seed)).filter(({ name }) => name.includes(values.name))
  if (values.published !== undefined) return publishedCases(publishedModules(namesIn(values.published)))
  const areas = values.area.split(',').filter(Boolean)
  const list = cases(areas, values.profile).filter(({ name }) => name.includes(values.name))
  return values.recorded ? list : changedCases(list)
}

/** The names between commas; none for `all`. */
const namesIn = (text: string): readonly string[] => (text === 'all' ? [] : text.split(','))

function changedCases(list: readonly Case[]): readonly Made[] {
  const pool = valuePool(list)
  if (values.watching) return watchedCases(list)
  const sources = list.filter((c) => values.waiting || isMutable(c))
  const [seed, count] = [Number(values.seed), Number(values.count)]
  const diceOf = (number: number) => dice(seed * SEED_FACTOR + number)
  if (values.explode === undefined) {
    const one = (number: number): Made => {
      const roll = diceOf(number)
      return (values.waiting ? waitingMutant : mutant)(roll, pickFrom(roll, sources), pool, number)
    }
    return Array.from({ length: count }, (_, number) => one(number))
  }
  const perStep = Number(values.explode)
  const roll = dice(seed)
  const order = new Map(sources.map((c) => [c, roll.below(2 ** 30)]))
  return [...sources]
    .sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
    .slice(0, count)
    .map((c, number) => exploded(diceOf(number), c, pool, perStep))
}

/** Recorded cases in random order, watched. */
function watchedCases(list: readonly Case[]): readonly Made[] {
  const roll = dice(Number(values.seed))
  const order = new Map(list.filter(isMutable).map((c) => [c, roll.below(2 ** 30)]))
  return [...order]
    .sort(([, a], [, b]) => a - b)
    .slice(0, Number(values.count))
    .map(([c]) => watchedCase(c))
}

function print(c: Made, { area, different }: Comparison): void {
  // The steps of a changed case depend on each other, so only its first difference is a cause.
  const independent =
    values.explode !== undefined ||
    values.recorded ||
    values.cases !== undefined ||
    values.scenarios !== undefined ||
    values.published !== undefined ||
    values.watching
  for (const { step: at, found, real, ours } of independent ? different : different.slice(0, 1)) {
    const step = c.steps[at] as Variant
    const what = step.what ?? c.what ?? 'as recorded'
    console.log(`DIFF ${area}/${c.name} [${what}] step ${at} ${step.method ?? 'GET'} ${step.path}`)
    for (const difference of found.slice(0, 4)) console.log(`     ${difference}`)
    if (values.json !== undefined)
      appendFileSync(values.json, `${JSON.stringify({ name: c.name, area, what, at, step, found, real, ours })}\n`)
  }
}

function printShares(list: readonly Comparison[]): void {
  const share = (name: string, some: readonly Comparison[]): void => {
    const answers = some.reduce((sum, one) => sum + one.answers, 0)
    const different = some.reduce((sum, one) => sum + one.different.length, 0)
    const percent = ((100 * (answers - different)) / (answers || 1)).toFixed(2)
    console.log(`${name.padEnd(20)} ${answers - different} of ${answers} answers identical, ${percent} %`)
  }
  for (const area of new Set(list.map((one) => one.area)))
    share(
      area,
      list.filter((one) => one.area === area),
    )
  share('all', list)
}

async function compareServers(binary: string): Promise<void> {
  const list = await chosenCases()
  const backend = await startWebhookBackend({ fixedPort: false })
  const real = await startRealServer(binary, values.profile, backend.port)
  const flags = profileFlags(values.profile, backend.port)
  const compared: Comparison[] = []
  try {
    for (const c of list) {
      const result = await comparison(c, { real, flags, backend, once: values.once })
      compared.push(result)
      print(c, result)
    }
  } finally {
    printShares(compared)
    backend.close()
    await real.stop()
  }
}

const binary = realServerBinary()
if (binary === undefined) console.log('differential: skipped, KUBE_APISERVER names no kube-apiserver')
else await compareServers(binary)
