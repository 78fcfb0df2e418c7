import type { EnglishFault } from './english-rules.ts'

/**
 * Finds JSDoc before an empty line. Editors and the package's declarations show it at the next declaration, although it
 * describes the file.
 */
export function detachedComments(file: string, content: string): EnglishFault[] {
  if (!file.endsWith('.ts') || file.endsWith('.d.ts')) return []
  return [...content.matchAll(/^\/\*\*(?:(?!\*\/)[^])*\*\/\n\n/gm)]
    .filter(([comment]) => !comment.includes('@module'))
    .map(({ index, 0: comment }) => ({
      line: content.slice(0, index).split('\n').length,
      rule: 'detached comment',
      found: comment.slice(0, 40),
      advice: 'write a comment about the file with //; JSDoc describes the declaration below it',
    }))
}
