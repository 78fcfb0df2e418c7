/** Reading a folder stops when it has returned at least this many entries. */
const MAX_ENTRIES = 1000

/** The files that are directly in a folder, at most `most`. */
export async function folderFiles(folder: FileSystemDirectoryEntry, most: number): Promise<readonly File[]> {
  const files = (await entriesOf(folder)).filter(isFile).slice(0, most)
  return Promise.all(files.map((entry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))))
}

/** Reads repeatedly, because Chromium returns at most 100 entries at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const read = (): Promise<FileSystemEntry[]> => new Promise((resolve, reject) => reader.readEntries(resolve, reject))
  const all: FileSystemEntry[] = []
  for (let part = await read(); part.length > 0 && all.length < MAX_ENTRIES; part = await read()) all.push(...part)
  return all
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
