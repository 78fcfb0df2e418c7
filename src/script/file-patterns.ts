import { absolutePath } from './path.ts'
import type { Marked } from './patterns.ts'
import { patternSource } from './patterns.ts'
import type { ShellFiles } from './process.ts'

/** Paths that match a pattern, sorted. A hidden name matches only when the pattern begins with a dot. */
export async function matchingPaths(
  pattern: readonly Marked[],
  folder: string,
  files: ShellFiles,
): Promise<readonly string[]> {
  const source = patternSource(pattern, '[^/]*', '[^/]')
  // A set of characters in a path's pattern contains no slash.
  const parts = source.split('\\/')
  let found = [source.startsWith('\\/') ? '/' : '']
  for (const [index, part] of parts.entries()) {
    if (part === '') continue
    const isLast = index === parts.length - 1
    const next: string[] = []
    for (const start of found) next.push(...(await inFolder(start, part, { folder, files })))
    found = isLast ? next : next.map((path) => `${path}/`)
  }
  return found.sort()
}

async function inFolder(
  start: string,
  part: string,
  { folder, files }: { readonly folder: string; readonly files: ShellFiles },
): Promise<readonly string[]> {
  const path = absolutePath(start === '' ? '.' : start, folder)
  if ((await files.kind(path)) !== 'directory') return []
  const expression = new RegExp(`^(?:${part})$`, 'u')
  const names = part === '\\.' || part === '\\.\\.' ? [part.replaceAll('\\', '')] : await files.list(path)
  return names
    .filter((name) => expression.test(name) && (!name.startsWith('.') || part.startsWith('\\.')))
    .map((name) => start + name)
}
