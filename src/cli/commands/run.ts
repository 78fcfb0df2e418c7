import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty, objectsIn, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import { attachOrPrintLog, podStates } from '../attached-pod.ts'
import { recorded, recordFlag } from '../change-cause.ts'
import type { DryRun } from '../write-options.ts'
import { dryRunOf, fieldManager } from '../write-options.ts'
import { reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, printFlags } from '../common-flags.ts'
import { cascadeOf, removeTarget } from '../cascading-deletion.ts'
import { within } from '../total-timeout.ts'
import { resourcePath } from '../discovery.ts'
import { parseDuration } from '../duration.ts'
import { portNumber } from '../exposure.ts'
import { BareFailure, Failure, UsageError } from '../failure.ts'
import { array, boolean, duration, integer, text } from '../flags.ts'
import { inGivenNamespace, newMetadata } from '../generators/generator.ts'
import { isImageName } from '../image-name.ts'
import { withTypedLastApplied } from '../last-applied.ts'
import { overridden, overrideFlags } from '../overrides.ts'
import { DOCUMENT_SEPARATOR } from '../printers/output.ts'
import type { Target } from '../selection.ts'
import { isReady } from '../object-pods.ts'
import { hasEnded, phaseOf } from '../pod-containers.ts'
import { podRunningTimeout } from '../pod-streams.ts'
import type { Session } from '../session.ts'
import { isVariableName } from '../variables.ts'

const UNUSED = 'because it is not used by this command. It will be removed in version 1.29.'

export const run = {
  name: 'run',
  summary: 'Run a particular image on the cluster',
  description: 'Create and run a particular image in a pod.',
  usage: 'run NAME --image=image [--env="key=value"] [--port=port] [--dry-run=server|client] [-- COMMAND] [args...]',
  examples: [['Start a pod', '{cli} run nginx --image=nginx']],
  flags: [
    array('annotations', 'Annotations to apply to the pod.'),
    boolean('attach', 'If true, wait until the pod is running, and attach to it; also with -i.'),
    text('cascade', 'How dependents of the pod are deleted, with --rm.', {
      fallback: 'background',
      bare: 'background',
      deprecated: 'because it is not relevant for this command. It will be removed in version 1.29.',
    }),
    boolean('command', 'If true, the words after -- are the command, not its arguments.'),
    dryRunFlag,
    array('env', 'Environment variables to set in the container.'),
    boolean('expose', 'If true, create a service for the port of the pod too.'),
    fieldManagerFlag('{cli}-run'),
    text('image', 'The image for the container to run.', { required: true }),
    text('image-pull-policy', 'The image pull policy for the container.'),
    text('labels', 'Comma separated labels to apply to the pod.', { short: 'l' }),
    boolean('leave-stdin-open', 'If true, stdin stays open after the first attach.'),
    array('filename', 'Not used by this command.', { short: 'f', deprecated: UNUSED }),
    boolean('force', 'Not used by this command.', { deprecated: UNUSED }),
    integer('grace-period', 'Not used by this command.', { fallback: '-1', deprecated: UNUSED }),
    text('kustomize', 'Not used by this command.', { short: 'k', deprecated: UNUSED }),
    ...overrideFlags,
    duration('pod-running-timeout', 'The length of time to wait until the pod is running.', { fallback: '1m0s' }),
    text('port', 'The port that this container exposes.'),
    ...printFlags,
    boolean('privileged', 'If true, run the container in privileged mode.'),
    recordFlag,
    boolean('recursive', 'Not used by this command.', { short: 'R', deprecated: UNUSED }),
    duration('timeout', 'Not used by this command.', { fallback: '0s', deprecated: UNUSED }),
    boolean('wait', 'Not used by this command.', { deprecated: UNUSED }),
    boolean('quiet', 'If true, suppress prompt messages.', { short: 'q' }),
    text('restart', 'The restart policy for this pod: Always, OnFailure, Never.', { fallback: 'Always' }),
    boolean('rm', 'If true, delete the pod after it ends. Needs --attach or -i.'),
    boolean('save-config', 'If true, the configuration of the object is saved in its annotation.'),
    boolean('stdin', 'Keep stdin open on the container in the pod.', { short: 'i' }),
    boolean('tty', 'Allocate a TTY for the container in the pod.', { short: 't' }),
  ],
  async run(session) {
    const { args, afterDash, flags } = session
    const dryRun = dryRunOf(session)
    await session.connection()
    const report = await reporter(session, dryRun, { typed: true })
    cascadeOf(session)
    const [name, ...words] = afterDash === undefined ? args : args.slice(0, args.length - afterDash.length)
    if (name === undefined) throw misused(session, 'NAME is required for run')
    const attached = flags.given('attach') ? flags.boolean('attach') : flags.boolean('stdin')
    podRunningTimeout(session)
    checkImage(session)
    await session.namespace()
    check(session, attached, dryRun)
    const made = podOf(session, name, [...words, ...(afterDash ?? [])])
    const pod = await create(session, 'Pod', recorded(session, await overridden(session, made)), dryRun)
    if (flags.boolean('expose')) {
      report((await create(session, 'Service', serviceOf(session, name), dryRun)).object, 'created')
      // kubectl writes a separator after the service and another before the pod.
      if (flags.text('output') === 'yaml') session.host.stdout(DOCUMENT_SEPARATOR)
    }
    if (attached && pod.target !== undefined) return attach(session, pod.target)
    report(pod.object, 'created')
  },
} satisfies Command

