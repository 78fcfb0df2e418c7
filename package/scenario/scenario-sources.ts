import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FolderFile } from '../../src/scenario/read-scenario-folder.ts'
import { FOLDER_HEAD } from '../../src/scenario/read-scenario-folder.ts'

/** A scenario to test: the text of a YAML or JSON file, or the Markdown files of a folder. */
export type ScenarioSource =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly files: readonly FolderFile[] }

const EXTENSIONS = ['.json', '.yaml', '.yml']

/**
 * The scenarios of files and folders, in the order of the paths. The files of a folder are sorted by name. A folder with a file `scenario.md` is one scenario. In any other folder, each YAML or
 * JSON file is a scenario, and the folders inside follow the same rules.
 * @throws Error for a path that cannot be read, and for a folder without scenarios
 */
export async function scenarioSources(paths: readonly string[]): Promise<readonly ScenarioSource[]> {
  const sources: ScenarioSource[] = []
  for (const name of paths) {
    const isFolder = (await stat(name)).isDirectory()
    const found = isFolder ? await sourcesBelow(name) : [{ path: name, text: await readFile(name, 'utf8') }]
    if (found.length === 0) throw new Error(`${name} holds no ${EXTENSIONS.join(', ')} file and no ${FOLDER_HEAD}`)
    sources.push(...found)
  }
  return sources
}

async function sourcesBelow(folder: string): Promise<ScenarioSource[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (entries.some(({ name }) => name === FOLDER_HEAD))
    return [
      { path: folder, files: await Promise.all(entries.filter(isMarkdown).map(({ name }) => read(folder, name))) },
    ]
  const sources: ScenarioSource[] = []
  for (const entry of entries) {
    const at = path.join(folder, entry.name)
    if (entry.isDirectory()) sources.push(...(await sourcesBelow(at)))
    else if (entry.isFile() && EXTENSIONS.includes(path.extname(entry.name)))
      sources.push({ path: at, text: await readFile(at, 'utf8') })
  }
  return sources
}

const isMarkdown = (entry: { readonly name: string; isFile(): boolean }): boolean =>
  entry.isFile() && entry.name.endsWith('.md')

const read = async (folder: string, name: string): Promise<FolderFile> => ({
  name,
  text: await readFile(path.join(folder, name), 'utf8'),
})
