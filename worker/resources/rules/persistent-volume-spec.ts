import { doubleOf } from '../../api/numbers.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject } from '../../api/json.ts'
import { quote } from '../../api/go-format.ts'
import type { NameRule } from '../../api/names.ts'
import { dnsLabel, dnsSubdomain } from '../../api/names.ts'
import { parseQuantity, quantityValue } from '../../api/quantity.ts'
import { asGiven } from '../../api/given-empty.ts'
import type { Rule } from '../notation/rule.ts'
import {
  all,
  at,
  check,
  checkObject,
  choice,
  forbidden,
  holds,
  named,
  never,
  oneOf,
  required,
} from '../notation/rule.ts'
import { textAt, valueAt } from '../path.ts'
import { nodeSelector } from './affinity.ts'
import { accessModes } from './claim-rules.ts'
import { goAmount } from './go-quantity.ts'
import { isNegative, isZeroQuantity } from './quantities.ts'
import * as sources from './volume-sources.ts'

const UNKNOWN_TARGET = 'must be valid format'

const needs = (...fields: readonly string[]): readonly Rule[] => fields.map((field) => at(field, required()))

/** A PersistentVolume has no namespace, so its secret references must name one. */
const secretReference = (field: string): Rule => at(field, ...needs('name', 'namespace'))
const namedSecret = (field: string): Rule =>
  at(field, at('name', required(), named(dnsSubdomain)), at('namespace', required(), named(dnsLabel)))

const storageOs: readonly Rule[] = [
  at('volumeName', required(), named(dnsLabel)),
  at('volumeNamespace', named(dnsLabel)),
  at('secretRef', at('name', required()), at('namespace', required())),
]

const csi: readonly Rule[] = [
  ...sources.csi,
  at('volumeHandle', required()),
  namedSecret('controllerPublishSecretRef'),
  namedSecret('controllerExpandSecretRef'),
  namedSecret('nodePublishSecretRef'),
  namedSecret('nodeExpandSecretRef'),
]

/** When the field is absent, the endpoints are in the namespace of the claim. */
const endpointsNamespace: Rule = at(
  'endpointsNamespace',
  check((value, place) => {
    const faults = dnsLabel(String(value))
    if (value === '') place.invalid('', 'if the endpointnamespace is set, it must be a valid namespace name')
    else for (const fault of faults) place.invalid(value, fault)
  }),
)

/** The error is reported at `nodeAffinity`, which is a sibling of `local`. */
const localAffinity: Rule = checkObject((_local, place) => {
  if (isObject(valueAt(place.object, 'spec.nodeAffinity'))) return
  place.outside(() => place.required('Local volume requires node affinity', 'nodeAffinity'))
})

/** The real server's error spells `targetPortal` in lower case. */
const longTarget: Rule = checkObject((iscsi, place) => {
  if (!sources.isLongTarget(place.object.metadata?.name ?? '', iscsi)) return
  place.invalid(textAt(iscsi, 'targetPortal'), sources.LONG_TARGET, 'targetportal')
})

const givenNamespace: Rule = at(
  'secretNamespace',
  check((value, place) => {
    if (value === '') place.required()
  }),
)

const source = choice(
  { ...sources.volumeSource, beside: ['flexVolume'] },
  {
    hostPath: sources.hostPath,
    gcePersistentDisk: sources.gcePersistentDisk,
    awsElasticBlockStore: sources.awsElasticBlockStore,
    glusterfs: [...sources.glusterfs, endpointsNamespace],
    flocker: sources.flocker,
    nfs: sources.nfs,
    rbd: sources.rbd,
    quobyte: sources.quobyte,
    cephfs: sources.cephfs,
    iscsi: sources.iscsi(UNKNOWN_TARGET, [longTarget], [sources.secretName]),
    cinder: [...needs('volumeID'), secretReference('secretRef')],
    fc: sources.fc,
    flexVolume: sources.flexVolume,
    azureFile: [...sources.azureFile, givenNamespace],
    vsphereVolume: sources.vsphereVolume,
    photonPersistentDisk: sources.photonPersistentDisk,
    portworxVolume: sources.portworxVolume,
    azureDisk: sources.azureDisk,
    scaleIO: sources.scaleIO,
    local: [...sources.local, localAffinity],
    storageos: storageOs,
    csi,
  },
)

/** The most resources that the text of a refusal prints. More would make the text many times as long as the request. */
const PRINTED_RESOURCES = 2000

