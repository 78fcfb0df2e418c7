// Reports conversions that round an integer of 64 bits of the API, such as a revision, to a double.
import { conversionFaults } from './number-conversion-faults.ts'
import { trackedFiles } from './tracked-files.ts'

const PLACES = ['worker', 'src', 'serve', 'package']

/** The files that may convert, each with its reason. */
const ALLOWED = new Map([
  ['worker/api/numbers.ts', 'the conversions that other files call'],
  ['worker/api/int64.ts', 'the results are checked, or are durations'],
  ['package/handlers/context/timers.ts', 'the time of a timer, in a sandbox without imports'],
  ['package/handlers/context/structured-clone.ts', 'it names the class'],
  ['serve/data-folder/level-folder.ts', 'the revisions of an earlier folder, which are doubles'],
  ['serve/data-folder/log-files.ts', 'the generation in the name of a log'],
  ['src/embed/frame-height.svelte.ts', 'a length of CSS'],
  ['src/terminal/theme.ts', 'a length of CSS'],
])

const sources = trackedFiles(PLACES).filter(
  ({ name }) => /\.(ts|svelte)$/.test(name) && !/\.(test|fixture)\./.test(name),
)
const faults = conversionFaults(sources, ALLOWED)
for (const { name, line, fault } of faults) console.log(`${name}:${line}  ${fault}`)
if (faults.length > 0) {
  console.log(
    `${faults.length} conversions round integers of 64 bits; use worker/api/int64.ts, or worker/api/numbers.ts for other numbers`,
  )
  process.exitCode = 1
}
