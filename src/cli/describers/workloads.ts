import { labelsText } from '../../../worker/api/labels-text.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { goJson } from '../../../worker/api/go-json.ts'
import { annotationLines, labelLines } from '../description.ts'
import { ServerError } from '../failure.ts'
import { podTemplateText } from '../pod-template-text.ts'
import { storageClassOf } from './claims.ts'
import type { DescribeContext } from './describer.ts'
import { controllerText, count, line, longDate, optionalLine } from './fields.ts'
import { selectorText, selectorTerms } from '../../../worker/api/selector-text.ts'

export async function replicationControllerText(object: ApiObject, context: DescribeContext): Promise<string> {
  const { metadata, spec } = object
  const { selector, template } = objectOrEmpty(spec)
  return [
    line('Name', metadata?.name),
    line('Namespace', metadata?.namespace),
    line('Selector', labelsText(selector)),
    labelLines('Labels', metadata?.labels),
    annotationLines(metadata?.annotations),
    replicasText(object),
    line('Pods Status', await podCounts(object, selectorTerms({ matchLabels: objectOrEmpty(selector) }), context)),
    podTemplateText(template),
    conditionsText(object),
  ].join('')
}

export async function replicaSetText(object: ApiObject, context: DescribeContext): Promise<string> {
  const { metadata, spec } = object
  const { selector, template } = objectOrEmpty(spec)
  const pods = podCounts(object, selectorTerms(selector), context).catch((error: unknown) => {
    if (error instanceof ServerError) return `error in fetching pods: ${error.message}`
    throw error
  })
  return [
    line('Name', metadata?.name),
    line('Namespace', metadata?.namespace),
    line('Selector', selectorText(selector)),
    labelLines('Labels', metadata?.labels),
    annotationLines(metadata?.annotations),
    optionalLine('Controlled By', controllerText(metadata)),
    replicasText(object),
    line('Pods Status', await pods),
    podTemplateText(template),
    conditionsText(object),
  ].join('')
}

export async function deploymentText(object: ApiObject, context: DescribeContext): Promise<string> {
  const { metadata, spec, status } = object
  const { selector, template, strategy, replicas, minReadySeconds } = objectOrEmpty(spec)
  const { updatedReplicas, replicas: total, availableReplicas, unavailableReplicas } = objectOrEmpty(status)
  const counts = [
    `${count(replicas)} desired`,
    `${count(updatedReplicas)} updated`,
    `${count(total)} total`,
    `${count(availableReplicas)} available`,
    `${count(unavailableReplicas)} unavailable`,
  ]
  const { type, rollingUpdate } = objectOrEmpty(strategy)
  const { maxUnavailable, maxSurge } = objectOrEmpty(rollingUpdate)
  return [
    line('Name', metadata?.name),
    line('Namespace', metadata?.namespace),
    line('CreationTimestamp', longDate(metadata?.creationTimestamp)),
    labelLines('Labels', metadata?.labels),
    annotationLines(metadata?.annotations),
    line('Selector', selectorTerms(selector)),
    line('Replicas', counts.join(' | ')),
    line('StrategyType', stringOrEmpty(type)),
    line('MinReadySeconds', count(minReadySeconds)),
    rollingUpdate === undefined
      ? ''
      : line('RollingUpdateStrategy', `${String(maxUnavailable)} max unavailable, ${String(maxSurge)} max surge`),
    podTemplateText(template),
    conditionsText(object),
    await replicaSetsText(object, context),
  ].join('')
}

/** The replica sets of a deployment: the one of the current template, and the earlier ones. */
async function replicaSetsText({ metadata, spec }: ApiObject, context: DescribeContext): Promise<string> {
  const { selector, template } = objectOrEmpty(spec)
  const path = `/apis/apps/v1/namespaces/${metadata?.namespace}/replicasets`
  const all = await context.list(path, { labelSelector: selectorTerms(selector) }).catch((error: unknown) => {
    if (error instanceof ServerError) return []
    throw error
  })
  const created = ({ metadata }: ApiObject): string => `${metadata?.creationTimestamp ?? ''} ${metadata?.name ?? ''}`
  const owned = all
    .filter((set) => isControlledBy(set, metadata?.uid))
    .sort((a, b) => (created(a) < created(b) ? -1 : 1))
  if (owned.length === 0) return ''
  const key = templateKey(template)
  const current = owned.find((set) => templateKey(objectOrEmpty(set.spec).template) === key)
  return [
    line('OldReplicaSets', setsText(owned.filter((set) => set !== current))),
    line('NewReplicaSet', setsText(current === undefined ? [] : [current])),
  ].join('')
}

function templateKey(template: unknown): string {
  const { metadata, spec } = objectOrEmpty(template)
  const { labels, ...rest } = objectOrEmpty(metadata)
  const { 'pod-template-hash': _, ...own } = objectOrEmpty(labels)
  return goJson({ metadata: { ...rest, labels: own }, spec: objectOrEmpty(spec) })
}

