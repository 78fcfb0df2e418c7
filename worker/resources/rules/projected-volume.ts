import type { JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, each, members, required } from '../notation/rule.ts'
import { listAt, numberAt, textAt } from '../path.ts'
import { downwardFile } from './downward-file.ts'
import { fileMode } from './file-paths.ts'
import { keyToPath } from './key-to-path.ts'

const SHORTEST_TOKEN = 600
const LONGEST_TOKEN = 2 ** 32

/** The errors of a token's path stand at the volume, not at the source. */
const tokens = checkObject((volume, place) => {
  for (const source of listAt(volume, 'sources').filter(isObject)) {
    const token = source['serviceAccountToken']
    if (isObject(token) && textAt(token, 'path') === '') place.required('', 'path')
  }
})

const token: Rule = checkObject((source, place) => {
  const seconds = numberAt(source, 'expirationSeconds')
  if (seconds < SHORTEST_TOKEN) {
    place.invalid(seconds, 'may not specify a duration less than 10 minutes', 'expirationSeconds')
  }
  if (seconds > LONGEST_TOKEN) {
    place.invalid(seconds, 'may not specify a duration larger than 2^32 seconds', 'expirationSeconds')
  }
})

const KINDS = ['secret', 'configMap', 'downwardAPI', 'serviceAccountToken', 'clusterTrustBundle']

const oneKind = checkObject((source, place) => {
  if (KINDS.filter((kind) => isObject(source[kind])).length > 1) {
    place.forbidden('may not specify more than 1 volume type per source')
  }
})

const KINDS_OF_FILES = ['secret', 'configMap', 'downwardAPI']

/** Asks of each file of a source its path and the name that an error about it shows. */
function eachPath(source: JsonObject, ask: (path: string, shown: string) => void): void {
  for (const kind of KINDS_OF_FILES) {
    const part = source[kind]
    if (!isObject(part)) continue
    for (const item of listAt(part, 'items')) {
      if (!isObject(item)) continue
      const path = textAt(item, 'path')
      ask(path, kind === 'downwardAPI' ? path : textAt(part, 'name'))
    }
  }
}

const distinctPaths = checkObject((volume, place) => {
  const seen = new Set<string>()
  const ask = (path: string, shown: string): void => {
    if (seen.has(path)) place.invalid(shown, 'conflicting duplicate paths')
    else if (path !== '') seen.add(path)
  }
  for (const source of listAt(volume, 'sources')) if (isObject(source)) eachPath(source, ask)
})

const keys: readonly Rule[] = [at('name', required()), each('items', keyToPath)]

/** Files from several sources in one directory. */
export const projected: readonly Rule[] = [
  at('defaultMode', fileMode),
  each(
    'sources',
    at('secret', ...keys),
    at('configMap', ...keys),
    at('downwardAPI', members('items', downwardFile)),
    at('serviceAccountToken', token),
    oneKind,
  ),
  tokens,
  distinctPaths,
]
