// npm test               every test
// npm run check          the static checks
// npm run test:quick     the static checks, and the unit tests and recorded answers of the rooms that changed
import { availableParallelism } from 'node:os'
import { areasOf, changedRooms } from './changed-rooms.mjs'
import { failureExcerpt, failureNames } from './failure-excerpt.mjs'
import { chromium, etcd, firefox, setUp, start, webkit } from './setup.mjs'

setUp()
const mode = process.argv[2] ?? ''

/** The static checks, each a name, a program and its arguments. They are independent and run beside each other. */
const checks = [
  ['lint', 'oxlint', '--type-aware', '--deny-warnings', 'worker', 'src', 'serve', 'package', 'tests', 'bench'],
  ['types of components', 'svelte-check', '--tsconfig', 'src/tsconfig.json', '--fail-on-warnings'],
  ['format', 'oxfmt', '--check'],
  ['types', 'tsc', '--build'],
  [
    'rooms',
    'depcruise',
    'worker',
    'src',
    'serve',
    'package',
    'bench',
    'scripts',
    'tests',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err-long',
  ],
  ['unused', 'knip'],
  ['English', 'node', 'scripts/run.mjs', 'scripts/checks/english.ts'],
  ['citations', 'node', 'scripts/run.mjs', 'scripts/checks/citations.ts'],
  ['lookups by text', 'node', 'scripts/run.mjs', 'scripts/checks/text-lookups.ts'],
  ['number conversions', 'node', 'scripts/run.mjs', 'scripts/checks/number-conversions.ts'],
  ['generated files', 'node', 'scripts/generate-builtin.mjs', '--check'],
]
/** The build. It is independent of the checks, and the sizes and the journeys need it. */
const BUILD = ['build', 'vite', 'build', '--logLevel', 'error']
/**
 * These steps use one processor each, and run after the steps that use all. The bounds of the attacks, for the stall and the
 * heap, are six and three times the bounds of `npm run attack`, because the machine may be slow. Work that grows with the
 * square of its input exceeds even these.
 */
const LAST = [
  ['Firefox', 'node', 'scripts/run.mjs', 'tests/engines/journeys/main.ts', '--engine', 'firefox'],
  ['WebKit', 'node', 'scripts/run.mjs', 'tests/engines/journeys/main.ts', '--engine', 'webkit'],
  ['attack', 'node', 'scripts/run.mjs', 'tests/attack/main.ts', '--stall', '1500', '--heap', '192'],
  ['size', 'size-limit'],
]
/** Failed steps: name to output. */
const failed = new Map()
/** Steps that cannot run here: name to reason. */
const skipped = new Map()
let passed = 0

function report(name, { status, output }, started) {
  console.log(`  ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  if (status === 0) passed++
  else failed.set(name, output)
}

/** Runs steps in parallel, one for each processor; prints the output of those that fail. */
async function runTogether(steps) {
  const queue = [...steps]
  const work = async () => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      const [name, program, ...args] = step
      const started = performance.now()
      const result = await start(program, args)
      if (result.status !== 0) console.log(`\n— ${name}\n${result.output}`)
      report(name, result, started)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}

async function runAlone([name, program, ...args]) {
  const started = performance.now()
  console.log(`\n— ${name}`)
  report(name, await start(program, args, (text) => process.stdout.write(text)), started)
}

function quickSteps() {
  const rooms = changedRooms()
  const areas = areasOf(rooms)
  console.log(`\nChanged: ${rooms.join(', ') || 'nothing'}. Recorded answers: ${areas.join(', ') || 'none'}.`)
  process.env.RECORDED_AREAS = areas.join(',')
  const filters = rooms.map((room) => `${room}/`)
  return [
    ...(filters.length > 0
      ? [
          [
            'unit',
            'vitest',
            'run',
            '--passWithNoTests',
            '--exclude',
            'tests/{conformance,cli,etcd,clients}/**',
            ...filters,
          ],
        ]
      : []),
    ...(areas.length > 0 ? [['recorded answers', 'vitest', 'run', 'tests/conformance/default']] : []),
  ]
}

function allSteps() {
  chromium()
  process.env.ETCD = etcd()
  process.env.FIREFOX = firefox()
  if (!webkit()) skipped.set('WebKit', 'this distribution has no packages webkit2gtk-driver and xvfb')
  return [
    ['unit and conformance', 'vitest', 'run'],
    ['browser', 'playwright', 'test'],
  ]
}

const MODES = { '--static': () => [], '--quick': quickSteps, '': allSteps }
const steps = MODES[mode]
if (steps === undefined) throw new Error(`${mode} is none of ${Object.keys(MODES).filter(Boolean).join(', ')}`)
await runTogether(mode === '' ? [BUILD, ...checks] : checks)
for (const step of steps()) await runAlone(step)
if (mode === '') await runTogether(LAST.filter(([name]) => !skipped.has(name)))
// Printed again at the end, because a shortened log keeps its last lines.
for (const [name, output] of failed) console.log(`\n— The failures of ${name}\n${failureExcerpt(output)}`)
console.log(failed.size === 0 ? '\nEverything passed.' : '\nFailed:')
for (const [name, output] of failed) console.log([name, ...failureNames(output)].join('\n  '))
for (const [name, why] of skipped) console.log(`  ${name}: SKIPPED, because ${why}`)
console.log(`${passed} passed, ${failed.size} failed${skipped.size > 0 ? `, ${skipped.size} skipped` : ''}`)
process.exit(failed.size === 0 ? 0 : 1)
