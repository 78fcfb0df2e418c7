import { FOLDER_HEAD, joinScenarioFolder } from '../scenario/read-scenario-folder.ts'
import { clusterActions } from '../state/cluster-actions.ts'
import { notices } from '../state/notices.svelte.ts'
import { openScenario } from '../state/opened-scenario.ts'
import { session } from '../state/session.svelte.ts'

/** Of a folder; a scenario has at most 100 steps. */
const MOST_FILES = 200

/** Opens what a user dropped: a scenario, a folder of one, or a file of objects. The editor takes drops of its own. */
export async function openDropped(event: DragEvent): Promise<void> {
  const { workspace } = session
  const { dataTransfer } = event
  if (event.defaultPrevented || workspace === undefined || dataTransfer === null || dataTransfer.files.length === 0)
    return
  event.preventDefault()
  try {
    const files = await filesOf(dataTransfer)
    if (files.some(({ name }) => name === FOLDER_HEAD))
      return await openScenario(joinScenarioFolder(await texts(files)))
    const [file] = files
    if (file !== undefined) await clusterActions.openFile(workspace, file)
  } catch (error) {
    notices.fail('The dropped file was not opened', error)
  }
}

const texts = (files: readonly File[]): Promise<{ readonly name: string; readonly text: string }[]> =>
  Promise.all(
    files
      .filter(({ name }) => name.endsWith('.md'))
      .map(async (file) => ({ name: file.name, text: await file.text() })),
  )

/** The dropped files; of one folder, its files. */
async function filesOf({ items, files }: DataTransfer): Promise<readonly File[]> {
  const entry = items[0]?.webkitGetAsEntry()
  if (!isFolder(entry)) return [...files].slice(0, MOST_FILES)
  const reader = entry.createReader()
  const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
  const found = entries.filter(isFile).slice(0, MOST_FILES)
  return Promise.all(found.map((one) => new Promise<File>((resolve, reject) => one.file(resolve, reject))))
}

// Chromium has these interfaces under other names.
const isFolder = (entry: FileSystemEntry | null | undefined): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory === true
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
