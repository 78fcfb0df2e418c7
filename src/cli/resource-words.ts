import { Failure, Failures } from './failure.ts'
import { missingSources } from './manifests.ts'
import type { Session } from './session.ts'

/** The words of a command line that name resources. */
export interface Words {
  /** The comma-separated types: `cm`, `secret`. */
  readonly types: readonly string[]
  readonly names: readonly string[]
  /** The words of the form `TYPE/NAME`. */
  readonly pairs: readonly (readonly [type: string, name: string])[]
}

/**
 * Reads words as types and names, or as pairs.
 * @throws Failure for words that mix both forms, and for a malformed pair
 */
function readWords(words: readonly string[], cli: string): Words {
  const [first = '', ...names] = words
  const types = words.length === 0 ? [] : [...new Set(first.split(','))]
  // Several types and names select each name of each type.
  const each =
    names.length > 0 && types.length > 1 ? types.flatMap((type) => names.map((name) => `${type}/${name}`)) : words
  const slashed = each.filter((word) => word.includes('/')).length
  if (slashed === 0) return { types, names, pairs: [] }
  if (slashed < each.length)
    throw new Failure(
      `there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. '${cli} get resource/<resource_name>' instead of '${cli} get resource resource/<resource_name>'`,
    )
  return { types: [], names: [], pairs: each.map(readPair) }
}

function readPair(word: string): readonly [string, string] {
  const [type = '', name = '', ...more] = word.split('/')
  if (more.length > 0) throw new Failure('arguments in resource/name form may not have more than one slash')
  // kubectl reads `cm,cm` as one type, with a comma in its name.
  if (type === '' || name === '' || new Set(type.split(',')).size > 1)
    throw new Failure('arguments in resource/name form must have a single resource and name')
  return [type, name]
}

/**
 * Reads the words of a command line.
 * @throws Failure for malformed words, Failures when the command line also names missing files
 */
export async function wordsOf(session: Session, words: readonly string[], readsWordsFirst = false): Promise<Words> {
  try {
    return readWords(words, session.cli)
  } catch (error) {
    const missing = await missingSources(session.host, session.flags)
    if (missing.length === 0) throw error
    throw new Failures(readsWordsFirst ? [error, ...missing] : [...missing, error])
  }
}
