import { checkLength } from '../scenario/read-scenario.ts'
import { FOLDER_HEAD, joinScenarioFolder, type FolderFile } from '../scenario/read-scenario-folder.ts'
import { clusterActions } from '../state/cluster-actions.ts'
import { openScenario } from '../state/opened-scenario.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { folderFiles } from './folder-files.ts'

/** The maximum number of files that one drop opens. A scenario has at most 100 steps. */
const MAX_FILES = 200

/** The files of one drop on the page. */
export interface Drop {
  readonly files: readonly File[]
  /** The first entry, which may be a folder. */
  readonly entry: FileSystemEntry | null | undefined
}

/** Opens the files of a scenario, else the first file. */
export async function openDropped(workspace: Workspace, drop: Drop): Promise<void> {
  const files = await filesOf(drop)
  if (files.some(({ name }) => name === FOLDER_HEAD)) return openScenario(joinScenarioFolder(await texts(files)))
  const [file] = files
  if (file !== undefined) await clusterActions.openFile(workspace, file)
}

/** @throws ScenarioError for files that are too long for a scenario, before they are read */
function texts(files: readonly File[]): Promise<FolderFile[]> {
  const markdown = files.filter(({ name }) => name.endsWith('.md'))
  // A character has at most four bytes.
  checkLength(markdown.reduce((bytes, { size }) => bytes + size, 0) / 4)
  return Promise.all(markdown.map(async (file) => ({ name: file.name, text: await file.text() })))
}

/** The dropped files, or the files of a dropped folder. */
async function filesOf({ entry, files }: Drop): Promise<readonly File[]> {
  return isFolder(entry) ? folderFiles(entry, MAX_FILES) : files.slice(0, MAX_FILES)
}

// `instanceof` cannot test this, because Chromium has these interfaces under other names.
const isFolder = (entry: FileSystemEntry | null | undefined): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory === true
