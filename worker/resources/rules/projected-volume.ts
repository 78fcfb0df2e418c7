import { isObject } from '../../api/json.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, atShown, checkObject, checkWith, each, members, required, scoped } from '../notation/rule.ts'
import { integerAt, listAt, textAt } from '../path.ts'
import { downwardFile } from './downward-file.ts'
import { fileMode, pathFaults } from './file-paths.ts'
import { keyToPath } from './key-to-path.ts'
import { SHOWN_SOURCE, trustBundleSource } from './trust-bundle-source.ts'

const SHORTEST_TOKEN = 600
const LONGEST_TOKEN = 2 ** 32

/** The file paths that the earlier sources of a volume use. */
class TakenPaths {
  readonly taken = new Set<string>()
}

/** Some faults of a source are reported at `projected`, two steps up. */
const atVolume = (place: Place, report: () => void): void => place.outside(() => place.outside(report))

const token: Rule = checkWith('serviceAccountToken', (source, place) => {
  const account = source['serviceAccountToken']
  if (!isObject(account)) return
  const seconds = integerAt(account, 'expirationSeconds')
  const report = (text: string): void => place.invalid(seconds, text, 'serviceAccountToken', 'expirationSeconds')
  if (seconds < SHORTEST_TOKEN) report('may not specify a duration less than 10 minutes')
  if (seconds > LONGEST_TOKEN) report('may not specify a duration larger than 2^32 seconds')
  const path = textAt(account, 'path')
  atVolume(place, () => {
    if (path === '') place.required('', 'path')
    else for (const fault of pathFaults(path)) place.invalid(path, fault, 'path')
  })
})

const KINDS = ['secret', 'configMap', 'downwardAPI', 'serviceAccountToken', 'clusterTrustBundle']

const oneKind = checkObject((source, place) => {
  let kinds = 0
  for (const kind of KINDS) if (isObject(source[kind])) kinds++
  if (kinds > 1) {
    place.forbidden('may not specify more than 1 volume type')
  }
})

/** No two files may have the same path. The fault shows the name of the source, or the path when the source has no name. */
const distinctPaths = (part: string): Rule =>
  checkWith(part, (source, place) => {
    const { scope } = place
    const given = source[part]
    if (!isObject(given) || !(scope instanceof TakenPaths)) return
    for (const item of listAt(given, 'items')) {
      const path = isObject(item) ? textAt(item, 'path') : ''
      if (scope.taken.has(path)) conflict(part === 'downwardAPI' ? path : textAt(given, 'name'), place)
      else if (path !== '') scope.taken.add(path)
    }
  })

/** The path of a trust bundle. Even an empty path counts as taken. */
const distinctBundlePath = checkWith('clusterTrustBundle', (source, place) => {
  const { scope } = place
  const bundle = source['clusterTrustBundle']
  if (!isObject(bundle) || !(scope instanceof TakenPaths)) return
  const path = textAt(bundle, 'path')
  if (scope.taken.has(path)) conflict(path, place)
  else scope.taken.add(path)
})

const conflict = (shown: string, place: Place): void =>
  atVolume(place, () => place.invalid(shown, 'conflicting duplicate paths'))

const keys: readonly Rule[] = [at('name', required()), each('items', keyToPath)]

/** A volume that puts files from several sources into one directory. */
export const projected: readonly Rule[] = [
  at('defaultMode', fileMode),
  scoped(
    () => new TakenPaths(),
    each(
      'sources',
      at('secret', ...keys),
      distinctPaths('secret'),
      at('configMap', ...keys),
      distinctPaths('configMap'),
      at('downwardAPI', members('items', downwardFile)),
      distinctPaths('downwardAPI'),
      token,
      atShown('clusterTrustBundle', SHOWN_SOURCE, ...trustBundleSource),
      distinctBundlePath,
      oneKind,
    ),
  ),
]
