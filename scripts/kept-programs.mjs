// Bundled programs that later processes run again while their source files stay as they are: comparing times and sizes
// of files is faster than bundling.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root as repository } from './setup.mjs'

/** A folder of bundled programs. The paths of inputs are relative to `root`. */
export const programsIn = (folder, root) => ({
  /** The kept program of a source file; undefined when there is none, or a file changed since. */
  find(file) {
    const record = readRecord(placeOf(folder, file))
    if (record === undefined || !existsSync(record.program)) return undefined
    if (record.inputs.some(({ name, stamp }) => stampOf(path.join(root, name)) !== stamp)) return undefined
    const now = new Date()
    for (const used of [placeOf(folder, file), path.dirname(record.program)]) utimesSync(used, now, now)
    return record.program
  },
  /** Takes the state of the inputs; call it before they are read. */
  stamped: (names) => names.map((name) => ({ name, stamp: stampOf(path.join(root, name)) })),
  /** Keeps the bundled program of a source file. @param inputs as `stamped` returned them */
  keep(file, program, inputs) {
    mkdirSync(folder, { recursive: true })
    const place = placeOf(folder, file)
    // Written by a rename, because another process may write the same file.
    const draft = `${place}.${process.pid}`
    writeFileSync(draft, JSON.stringify({ program, inputs }))
    renameSync(draft, place)
  },
})

/** The path of a source file's record. Its name is a hash, because the path of the source file may be too long for a name. */
const placeOf = (folder, file) =>
  path.join(folder, `${createHash('sha256').update(file).digest('hex').slice(0, 16)}.json`)

/** The programs of this repository. */
export const programs = programsIn(path.join(repository, '.cache', 'programs'), repository)

function readRecord(place) {
  try {
    return JSON.parse(readFileSync(place, 'utf8'))
  } catch {
    return undefined
  }
}

/** A change of a file's content changes its time or its size. */
function stampOf(file) {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats === undefined ? 'absent' : `${stats.mtimeMs} ${stats.size}`
}
