import { absolutePath } from './path.ts'
import type { Marked } from './patterns.ts'
import { patternOf, textOf } from './patterns.ts'
import type { ShellFiles } from './process.ts'

/** Paths that match a pattern, sorted. A hidden name matches only when the pattern begins with a dot. */
export async function matchingPaths(
  pattern: readonly Marked[],
  folder: string,
  files: ShellFiles,
): Promise<readonly string[]> {
  const parts = components(pattern)
  let found = [textOf(parts[0] ?? []) === '' ? '/' : '']
  for (const [index, part] of parts.entries()) {
    if (textOf(part) === '') continue
    const isLast = index === parts.length - 1
    const next: string[] = []
    for (const start of found) for (const path of await inFolder(start, part, { folder, files })) next.push(path)
    found = isLast ? next : next.map((path) => `${path}/`)
  }
  return found.sort()
}

/** The parts of a path's pattern between its slashes. */
function components(pattern: readonly Marked[]): readonly (readonly Marked[])[] {
  let last: Marked[] = []
  const parts = [last]
  for (const { text, quoted } of pattern)
    for (const [index, piece] of text.split('/').entries()) {
      if (index > 0) parts.push((last = []))
      last.push({ text: piece, quoted })
    }
  return parts
}

async function inFolder(
  start: string,
  part: readonly Marked[],
  { folder, files }: { readonly folder: string; readonly files: ShellFiles },
): Promise<readonly string[]> {
  const path = absolutePath(start === '' ? '.' : start, folder)
  if ((await files.kind(path)) !== 'directory') return []
  const [wanted, text] = [patternOf(part), textOf(part)]
  const names = text === '.' || text === '..' ? [text] : await files.list(path)
  return names
    .filter((name) => wanted.matches(name) && (!name.startsWith('.') || text.startsWith('.')))
    .map((name) => start + name)
}