const misused = ({ cli }: Session, message: string): UsageError =>
  new UsageError(message, `See '${cli} run -h' for help and examples`)

const RESTARTS = ['', 'Always', 'OnFailure', 'Never']
const PULLS = ['', 'Always', 'IfNotPresent', 'Never']

function checkImage(session: Session): void {
  const { flags } = session
  const image = flags.text('image')
  if (image === '') throw new Failure('--image is required')
  if (!isImageName(image)) throw new Failure(`Invalid image name ${JSON.stringify(image)}: invalid reference format`)
  if (flags.boolean('tty') && !flags.boolean('stdin'))
    throw misused(session, '-i/--stdin is required for containers with -t/--tty=true')
  if (flags.boolean('expose') && flags.text('port') === '')
    throw misused(session, '--port must be set when exposing a service')
}

function check(session: Session, attached: boolean, dryRun: DryRun): void {
  const { flags } = session
  const [restart, pull] = [flags.text('restart'), flags.text('image-pull-policy')]
  if (!RESTARTS.includes(restart)) throw misused(session, `invalid restart policy: ${restart}`)
  if (!attached && flags.boolean('rm')) throw misused(session, '--rm should only be used for attached containers')
  if (attached && dryRun !== 'none')
    throw misused(
      session,
      "--dry-run=[server|client] can't be used with attached containers options (--attach, --stdin, or --tty)",
    )
  if (!PULLS.includes(pull)) throw misused(session, `invalid image pull policy: ${pull}`)
}

/** Creates an object. The request is for the type of `kind`, even when an override has changed the kind in the object. */
async function create(
  session: Session,
  kind: 'Pod' | 'Service',
  object: ApiObject,
  dryRun: DryRun,
): Promise<{ readonly object: ApiObject; readonly target?: Target }> {
  const type = await session.typeOf({ apiVersion: 'v1', kind })
  if (dryRun === 'client') return { object: inGivenNamespace(session, object) }
  if (type === undefined) throw new Failure(`the server has no ${kind}`)
  const namespace = await session.namespace()
  const client = await session.client()
  const created: ApiObject = await client.json({
    method: 'POST',
    path: resourcePath(type, namespace),
    query: { fieldManager: fieldManager(session), dryRun: dryRun === 'server' ? 'All' : undefined },
    body: stringifyJson(session.flags.boolean('save-config') ? await withTypedLastApplied(session, object) : object),
  })
  return { object: created, target: { type, namespace, name: created.metadata?.name ?? '' } }
}

/**
 * Attaches to the pod when it is ready, or prints its log when it has ended. With `--rm`, deletes the pod in the end, also
 * after a failure.
 */
async function attach(session: Session, target: Target): Promise<number | void> {
  const { flags, host } = session
  try {
    const pod = await awaited(
      session,
      target,
      (state) => hasEnded(state) || (phaseOf(state) === 'Running' && isReady(state)),
    )
    const code = await attachOrPrintLog(session, { target, pod, isOver: hasEnded(pod) })
    if (code) return code
    const restart = flags.text('restart')
    if (flags.boolean('leave-stdin-open') || (restart !== 'Never' && restart !== 'OnFailure')) return
    const hasFinished = restart === 'Never' ? hasEnded : (state: ApiObject) => phaseOf(state) === 'Succeeded'
    requireSuccess(await awaited(session, target, hasFinished))
  } finally {
    if (flags.boolean('rm')) {
      await removeTarget(session, target, { gracePeriod: -1 })
      if (!flags.boolean('quiet')) host.stdout(`pod ${JSON.stringify(target.name)} deleted\n`)
    }
  }
}

