import { expect, it } from 'vitest'
import { folderFiles } from './folder-files.ts'

/** A folder that returns its entries in parts of at most 100, as Chromium does, and an empty part at the end. */
function folderOf(entries: readonly object[]): FileSystemDirectoryEntry {
  const createReader = () => {
    const left = [...entries]
    return { readEntries: (resolve: (part: unknown) => void) => resolve(left.splice(0, 100)) }
  }
  return { createReader } as unknown as FileSystemDirectoryEntry
}

const fileEntry = (name: string) => ({
  isFile: true,
  file: (resolve: (file: File) => void) => resolve(new File([''], name)),
})

it('reads every file of a folder with more than a hundred files', async () => {
  const names = Array.from({ length: 101 }, (_, index) => `${index}.md`)
  const files = await folderFiles(folderOf(names.map(fileEntry)), 200)
  expect(files.map(({ name }) => name)).toEqual(names)
})

it('leaves out folders, and files beyond the maximum number', async () => {
  const files = await folderFiles(folderOf([{ isFile: false }, ...['a.md', 'b.md', 'c.md'].map(fileEntry)]), 2)
  expect(files.map(({ name }) => name)).toEqual(['a.md', 'b.md'])
})
