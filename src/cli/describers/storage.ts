import { labelsText } from '../../../worker/api/labels-text.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { annotationLines, labelLines } from '../description.ts'
import { humanDuration } from '../../../worker/api/duration.ts'
import { accessModesText, claimFieldsText, storageClassOf } from './claims.ts'
import type { DescribeContext } from './describer.ts'
import { line, longDate, optionalLine, trueOrFalse } from './fields.ts'
import { sourceText } from './volumes.ts'

export function persistentVolumeText(object: ApiObject, { now }: DescribeContext): string {
  const { metadata } = object
  const spec = objectOrEmpty(object.spec)
  const { namespace, name } = objectOrEmpty(spec.claimRef)
  return [
    line('Name', metadata?.name),
    labelLines('Labels', metadata?.labels),
    annotationLines(metadata?.annotations),
    finalizersText(object),
    line('StorageClass', storageClassOf(object)),
    phaseText(object, now),
    line('Claim', spec.claimRef === undefined ? '' : `${stringOrEmpty(namespace)}/${stringOrEmpty(name)}`),
    line('Reclaim Policy', stringOrEmpty(spec.persistentVolumeReclaimPolicy)),
    line('Access Modes', accessModesText(spec.accessModes)),
    optionalLine('VolumeMode', spec.volumeMode),
    line('Capacity', objectOrEmpty(spec.capacity).storage ?? '0'),
    affinityText(objectOrEmpty(spec.nodeAffinity).required),
    line('Message', stringOrEmpty(objectOrEmpty(object.status).message)),
    'Source:\n',
    sourceText(spec, true),
  ].join('')
}

const finalizersText = ({ metadata }: ApiObject): string =>
  line('Finalizers', `[${(metadata?.finalizers ?? []).join(' ')}]`)

function phaseText({ metadata, status }: ApiObject, now: number): string {
  const deleted = metadata?.deletionTimestamp
  const phase = stringOrEmpty(objectOrEmpty(status).phase)
  return line(
    'Status',
    deleted === undefined ? phase : `Terminating (lasts ${humanDuration(now - Date.parse(deleted))})`,
  )
}

function affinityText(required: unknown): string {
  if (required === undefined) return line('Node Affinity', '<none>')
  const terms = objectsIn(objectOrEmpty(required).nodeSelectorTerms).map(({ matchExpressions }, index) => {
    const requirements = objectsIn(matchExpressions).map(({ key, operator, values }) => {
      const listed = stringsIn(values)
      return `${stringOrEmpty(key)} ${stringOrEmpty(operator).toLowerCase()}${listed.length === 0 ? '' : ` [${listed.join(', ')}]`}`
    })
    return line(`    Term ${index}`, requirements.join('\n    \t') || '<none>')
  })
  return (
    line('Node Affinity', '') +
    (terms.length === 0 ? line('  Required Terms', '<none>') : line('  Required Terms', '') + terms.join(''))
  )
}

export async function claimText(object: ApiObject, { now, list }: DescribeContext): Promise<string> {
  const { metadata, status } = object
  const users = (await list(`/api/v1/namespaces/${metadata?.namespace}/pods`)).filter((pod) => uses(pod, object))
  const rows = objectsIn(objectOrEmpty(status).conditions).map(
    ({ type, status, lastProbeTime, lastTransitionTime, reason, message }) =>
      `  ${stringOrEmpty(type)} \t${stringOrEmpty(status)} \t${longDate(lastProbeTime)} \t${longDate(lastTransitionTime)} \t${stringOrEmpty(reason)} \t${stringOrEmpty(message)}\n`,
  )
  const heading =
    'Conditions:\n  Type\tStatus\tLastProbeTime\tLastTransitionTime\tReason\tMessage\n  ----\t------\t-----------------\t------------------\t------\t-------\n'
  return [
    line('Name', metadata?.name),
    line('Namespace', metadata?.namespace),
    claimFieldsText(object, '', phaseText(object, now), finalizersText(object)),
    line(
      'Used By',
      users
        .map((pod) => stringOrEmpty(pod.metadata?.name))
        .sort()
        .join('\n\t') || '<none>',
    ),
    rows.length === 0 ? '' : heading + rows.join(''),
  ].join('')
}

/** Whether a pod uses a claim: the pod mounts the claim, or owns it as an ephemeral claim. */
const uses = (pod: ApiObject, { metadata }: ApiObject): boolean =>
  objectsIn(objectOrEmpty(pod.spec).volumes).some(
    ({ persistentVolumeClaim }) => objectOrEmpty(persistentVolumeClaim).claimName === metadata?.name,
  ) || metadata?.ownerReferences?.some(({ kind, uid }) => kind === 'Pod' && uid === pod.metadata?.uid) === true

export function storageClassText(object: ApiObject): string {
  const { metadata, parameters, mountOptions, allowVolumeExpansion, allowedTopologies } = object
  const marked = Object.entries(metadata?.annotations ?? {}).some(
    ([key, value]) => key.endsWith('/is-default-class') && value === 'true',
  )
  const options = stringsIn(mountOptions)
  return [
    line('Name', metadata?.name),
    line('IsDefaultClass', marked ? 'Yes' : 'No'),
    line('Annotations', labelsText(metadata?.annotations)),
    line('Provisioner', stringOrEmpty(object.provisioner)),
    line('Parameters', labelsText(parameters)),
    line('AllowVolumeExpansion', allowVolumeExpansion === undefined ? '<unset>' : trueOrFalse(allowVolumeExpansion)),
    options.length === 0
      ? line('MountOptions', '<none>')
      : `MountOptions:\n${options.map((each) => `  ${each}\n`).join('')}`,
    optionalLine('ReclaimPolicy', object.reclaimPolicy),
    optionalLine('VolumeBindingMode', object.volumeBindingMode),
    topologiesText(objectsIn(allowedTopologies)),
  ].join('')
}

function topologiesText(terms: readonly JsonObject[]): string {
  if (terms.length === 0) return ''
  const lines = terms.map(({ matchLabelExpressions }, index) => {
    const found = objectsIn(matchLabelExpressions).map(
      ({ key, values }) => `${stringOrEmpty(key)} in [${stringsIn(values).join(', ')}]`,
    )
    return line(`  Term ${index}`, found.join('\n  \t') || '<none>')
  })
  return line('AllowedTopologies', '') + lines.join('')
}

export const attributesClassText = ({ metadata, driverName, parameters }: ApiObject): string =>
  [
    line('Name', metadata?.name),
    line('Annotations', labelsText(metadata?.annotations)),
    line('DriverName', stringOrEmpty(driverName)),
    line('Parameters', labelsText(parameters)),
  ].join('')
