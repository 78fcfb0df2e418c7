import { boundedNumber } from '../../api/numbers.ts'
import type { JsonObject } from '../../api/json.ts'
import { dnsLabel, dnsSubdomain } from '../../api/names.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import {
  at,
  between,
  check,
  checkObject,
  holds,
  invalid,
  named,
  oneOf,
  required,
  spelled,
  where,
} from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { goStrings } from '../../api/go-source.ts'
import { relativePath, withoutBacksteps } from './file-paths.ts'
import { stringOrEmpty } from '../../api/json.ts'
import { isLonger } from '../../runtime/utf8.ts'

// The volume sources that pods and persistent volumes share, by their fields.

const needs = (...fields: readonly string[]): readonly Rule[] => fields.map((field) => at(field, required()))

export const secretName = at('secretRef', at('name', required()))

const partition = at(
  'partition',
  holds(
    (number) => boundedNumber(number) >= 0 && boundedNumber(number) <= 255,
    invalid('must be between 1 and 255, inclusive'),
  ),
)

export const hostPath: readonly Rule[] = [
  at('path', required(), withoutBacksteps),
  where(
    ({ path }) => path !== '',
    at(
      'type',
      oneOf('', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'),
    ),
  ),
]

export const gcePersistentDisk: readonly Rule[] = [...needs('pdName'), partition]
export const awsElasticBlockStore: readonly Rule[] = [...needs('volumeID'), partition]
export const nfs: readonly Rule[] = [
  ...needs('server', 'path'),
  at(
    'path',
    holds((path) => String(path).startsWith('/'), invalid('must be an absolute path')),
  ),
]
export const glusterfs: readonly Rule[] = needs('endpoints', 'path')
export const rbd: readonly Rule[] = needs('monitors', 'image')
export const cephfs: readonly Rule[] = needs('monitors')
export const cinder: readonly Rule[] = [...needs('volumeID'), secretName]
export const vsphereVolume: readonly Rule[] = needs('volumePath')
export const photonPersistentDisk: readonly Rule[] = needs('pdID')
export const portworxVolume: readonly Rule[] = needs('volumeID')
export const scaleIO: readonly Rule[] = needs('gateway', 'system', 'volumeName')
export const azureFile: readonly Rule[] = needs('secretName', 'shareName')
export const persistentVolumeClaim: readonly Rule[] = needs('claimName')
export const gitRepo: readonly Rule[] = [...needs('repository'), at('directory', relativePath)]

export const storageos: readonly Rule[] = [
  at('volumeName', required(), named(dnsLabel)),
  at('volumeNamespace', named(dnsLabel)),
  secretName,
]

const TARGET_NAMES: readonly (readonly [prefix: string, pattern: RegExp])[] = [
  ['iqn', /iqn\.\d{4}-\d{2}\.([A-Za-z0-9.-]+)(:[^,;*&$|\s]+)$/],
  ['eui', /^eui.[A-Za-z0-9]{16}$/],
  ['naa', /^naa.[A-Za-z0-9]{32}$/],
]

/** An iSCSI qualified name; `unknown` is the fault of a name in no known format. */
function checkTargetName(name: string, unknown: string, place: Place, ...steps: readonly string[]): void {
  const family = TARGET_NAMES.find(([prefix]) => name.startsWith(prefix))
  if (family === undefined) place.invalid(name, unknown, ...steps)
  else if (!family[1].test(name)) place.invalid(name, 'must be valid format', ...steps)
}

/**
 * The rules of an iSCSI source. `unknown` is the fault of a target name in no known format. `beforeName` runs between the rules
 * of the portal and of the name, `beforeInitiator` before the rule of the initiator's name.
 */
export const iscsi = (
  unknown: string,
  beforeName: readonly Rule[] = [],
  beforeInitiator: readonly Rule[] = [],
): readonly Rule[] => [
  ...needs('targetPortal'),
  ...beforeName,
  at(
    'iqn',
    required(),
    check((value, place) => checkTargetName(String(value), unknown, place)),
  ),
  at('lun', between(0, 255)),
  where(
    ({ chapAuthDiscovery, chapAuthSession }) => chapAuthDiscovery === true || chapAuthSession === true,
    at('secretRef', required()),
  ),
  ...beforeInitiator,
  // The errors of the initiator's name spell the field in lower case.
  checkObject(({ initiatorName: name }, place) => {
    if (typeof name === 'string') checkTargetName(name, unknown, place, 'initiatorname')
  }),
]

/**
 * Whether the volume's name and the portal together are too long. The real server limits them only when the initiator has a
 * name.
 */
export const isLongTarget = (volume: string, { initiatorName, targetPortal }: JsonObject): boolean =>
  typeof initiatorName === 'string' && isLonger(`${volume}:${stringOrEmpty(targetPortal)}`, 64)

export const LONG_TARGET =
  'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.'

const count = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

export const fc: readonly Rule[] = [
  checkObject((source, place) => {
    const { targetWWNs, wwids, lun } = source
    const names = count(targetWWNs)
    if (names === 0 && count(wwids) === 0) {
      place.required('must specify either targetWWNs or wwids, but not both', 'targetWWNs')
    }
    if (names > 0 && count(wwids) > 0) {
      const text = 'targetWWNs and wwids can not be specified simultaneously'
      place.invalidShown(goStrings(targetWWNs), text, 'targetWWNs')
    }
    if (names === 0) return
    if (lun === undefined || lun === null) place.required('lun is required if targetWWNs is specified', 'lun')
    else if (boundedNumber(lun) < 0 || boundedNumber(lun) > 255)
      place.invalid(lun, 'must be between 0 and 255, inclusive', 'lun')
  }),
]

export const flocker: readonly Rule[] = [
  checkObject((source, place) => {
    const name = textAt(source, 'datasetName')
    const uuid = textAt(source, 'datasetUUID')
    if (name === '' && uuid === '') place.required('one of datasetName and datasetUUID is required')
    if (name !== '' && uuid !== '') {
      // As in the real server, the value that this error shows is the word `resource`.
      place.invalid('resource', 'datasetName and datasetUUID can not be specified simultaneously')
    }
    if (name.includes('/')) place.invalid(name, "must not contain '/'", 'datasetName')
  }),
]

const HOST_AND_PORT = 'must be a host:port pair or multiple pairs separated by commas'
const hostAndPort = /^(?:[^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/

export const quobyte: readonly Rule[] = [
  checkObject((source, place) => {
    const registry = textAt(source, 'registry')
    if (registry === '') place.required(HOST_AND_PORT, 'registry')
    else if (isLonger(textAt(source, 'tenant'), 64)) {
      place.required('must be a UUID and may not exceed a length of 64 characters', 'tenant')
    } else {
      for (const pair of registry.split(',')) {
        if (!hostAndPort.test(pair)) place.invalid(registry, HOST_AND_PORT, 'registry')
      }
    }
  }),
  ...needs('volume'),
]

const reserved = (spell: (template: string) => string): readonly Rule[] => {
  const suffixes = [`.${spell('{labels}')}`, `.${spell('{domain}')}`]
  const text = spell('{labels} and {domain} namespaces are reserved')
  return [
    checkObject((options, place) => {
      for (const key of Object.keys(options)) {
        const namespace = `.${(key.split('/', 1)[0] ?? '').toLowerCase()}`
        if (suffixes.some((suffix) => namespace.endsWith(suffix))) place.invalid(key, text, `[${key}]`)
      }
    }),
  ]
}

export const flexVolume: readonly Rule[] = [...needs('driver'), at('options', spelled(reserved))]

const MANAGED = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}'
const BLOB = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd'

function diskUri(disk: JsonObject, place: Place): void {
  const uri = textAt(disk, 'diskURI')
  const managed = disk['kind'] === 'Managed'
  if (!uri.startsWith(managed ? '/subscriptions/' : 'https://')) {
    place.notSupported(uri, [managed ? MANAGED : BLOB], 'diskURI')
  }
}

export const azureDisk: readonly Rule[] = [
  ...needs('diskName', 'diskURI'),
  at('cachingMode', oneOf('None', 'ReadOnly', 'ReadWrite')),
  at('kind', oneOf('Dedicated', 'Managed', 'Shared')),
  checkObject(diskUri),
]

/** The name of a driver, which may have upper-case letters. */
export const csiDriverName: Rule = check((value, place) => {
  const name = stringOrEmpty(value)
  if (name === '') place.required()
  if (isLonger(name, 63)) place.tooLong(63)
  for (const fault of dnsSubdomain(name.toLowerCase())) place.invalid(name, fault)
})

export const csi: readonly Rule[] = [at('driver', csiDriverName)]

export const local: readonly Rule[] = [at('path', required(), withoutBacksteps)]

/** The texts and paths of the faults, with the real server's spelling errors. */
export const volumeSource = {
  several: 'may not specify more than 1 volume type',
  none: 'must specify a volume type',
  within: { gcePersistentDisk: 'persistentDisk' },
  forbidden: { cephfs: 'cephFS', downwardAPI: 'downwarAPI' },
}

export const emptyDir: readonly Rule[] = [
  at(
    'sizeLimit',
    holds(
      (limit) => !String(limit).startsWith('-'),
      (_value, place) => place.forbidden('SizeLimit field must be a valid resource quantity'),
    ),
  ),
]
