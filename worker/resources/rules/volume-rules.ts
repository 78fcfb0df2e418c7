import type { JsonObject } from '../../api/json.ts'
import { quote } from '../../api/go-format.ts'
import { isObject } from '../../api/json.ts'
import { dnsLabel, dnsSubdomain } from '../../api/names.ts'
import type { Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkObject, checkWith, choice, each, members, named, required, withVerdict } from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { claimTemplate } from './claim-rules.ts'
import { downwardFile } from './downward-file.ts'
import { fileMode } from './file-paths.ts'
import { keyToPath } from './key-to-path.ts'
import { scopeOf } from './pod-scope.ts'
import { projected } from './projected-volume.ts'
import * as sources from './volume-sources.ts'

const UNKNOWN_TARGET = 'must be valid format starting with iqn, eui, or naa'
const files: readonly Rule[] = [at('defaultMode', fileMode), each('items', keyToPath)]

const secretOfDriver = checkObject((source, place) => {
  const reference = source['nodePublishSecretRef']
  if (!isObject(reference)) return
  const name = textAt(reference, 'name')
  if (name === '') place.required('', 'nodePublishSecretRef', 'name')
  // As in the real server, the path of this error lacks `nodePublishSecretRef`.
  else for (const fault of dnsSubdomain(name)) place.invalid(name, fault, 'name')
})

const source = choice(sources.volumeSource, {
  emptyDir: sources.emptyDir,
  hostPath: sources.hostPath,
  gitRepo: sources.gitRepo,
  gcePersistentDisk: sources.gcePersistentDisk,
  awsElasticBlockStore: sources.awsElasticBlockStore,
  secret: [at('secretName', required()), ...files],
  nfs: sources.nfs,
  iscsi: sources.iscsi(UNKNOWN_TARGET),
  glusterfs: sources.glusterfs,
  flocker: sources.flocker,
  persistentVolumeClaim: sources.persistentVolumeClaim,
  rbd: sources.rbd,
  cinder: sources.cinder,
  cephfs: sources.cephfs,
  quobyte: sources.quobyte,
  downwardAPI: [at('defaultMode', fileMode), members('items', downwardFile)],
  fc: sources.fc,
  flexVolume: sources.flexVolume,
  configMap: [at('name', required()), ...files],
  azureFile: sources.azureFile,
  vsphereVolume: sources.vsphereVolume,
  photonPersistentDisk: sources.photonPersistentDisk,
  portworxVolume: sources.portworxVolume,
  azureDisk: sources.azureDisk,
  storageos: sources.storageos,
  projected,
  scaleIO: sources.scaleIO,
  csi: [...sources.csi, secretOfDriver],
  ephemeral: [at('volumeClaimTemplate', required(), claimTemplate)],
})

const longTarget = checkWith('iscsi', (volume, place) => {
  const name = textAt(volume, 'name')
  const { iscsi } = volume
  if (isObject(iscsi) && sources.isLongTarget(name, iscsi)) place.invalid(name, sources.LONG_TARGET, 'name')
})

/** The name of the pod, which prefixes its ephemeral claims; empty for a template, whose pods have no name yet. */
const podName = ({ object }: Place): string =>
  isObject(object['spec']) && 'containers' in object['spec'] ? (object.metadata?.name ?? '') : ''

/**
 * The name of an ephemeral volume's claim consists of the pod's and the volume's name. It is not checked when the volume has
 * another source, which is a fault already.
 */
const claimName = checkWith('ephemeral', (volume, place) => {
  const [pod, name] = [podName(place), textAt(volume, 'name')]
  const hasOthers = Object.keys(volume).some((field) => field !== 'name' && field !== 'ephemeral')
  if (!isObject(volume['ephemeral']) || hasOthers || pod === '' || name === '') return
  const claim = `${pod}-${name}`
  for (const fault of dnsSubdomain(claim)) place.invalid(name, `PVC name ${quote(claim)}: ${fault}`, 'name')
})

const newName = checkObject((volume, place) => {
  const name = textAt(volume, 'name')
  if (scopeOf(place).volumes.has(name)) place.duplicate(name, 'name')
})

/** A pod may not refer by name to a claim that is made for one of its own ephemeral volumes. */
const foreignClaim = checkWith('persistentVolumeClaim', (volume, place) => {
  const claim = textAt(volume, 'persistentVolumeClaim.claimName')
  if (claim === '') return
  const pod = podName(place)
  if (pod === '') return
  const own = place.list.some(
    (other) => isObject(other) && isObject(other['ephemeral']) && `${pod}-${textAt(other, 'name')}` === claim,
  )
  if (own) {
    const text = 'must not reference a PVC that gets created for an ephemeral volume'
    place.invalid(claim, text, 'persistentVolumeClaim', 'claimName')
  }
})

/** Only a valid volume can be mounted. */
function remember(volume: JsonObject, place: Place): void {
  scopeOf(place).volumes.set(textAt(volume, 'name'), volume)
}

/** The volumes of a pod; this rule runs in the pod's scope, before the containers that mount them. */
export const volumes: Rule = each(
  'volumes',
  withVerdict(
    (volume, place, isGood) => {
      if (isGood && isObject(volume)) remember(volume, place)
    },
    source,
    longTarget,
    claimName,
    at('name', required(), named(dnsLabel)),
    newName,
  ),
  foreignClaim,
)
