// npm run fuzz -- [requests] [--count 100000] [--seed N]
// Sends generated requests to a server in this process, and prints answers and delays that must not occur: requests
// generated from the schemas, follow-ups of earlier answers, and variations of requests that reached new code.
//
// npm run fuzz -- hosts [--count 20000] [--seed N]
// Sends the same requests to a server in the process, over HTTP and over the link of a page, and prints different answers.
//
// npm run fuzz -- stalls [--count 2000] [--seed N]
// Searches for the bodies that take the most time for each byte, by growing and mutating the slowest ones.
//
// npm run fuzz -- growth [--only text] [--shard 1/2]
// Writes each list and map of each kind with many values, up to the bound of a body. Prints a list or map when its time grows
// faster than its length, when it holds the event loop for more than 250 ms, or when it grows the heap by more than 64 MB.
// `--shard` selects a part of the lists and maps, so that several processes share the search.
import { parseArgs } from 'node:util'
import { compareHosts } from './compare-hosts.ts'
import { followCoverage } from './coverage.ts'
import { bodyText, readable } from './findings.ts'
import { fuzz, type Turn } from './fuzz.ts'
import { searchGrowth, type Growth } from './growth-search.ts'
import { searchStalls } from './stall-search.ts'
import { MAX_STALL, type Finding } from './fuzzed-server.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    only: { type: 'string', default: '' },
    shard: { type: 'string', default: '1/1' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
})
const seed = Number(values.seed)

const show = (finding: Finding): void => console.log(JSON.stringify(readable(finding)))

const showTurn = ({ ms, draft }: Turn): string =>
  `${ms.toFixed(0)} ms: ${draft.method} ${draft.url.slice(0, 120)} ${draft.body?.length ?? 0} bytes ${bodyText(draft, 120)}`

async function requests(): Promise<number> {
  const count = Number(values.count ?? 100_000)
  let shown = 0
  const coverage = await followCoverage()
  const progress = (_done: number, found: readonly Finding[]): void => {
    found.slice(shown).forEach(show)
    shown = found.length
  }
  const { findings, statuses, slowest, longTurns } = await fuzz(seed, count, { progress, coverage })
  await coverage.stop()
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`)
  console.log(`${count} requests; ${counts.join(', ')}`)
  console.log(
    `${coverage.total} blocks of code reached; ${longTurns.length} turns over ${MAX_STALL} ms; the longest: ${showTurn(slowest)}`,
  )
  for (const turn of longTurns) console.log(showTurn(turn))
  return findings.length
}

async function hosts(): Promise<number> {
  const findings = await compareHosts(seed, Number(values.count ?? 20_000))
  findings.forEach(show)
  return findings.length
}

async function stalls(): Promise<number> {
  const { slowest, findings } = await searchStalls(seed, Number(values.count ?? 2000))
  for (const { name, ms, bytes } of slowest) console.log(`${ms.toFixed(0).padStart(5)} ms ${bytes} bytes: ${name}`)
  findings.forEach(show)
  return findings.length
}

async function growth(): Promise<number> {
  const [shard = 1, of = 1] = values.shard.split('/').map(Number)
  const found = await searchGrowth({ only: values.only, shard, of, progress: showGrowth })
  return found.length
}

function showGrowth({ name, part, whole, most, heap }: Growth): void {
  const times = [part, whole, most].map((ms) => `${ms.toFixed(0)} ms`)
  console.log(`${times.join(', ')}, ${(heap / 2 ** 20).toFixed(0)} MB: ${name}`)
}

const COMMANDS = new Map([
  ['requests', requests],
  ['hosts', hosts],
  ['stalls', stalls],
  ['growth', growth],
])
const command = COMMANDS.get(positionals[0] ?? 'requests')
if (command === undefined) throw new Error(`npm run fuzz -- ${[...COMMANDS.keys()].join('|')}`)
console.log(`seed ${seed}`)
const started = performance.now()
const found = await command()
const seconds = ((performance.now() - started) / 1000).toFixed(0)
console.log(`${found === 0 ? 'nothing found' : `${found} findings with seed ${seed}`} in ${seconds} s`)
process.exit(found === 0 ? 0 : 1)
