import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Read and write permissions of the group and of everyone. */
const OTHERS = 0o066

/**
 * A warning when other users can read or write files of a data folder, which hold Secrets. Such files were copied, or created
 * by an earlier version with the usual permissions. Undefined when there are none.
 */
export function describeExposedFiles(folder: string): string | undefined {
  // Windows has access control lists, which Node does not show.
  if (process.platform === 'win32') return undefined
  const exposed = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && (statSync(path.join(folder, entry.name)).mode & OTHERS) !== 0)
    .map(({ name }) => name)
  if (exposed.length === 0) return undefined
  return `Other users of this machine may read ${exposed.join(', ')} in the data folder ${folder}, which hold Secrets: chmod -R go= ${folder}`
}
