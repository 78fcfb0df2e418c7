// npm run lint:english [-- PATH...]: reports sentences that docs/STYLE.md forbids, by default in every file.
// With --count: the number of faults of every room.
import { detachedComments } from './detached-comments.ts'
import { type EnglishFault, englishFaults } from './english-rules.ts'
import { passages } from './prose.ts'
import { trackedFiles } from './tracked-files.ts'

interface FileFaults {
  file: string
  faults: EnglishFault[]
}

function check(paths: readonly string[]): FileFaults[] {
  return trackedFiles(paths).map(({ name, content }) => ({
    file: name,
    faults: [...passages(name, content).flatMap(englishFaults), ...detachedComments(name, content)],
  }))
}

/**
 * The room of a file: `worker/verbs/list.ts` belongs to `worker/verbs`, `worker/main.ts` to `worker/*`, `README.md` to
 * `*`.
 */
function roomOf(file: string): string {
  const folders = file.split('/').slice(0, -1)
  if (folders.length === 0) return '*'
  return folders.length === 1 ? `${folders[0]}/*` : folders.slice(0, 2).join('/')
}

function printCounts(): void {
  const rooms = new Map<string, number>()
  for (const { file, faults } of check([])) rooms.set(roomOf(file), (rooms.get(roomOf(file)) ?? 0) + faults.length)
  for (const [room, count] of [...rooms].sort(([, a], [, b]) => b - a))
    console.log(`${String(count).padStart(5)}  ${room}`)
}

function printFaults(paths: readonly string[]): number {
  const found = check(paths).filter(({ faults }) => faults.length > 0)
  for (const { file, faults } of found)
    for (const { line, rule, found: words, advice } of faults)
      console.log(`${file}:${line}  ${rule} "${words.replace(/\s+/g, ' ')}": ${advice}`)
  const count = found.reduce((sum, { faults }) => sum + faults.length, 0)
  if (count > 0) console.log(`${count} sentences in ${found.length} files; docs/STYLE.md says how they read better`)
  return count
}

const args = process.argv.slice(2)
if (args.includes('--count')) printCounts()
else if (printFaults(args) > 0) process.exitCode = 1
