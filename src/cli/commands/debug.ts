import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import { attachOrPrintLog, podStates } from '../attached-pod.ts'
import type { Command } from '../command.ts'
import { filenameFlag } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import type { DebuggingPod } from '../debugging/debugging-pods.ts'
import { commandWords, debuggingCopy, nodeDebugger, pairsOf, withDebugger } from '../debugging/debugging-pods.ts'
import { checkCustomProfile, readCustomProfile, withCustomProfile } from '../debugging/custom-profile.ts'
import { ephemeralPatch } from '../debugging/ephemeral-patch.ts'
import { isProfile } from '../debugging/profiles.ts'
import { Failure } from '../failure.ts'
import { boolean, map, text } from '../flags.ts'
import { isImageName } from '../image-name.ts'
import { namesFiles } from '../manifests.ts'
import { containersOf } from '../pod-specs.ts'
import { fetchTarget } from '../selected-objects.ts'
import type { Target } from '../selection.ts'
import { select } from '../selection.ts'
import type { Session } from '../session.ts'

export const debug = {
  name: 'debug',
  summary: 'Create debugging sessions for troubleshooting workloads and nodes',
  description: `Create debugging sessions for troubleshooting workloads and nodes.

 A pod gets one more, ephemeral container, or is copied with changes (--copy-to). On a node a new pod runs in the namespaces of its host.`,
  usage: 'debug (POD | TYPE[[.VERSION].GROUP]/NAME) [ -- COMMAND [args...] ]',
  examples: [
    ['Add a container with tools to a pod', '{cli} debug web --image=busybox -c tools'],
    ['Copy a pod with another image', '{cli} debug web --copy-to=web-debug --set-image=*=busybox'],
  ],
  flags: [
    filenameFlag('identifying the resource to debug'),
    boolean('arguments-only', 'What stands after -- is the arguments of the container, not its command.'),
    boolean('attach', 'Wait until the container runs, and attach to it; also with -i.'),
    text('container', 'Name of the container to add or to change.', { short: 'c' }),
    text('copy-to', 'Create a copy of the target pod with this name.'),
    boolean('replace', 'With --copy-to: delete the original pod.'),
    map('env', 'Environment variables of the container.'),
    text('image', 'Image of the container.'),
    map('set-image', 'With --copy-to: pairs name=image that change images of containers.'),
    text('image-pull-policy', "When to pull the image; empty: the server's default."),
    boolean('stdin', 'Keep stdin open on the container.', { short: 'i' }),
    boolean('quiet', 'Print no informational messages.', { short: 'q' }),
    boolean('same-node', 'With --copy-to: bind the copy to the same node.'),
    boolean('share-processes', 'With --copy-to: the containers of the copy share processes.', { fallback: 'true' }),
    text('target', 'Target the processes of this container.'),
    boolean('tty', 'Allocate a TTY for the container.', { short: 't' }),
    text('profile', 'How far the container may go: legacy, general, baseline, netadmin, restricted or sysadmin.', {
      fallback: 'legacy',
    }),
    text('custom', 'Path to a JSON file with a partial container that changes the profile.', {
      enabledBy: 'DEBUG_CUSTOM_PROFILE',
    }),
  ],
  async run(session) {
    const words = session.args.slice(0, session.args.length - commandWords(session).length)
    const profile = session.flags.text('profile')
    await session.namespace()
    if (!isProfile(profile)) throw new Failure(`unknown profile: ${profile}`)
    const custom = await readCustomProfile(session)
    await session.connection()
    check(session, words)
    checkCustomProfile(custom)
    const typed = words.flatMap((word) => (word.includes('/') ? [word] : [`pods/${word}`]))
    const { targets } = await select(session, { words: typed, selectors: false, typed: true })
    for (const target of targets) await debugTarget(session, target, await fetchTarget(session, target), custom)
  },
} satisfies Command

const PULLS: ReadonlySet<string> = new Set(['', 'Always', 'IfNotPresent', 'Never'])
const BAD_REFERENCE = 'invalid reference format'

function check(session: Session, words: readonly string[]): void {
  const { flags, host } = session
  const [image, container, target] = [flags.text('image'), flags.text('container'), flags.text('target')]
  if (flags.boolean('attach') && image === '' && container === '')
    throw new Failure('you must specify --container or create a new container using --image in order to attach.')
  if (flags.text('copy-to') === '') checkInPlace(session)
  else checkCopy(session)
  if (image !== '' && !isImageName(image))
    throw new Failure(`invalid image name ${JSON.stringify(image)}: ${BAD_REFERENCE}`)
  if (words.length === 0 && !namesFiles(flags)) throw new Failure('NAME or filename is required for debug')
  if (!PULLS.has(flags.text('image-pull-policy')))
    throw new Failure(`invalid image pull policy: ${flags.text('image-pull-policy')}`)
  for (const [name, each] of pairsOf(session, 'set-image'))
    if (!isImageName(each))
      throw new Failure(
        `invalid image name ${JSON.stringify(each)} for container ${JSON.stringify(name)}: ${BAD_REFERENCE}`,
      )
  if (target !== '' && flags.text('copy-to') !== '')
    throw new Failure('--target is incompatible with --copy-to. Use --share-processes instead.')
  if (target !== '' && !flags.boolean('quiet'))
    host.stdout(
      `Targeting container ${JSON.stringify(target)}. If you don't see processes from this container it may be because the container runtime doesn't support this feature.\n`,
    )
  if (flags.boolean('tty') && !flags.boolean('stdin'))
    throw new Failure('-i/--stdin is required for containers with -t/--tty=true')
}