function goResources(value: Json | undefined): string {
  if (!isObject(value)) return 'core.ResourceList(nil)'
  const printed = Object.keys(value).slice(0, PRINTED_RESOURCES)
  const pairs = printed.map((name) => `${quote(name)}:${goAmount(value, name)}`)
  return `core.ResourceList{${pairs.join(', ')}}`
}

const capacity: Rule = checkObject((spec, place) => {
  const given = asGiven(spec, 'capacity')
  const amounts = isObject(given) ? Object.entries(given) : []
  if (amounts.length === 0) place.required('', 'capacity')
  if (amounts.length !== 1 || amounts[0]?.[0] !== 'storage') {
    place.notSupportedShown(goResources(given), ['storage'], 'capacity')
  }
  for (const [name, amount] of amounts) {
    if (isNegative(amount)) {
      const whole = doubleOf(quantityValue(parseQuantity(String(amount))))
      place.invalid(whole, 'must be a valid resource quantity', 'capacity', `[${name}]`)
    }
    if (isNegative(amount) || isZeroQuantity(amount)) {
      place.invalid(amount, 'must be greater than zero', 'capacity', `[${name}]`)
    }
  }
})

/** The rules of `spec.nodeAffinity`, which selects the nodes that can access the volume. */
const volumeNodeAffinity: Rule = at('required', required('must specify required node constraints'), nodeSelector)

const root: Rule = checkObject((spec, place) => {
  const path = isObject(spec['hostPath']) ? textAt(spec['hostPath'], 'path') : ''
  const isRoot = path !== '' && path.split('/').every((part) => part === '' || part === '.')
  if (isRoot && spec['persistentVolumeReclaimPolicy'] === 'Recycle') {
    place.forbidden("may not be 'recycle' for a hostPath mount of '/'", 'persistentVolumeReclaimPolicy')
  }
})

const orNone =
  (rule: NameRule): NameRule =>
  (name) =>
    name === '' ? [] : rule(name)

/** The class of volume attributes in a PersistentVolume's `spec`. */
export const attributesClass: Rule = checkObject((spec, place) => {
  const name = spec['volumeAttributesClassName']
  if (typeof name !== 'string') return
  if (name === '') place.required('an empty string is disallowed', 'volumeAttributesClassName')
  else for (const fault of dnsSubdomain(name)) place.invalid(name, fault, 'volumeAttributesClassName')
  if (!isObject(spec['csi'])) place.required('has to be specified when using volumeAttributesClassName', 'csi')
})

const modes: readonly Rule[] = [at('accessModes', required()), at('accessModes', accessModes)]

/** The rules of a PersistentVolume's `spec`, without `attributesClass`. */
export const volumeSpec: Rule = all(
  ...modes,
  capacity,
  at('persistentVolumeReclaimPolicy', oneOf('Delete', 'Recycle', 'Retain')),
  at('nodeAffinity', volumeNodeAffinity),
  source,
  root,
  at('storageClassName', named(orNone(dnsSubdomain))),
  at('volumeMode', oneOf('Block', 'Filesystem')),
)

const INLINE = 'in the context of inline volumes'
const notInline = (field: string): Rule => at(field, never(`may not be specified ${INLINE}`))

const isGiven = (value: Json | undefined): boolean => isObject(value) && Object.keys(value).length > 0

const inlineOnly: Rule = checkObject((spec: JsonObject, place) => {
  if (isObject(spec['claimRef'])) place.forbidden(`may not be specified ${INLINE}`, 'claimRef')
  if (isGiven(spec['capacity'])) place.forbidden(`may not be specified ${INLINE}`, 'capacity')
  if (!isObject(spec['csi'])) place.required(`has to be specified ${INLINE}`, 'csi')
})

const keeps: Rule = checkObject(({ persistentVolumeReclaimPolicy: policy }, place) => {
  if (policy === undefined || policy === '' || policy === 'Retain') return
  place.forbidden(`may only be Retain ${INLINE}`, 'persistentVolumeReclaimPolicy')
})

/** The rules of a VolumeAttachment's `inlineVolumeSpec`. */
export const inlineVolumeSpec: Rule = all(
  inlineOnly,
  ...modes,
  keeps,
  notInline('nodeAffinity'),
  source,
  notInline('storageClassName'),
  at(
    'volumeMode',
    holds((mode) => mode === 'Filesystem', forbidden(`may not specify volumeMode other than Filesystem ${INLINE}`)),
  ),
)
