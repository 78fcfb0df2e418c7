import { absolutePath } from '../script/path.ts'
import type { Process } from '../script/process.ts'
import { UsageFault } from '../script/process.ts'

/** The text of a file, or of the input for `-`. @throws UsageFault with the message of the usual commands */
export async function fileText(name: string, { files, state, stdin }: Process): Promise<string> {
  if (name === '-' || name === '/dev/stdin') return stdin.rest()
  if (name === '/dev/null') return ''
  const path = absolutePath(name, state.folder)
  const kind = await files.kind(path)
  if (kind === 'directory') throw new UsageFault(`${name}: Is a directory`)
  if (kind === undefined) throw new UsageFault(`${name}: No such file or directory`)
  return files.text(path)
}
