// Every test, in the order in which a failure is cheapest to find. `--static` stops before anything runs.
import { chromium, etcd, run, setUp } from './setup.mjs'

setUp()
const steps = [
  ['format', 'prettier', '--check', '.'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings', 'worker', 'src', 'serve', 'tests', 'bench'],
  ['English', 'node', 'scripts/run.mjs', 'scripts/checks/english.ts'],
  ['citations', 'node', 'scripts/run.mjs', 'scripts/checks/citations.ts'],
  ['rooms', 'depcruise', 'worker', 'src', 'serve', '--config', '.dependency-cruiser.cjs', '--output-type', 'err-long'],
  ['types', 'tsc', '--build'],
  ['types of components', 'svelte-check', '--tsconfig', 'src/tsconfig.json', '--fail-on-warnings'],
  ['unused', 'knip'],
]
if (!process.argv.includes('--static')) {
  process.env.CHROMIUM = chromium()
  process.env.ETCD = etcd() ?? ''
  steps.push(
    ['unit and conformance', 'vitest', 'run'],
    ['build', 'vite', 'build', '--logLevel', 'error'],
    ['size', 'size-limit'],
    ['browser', 'playwright', 'test'],
  )
}
const failed = []
for (const [name, program, ...args] of steps) {
  const started = performance.now()
  console.log(`\n— ${name}`)
  const { status } = run(program, args)
  console.log(`  ${status === 0 ? 'ok' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  if (status !== 0) failed.push(name)
}
console.log(failed.length === 0 ? '\nEverything passed.' : `\nFailed: ${failed.join(', ')}`)
console.log(`${steps.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)
