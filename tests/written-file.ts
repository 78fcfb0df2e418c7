import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Writes a file below a folder, with the folders on its way. Returns its path. */
export function writeBelow(folder: string, name: string, text: string): string {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}
