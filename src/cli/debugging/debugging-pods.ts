import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { Failure } from '../failure.ts'
import { nameSuffix } from '../name-suffix.ts'
import { containerNames } from '../pod-containers.ts'
import { containersOf, specOf } from '../pod-specs.ts'
import type { Session } from '../session.ts'
import { withoutFields } from '../without-fields.ts'
import { profiled, withContainer } from './profiles.ts'

/** A pod to be sent, and its debugging container. */
export interface DebuggingPod {
  readonly pod: ApiObject
  /** The name of the added container; empty when no container was added. */
  readonly container: string
}

/** The words after `--`. */
export const commandWords = ({ afterDash }: Session): readonly string[] => afterDash ?? []

/** Pairs `key=value` of a flag; a later one replaces an earlier one of the same key. */
export const pairsOf = ({ flags }: Session, flag: string): Map<string, string> =>
  new Map(
    flags.list(flag).map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )

function wordsField(session: Session): JsonObject {
  const words = commandWords(session)
  if (words.length === 0) return {}
  return session.flags.boolean('arguments-only') ? { args: [...words] } : { command: [...words] }
}

const envField = (session: Session): JsonObject => {
  const env = [...pairsOf(session, 'env')].map(([name, value]) => ({ name, value }))
  return env.length === 0 ? {} : { env }
}

/** The fields of the debugging container that the flags set. */
function flagFields(session: Session): JsonObject {
  const { flags } = session
  const [image, pull] = [flags.text('image'), flags.text('image-pull-policy')]
  return {
    ...envField(session),
    ...(image === '' ? {} : { image }),
    ...(pull === '' ? {} : { imagePullPolicy: pull }),
    ...(flags.boolean('stdin') ? { stdin: true } : {}),
    ...(flags.boolean('tty') ? { tty: true } : {}),
  }
}

const newContainer = (session: Session, name: string): JsonObject => ({
  name,
  ...flagFields(session),
  ...wordsField(session),
  terminationMessagePolicy: 'File',
})

/**
 * The name that the user chose for the container, or a generated name. A generated name is printed, except with
 * `--quiet`.
 */
function containerName(session: Session, pod: ApiObject): string {
  const { flags, host } = session
  if (flags.text('container') !== '') return flags.text('container')
  const taken = containerNames(pod)
  let name: string
  do name = `debugger-${nameSuffix(host)}`
  while (taken.includes(name))
  if (!flags.boolean('quiet')) host.stdout(`Defaulting debug container name to ${name}.\n`)
  return name
}

/** The pod with one more ephemeral container. */
export function withDebugger(session: Session, pod: ApiObject): DebuggingPod {
  const name = containerName(session, pod)
  const target = session.flags.text('target')
  const added = { ...newContainer(session, name), ...(target === '' ? {} : { targetContainerName: target }) }
  const ephemeralContainers = [...containersOf(specOf(pod), 'ephemeralContainers'), added]
  const changed = { ...pod, spec: { ...specOf(pod), ephemeralContainers } }
  return { pod: profiled(changed, session.flags.text('profile'), name, 'ephemeral'), container: name }
}

/**
 * A copy of the pod under another name, with changed images, or with one container added or changed.
 * @throws Failure
 */
export function debuggingCopy(session: Session, original: ApiObject): DebuggingPod {
  const { flags } = session
  const copy = plainCopy(session, original)
  const images = pairsOf(session, 'set-image')
  const isKnown = containerNames(copy).includes(flags.text('container'))
  if (!isKnown && flags.text('image') === '') {
    if (images.size > 0) return { pod: copy, container: '' }
    throw new Failure('you must specify image when creating new container')
  }
  const name = isKnown ? flags.text('container') : containerName(session, copy)
  const pod = isKnown
    ? withContainer(copy, name, (each) => changedContainer(session, each))
    : { ...copy, spec: { ...specOf(copy), containers: [...containersOf(specOf(copy)), newContainer(session, name)] } }
  return { pod: profiled(pod, flags.text('profile'), name, 'copy'), container: name }
}

function changedContainer(session: Session, original: JsonObject): JsonObject {
  const { args } = original
  const container = withoutFields(original, ['args', 'stdin', 'tty'])
  const words = wordsField(session)
  const kept = args === undefined || 'command' in words ? {} : { args }
  return { ...container, ...kept, ...flagFields(session), ...words }
}

function plainCopy(session: Session, { metadata, spec }: ApiObject): ApiObject {
  const { flags } = session
  const images = pairsOf(session, 'set-image')
  const { ephemeralContainers: _, nodeName, ...rest } = objectOrEmpty(spec)
  const containers = containersOf(rest).map((each) => {
    const image = images.get(String(each.name)) ?? images.get('*') ?? ''
    return image === '' ? each : { ...each, image }
  })
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: flags.text('copy-to'), namespace: metadata?.namespace, annotations: metadata?.annotations },
    spec: {
      ...rest,
      containers,
      ...(nodeName !== undefined && flags.boolean('same-node') ? { nodeName } : {}),
      ...(flags.given('share-processes') ? { shareProcessNamespace: flags.boolean('share-processes') } : {}),
    },
  }
}

/** A pod on a node, in the node's namespaces. Prints the pod's name, except with `--quiet`. */
export function nodeDebugger(session: Session, node: string): DebuggingPod {
  const { flags, host } = session
  const container = flags.text('container') || 'debugger'
  const name = `node-debugger-${node}-${nameSuffix(host)}`
  if (!flags.boolean('quiet'))
    host.stdout(`Creating debugging pod ${name} with container ${container} on node ${node}.\n`)
  const pod: ApiObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: {
      containers: [newContainer(session, container)],
      nodeName: node,
      restartPolicy: 'Never',
      tolerations: [{ operator: 'Exists' }],
    },
  }
  return { pod: profiled(pod, flags.text('profile'), container, 'node'), container }
}
