import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The first code block of a page of `docs/` that is wanted.
 * @param what names the block in the error
 * @throws Error for a page without such a block
 */
export function documentedCode(page: string, what: string, isWanted: (code: string) => boolean): string {
  const text = readFileSync(fileURLToPath(new URL(`../../docs/${page}`, import.meta.url)), 'utf8')
  for (const [, code = ''] of text.matchAll(/^```\w*\n(.*?)^```$/gms)) if (isWanted(code)) return code
  throw new Error(`docs/${page} has no code with ${what}`)
}
