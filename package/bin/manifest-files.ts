import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from './program.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

const EXTENSIONS = ['.json', '.yaml', '.yml']

export interface ManifestFile {
  readonly path: string
  readonly text: string
}

/**
 * Reads the given files, and the manifests in the given folders and their subfolders, in the order of their paths.
 * @throws UsageError for a path that does not exist, and for a folder without manifests
 */
export async function readManifestFiles(paths: readonly string[]): Promise<ManifestFile[]> {
  const files: ManifestFile[] = []
  for (const name of paths) {
    const found = await manifestPaths(name).catch((error: unknown) => {
      throw new UsageError(`${name} cannot be read: ${errorMessage(error)}`)
    })
    if (found.length === 0) throw new UsageError(`${name} holds no ${EXTENSIONS.join(', ')} file`)
    for (const file of found) files.push({ path: file, text: await readFile(file, 'utf8') })
  }
  return files
}

async function manifestPaths(name: string): Promise<string[]> {
  if (!(await stat(name)).isDirectory()) return [name]
  const entries = await readdir(name, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && EXTENSIONS.includes(path.extname(entry.name)))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}