function checkCopy(session: Session): void {
  const { flags } = session
  const isImaged = flags.text('image') !== ''
  const words = commandWords(session).length
  if (!isImaged && pairsOf(session, 'set-image').size === 0 && words === 0)
    throw new Failure('you must specify --image, --set-image or command arguments.')
  if (words > 0 && flags.text('container') === '' && !isImaged)
    throw new Failure('you must specify an existing container or a new image when specifying args.')
}

function checkInPlace(session: Session): void {
  const { flags } = session
  for (const flag of ['replace', 'same-node'])
    if (flags.boolean(flag)) throw new Failure(`--${flag} may only be used with --copy-to.`)
  if (pairsOf(session, 'set-image').size > 0) throw new Failure('--set-image may only be used with --copy-to.')
  if (flags.text('image') === '') throw new Failure('you must specify --image when not using --copy-to.')
}

async function debugTarget(
  session: Session,
  target: Target,
  object: ApiObject,
  custom: JsonObject | undefined,
): Promise<void> {
  const { type } = target
  const { flags } = session
  const kind = type.group === '' ? type.kind : ''
  if (kind !== 'Pod' && kind !== 'Node')
    throw new Failure(`${JSON.stringify(`${type.group}/${type.version}, Kind=${type.kind}`)} not supported by debug`)
  const customized = (pod: DebuggingPod, list: 'containers' | 'ephemeralContainers' = 'containers') =>
    withCustomProfile(session, pod, { custom, list })
  let made: DebuggingPod
  if (kind === 'Node') made = await created(session, await customized(nodeDebugger(session, target.name)))
  else if (flags.text('copy-to') === '') {
    const wanted = await customized(withDebugger(session, object), 'ephemeralContainers')
    made = await patched(session, target, { original: object, wanted })
  } else {
    made = await created(session, await customized(debuggingCopy(session, object)))
    if (flags.boolean('replace')) await removeNow(session, target)
  }
  const attaches = flags.given('attach') ? flags.boolean('attach') : flags.boolean('stdin')
  if (attaches && made.container !== '') await attach(session, made)
}

async function created(session: Session, { pod, container }: DebuggingPod): Promise<DebuggingPod> {
  const client = await session.client()
  const namespace = pod.metadata?.namespace ?? (await session.namespace())
  const path = resourcePath(await session.type('pods'), namespace)
  return { pod: await client.json({ method: 'POST', path, body: stringifyJson(pod) }), container }
}

async function removeNow(session: Session, { type, namespace, name }: Target): Promise<void> {
  const client = await session.client()
  const path = resourcePath(type, namespace, name)
  await client.json({ method: 'DELETE', path, body: stringifyJson({ gracePeriodSeconds: 0 }) })
}

async function patched(
  session: Session,
  target: Target,
  { original, wanted }: { original: ApiObject; wanted: DebuggingPod },
): Promise<DebuggingPod> {
  const client = await session.client()
  const changed = await client.json({
    method: 'PATCH',
    path: `${resourcePath(target.type, target.namespace, target.name)}/ephemeralcontainers`,
    contentType: 'application/strategic-merge-patch+json',
    body: stringifyJson(ephemeralPatch(original, wanted.pod)),
  })
  return { pod: changed, container: wanted.container }
}

/** Attaches to the container when it runs, or prints its log when it has ended. */
async function attach(session: Session, { pod, container }: DebuggingPod): Promise<number | void> {
  const { flags, host } = session
  const type = await session.type('pods')
  const { name = '', namespace } = pod.metadata ?? {}
  const target = { type, namespace, name }
  for await (const state of podStates(session, target)) {
    const { running, terminated, waiting } = stateOf(state, container)
    if (running !== undefined || terminated !== undefined)
      return attachOrPrintLog(session, { target, pod: state, container, isOver: terminated !== undefined })
    const why = stringOrEmpty(objectOrEmpty(waiting).message)
    if (why !== '' && !flags.boolean('quiet')) host.stderr(`Warning: container ${container}: ${why}\n`)
  }
}

/** The state of a container in the status of a pod; empty when the status lacks it. */
function stateOf({ status }: ApiObject, container: string): JsonObject {
  const all = objectOrEmpty(status)
  const found = ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses']
    .flatMap((list) => containersOf(all, list))
    .find(({ name }) => name === container)
  return objectOrEmpty(found?.state)
}
