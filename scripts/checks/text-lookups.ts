// Reports lookups that would find a member that every object inherits, for a text such as `constructor` or `__proto__`.
import { lookupFaults } from './text-lookup-faults.ts'
import { trackedFiles } from './tracked-files.ts'

const PLACES = ['worker', 'serve', 'package', 'src/cli']

const sources = trackedFiles(PLACES).filter(
  ({ name }) => /\.(ts|svelte)$/.test(name) && !/\.(test|fixture)\./.test(name),
)
const faults = lookupFaults(sources)
for (const { name, line, fault } of faults) console.log(`${name}:${line}  ${fault}`)
if (faults.length > 0) {
  console.log(`${faults.length} lookups find inherited names; define the constant with \`lookupTable\`, or use a Map`)
  process.exitCode = 1
}