const setsText = (sets: readonly ApiObject[]): string =>
  sets
    .map(
      ({ metadata, spec, status }) =>
        `${metadata?.name} (${count(objectOrEmpty(status).replicas)}/${count(objectOrEmpty(spec).replicas)} replicas created)`,
    )
    .join(', ') || '<none>'

export async function statefulSetText(object: ApiObject, context: DescribeContext): Promise<string> {
  const { metadata, spec, status } = object
  const { selector, template, replicas, updateStrategy, volumeClaimTemplates } = objectOrEmpty(spec)
  const { type, rollingUpdate } = objectOrEmpty(updateStrategy)
  const { partition, maxUnavailable } = objectOrEmpty(rollingUpdate)
  return [
    line('Name', metadata?.name),
    line('Namespace', metadata?.namespace),
    line('CreationTimestamp', longDate(metadata?.creationTimestamp)),
    line('Selector', selectorTerms(selector)),
    labelLines('Labels', metadata?.labels),
    annotationLines(metadata?.annotations),
    line('Replicas', `${count(replicas)} desired | ${count(objectOrEmpty(status).replicas)} total`),
    line('Update Strategy', stringOrEmpty(type)),
    optionalLine('  Partition', partition),
    partition === undefined ? '' : optionalLine('  MaxUnavailable', maxUnavailable),
    line('Pods Status', await podCounts(object, selectorTerms(selector), context)),
    podTemplateText(template),
    claimTemplatesText(objectsIn(volumeClaimTemplates)),
  ].join('')
}

function claimTemplatesText(templates: readonly ApiObject[]): string {
  if (templates.length === 0) return line('Volume Claims', '<none>')
  const texts = templates.map((claim) => {
    const { accessModes, resources } = objectOrEmpty(claim.spec)
    return [
      line('  Name', claim.metadata?.name),
      line('  StorageClass', storageClassOf(claim)),
      labelLines('Labels', claim.metadata?.labels, { indent: '  ' }),
      labelLines('Annotations', claim.metadata?.annotations, { indent: '  ' }),
      line('  Capacity', objectOrEmpty(objectOrEmpty(resources).requests).storage ?? '<default>'),
      line('  Access Modes', `[${stringsIn(accessModes).join(' ')}]`),
    ].join('')
  })
  return `Volume Claims:\n${texts.join('')}`
}

export async function daemonSetText(object: ApiObject, context: DescribeContext): Promise<string> {
  const { metadata, spec, status } = object
  const { selector, template } = objectOrEmpty(spec)
  const state = objectOrEmpty(status)
  return [
    line('Name', metadata?.name),
    line('Selector', selectorTerms(selector)),
    line('Node-Selector', labelsText(objectOrEmpty(objectOrEmpty(template).spec).nodeSelector)),
    labelLines('Labels', metadata?.labels),
    annotationLines(metadata?.annotations),
    `Desired Number of Nodes Scheduled: ${count(state.desiredNumberScheduled)}\n`,
    `Current Number of Nodes Scheduled: ${count(state.currentNumberScheduled)}\n`,
    `Number of Nodes Scheduled with Up-to-date Pods: ${count(state.updatedNumberScheduled)}\n`,
    `Number of Nodes Scheduled with Available Pods: ${count(state.numberAvailable)}\n`,
    `Number of Nodes Misscheduled: ${count(state.numberMisscheduled)}\n`,
    line('Pods Status', await podCounts(object, selectorTerms(selector), context)),
    podTemplateText(template),
  ].join('')
}

const replicasText = ({ spec, status }: ApiObject): string =>
  line('Replicas', `${count(objectOrEmpty(status).replicas)} current / ${count(objectOrEmpty(spec).replicas)} desired`)

function conditionsText({ status }: ApiObject): string {
  const rows = objectsIn(objectOrEmpty(status).conditions).map(
    ({ type, status, reason }) => `  ${stringOrEmpty(type)} \t${stringOrEmpty(status)}\t${stringOrEmpty(reason)}\n`,
  )
  return rows.length === 0 ? '' : `Conditions:\n  Type\tStatus\tReason\n  ----\t------\t------\n${rows.join('')}`
}

const isControlledBy = ({ metadata }: ApiObject, uid: string | undefined): boolean =>
  metadata?.ownerReferences?.some((owner) => owner.controller === true && owner.uid === uid) === true

const PHASES = { Running: 'Running', Pending: 'Waiting', Succeeded: 'Succeeded', Failed: 'Failed' }

/** The number of the workload's own pods in each phase. */
async function podCounts({ metadata }: ApiObject, labelSelector: string, { list }: DescribeContext): Promise<string> {
  const pods = await list(`/api/v1/namespaces/${metadata?.namespace}/pods`, { labelSelector })
  const phases = pods
    .filter((pod) => isControlledBy(pod, metadata?.uid))
    .map(({ status }) => objectOrEmpty(status).phase)
  return Object.entries(PHASES)
    .map(([phase, label]) => `${phases.filter((each) => each === phase).length} ${label}`)
    .join(' / ')
}
