import type { Rule } from '../notation/rule.ts'
import { all, at, required } from '../notation/rule.ts'
import { fileMode, unreservedPath } from './file-paths.ts'

/** A key of a config map or secret and the path of its file. */
export const keyToPath: Rule = all(
  at('key', required()),
  at('path', required()),
  at('path', unreservedPath),
  at('mode', fileMode),
)