/** The first state of the pod that is wanted. @throws Failure after `--pod-running-timeout` */
async function awaited(session: Session, target: Target, isWanted: (pod: ApiObject) => boolean): Promise<ApiObject> {
  let found: ApiObject | undefined
  const work = (async () => {
    for await (const state of podStates(session, target))
      if (isWanted(state)) {
        found = state
        return true
      }
    return false
  })()
  await within(session.host, work, parseDuration(session.flags.text('pod-running-timeout')) ?? 0)
  if (found === undefined) throw new Failure('timed out waiting for the condition')
  return found
}

/** @throws Failure for a pod that failed, with the exit code of its container when it has one */
function requireSuccess(pod: ApiObject): void {
  if (phaseOf(pod) === 'Succeeded') return
  const name = `pod ${pod.metadata?.namespace ?? ''}/${pod.metadata?.name ?? ''}`
  const [container] = objectsIn(objectOrEmpty(pod.status).containerStatuses)
  const { exitCode, reason, message } = objectOrEmpty(objectOrEmpty(container?.state).terminated)
  if (typeof exitCode !== 'number' || exitCode === 0) throw new Failure(`${name} failed with unknown exit code`)
  throw new BareFailure(`${name} terminated (${stringOrEmpty(reason)})\n${stringOrEmpty(message)}`, exitCode)
}

function podOf({ flags }: Session, name: string, words: readonly string[]): ApiObject {
  const annotations = flags.list('annotations').map(readAnnotation)
  const env = flags.list('env').map(readVariable)
  const [pull, port, stdin] = [flags.text('image-pull-policy'), flags.text('port'), flags.boolean('stdin')]
  const container: JsonObject = {
    ...(words.length === 0 ? {} : { [flags.boolean('command') ? 'command' : 'args']: [...words] }),
    ...(env.length > 0 ? { env } : {}),
    image: flags.text('image'),
    ...(pull === '' ? {} : { imagePullPolicy: pull }),
    name,
    ...(port === '' ? {} : { ports: [{ containerPort: portNumber(port) }] }),
    resources: {},
    ...(flags.boolean('privileged') ? { securityContext: { privileged: true } } : {}),
    ...(stdin ? { stdin } : {}),
    ...(stdin && !flags.boolean('leave-stdin-open') ? { stdinOnce: true } : {}),
    ...(flags.boolean('tty') ? { tty: true } : {}),
  }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...newMetadata(name, labelsOf(flags.text('labels')) ?? { run: name }),
      ...(annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
    },
    spec: { containers: [container], dnsPolicy: 'ClusterFirst', restartPolicy: flags.text('restart') || 'Always' },
    status: {},
  }
}

function serviceOf({ flags }: Session, name: string): ApiObject {
  const labels = labelsOf(flags.text('labels'))
  const port = portNumber(flags.text('port'))
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: newMetadata(name, labels),
    spec: { ports: [{ port, protocol: 'TCP', targetPort: port }], selector: labels ?? { run: name } },
    status: { loadBalancer: {} },
  }
}

function labelsOf(words: string): Record<string, string> | undefined {
  if (words === '') return undefined
  return Object.fromEntries(
    words.split(',').map((pair) => {
      const at = pair.indexOf('=')
      if (at === 0) throw new Failure('unexpected empty label key')
      if (at < 0 || at !== pair.lastIndexOf('=')) throw new Failure(`unexpected label spec: ${pair}`)
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

function readAnnotation(word: string): [key: string, value: string] {
  const at = word.indexOf('=')
  if (at <= 0) throw new Failure(`invalid annotations format: ${word}`)
  return [word.slice(0, at), word.slice(at + 1)]
}

function readVariable(word: string): JsonObject {
  const at = word.indexOf('=')
  const name = word.slice(0, at)
  if (at < 0 || !isVariableName(name)) throw new Failure(`invalid env: ${word}`)
  return { name, value: word.slice(at + 1) }
}
