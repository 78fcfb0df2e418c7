import { parseLabelSelector } from '../../../worker/api/selector.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import type { DryRun } from '../write-options.ts'
import type { Report } from '../reporter.ts'
import { dryRunOf } from '../write-options.ts'
import { reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import { chunkSizeFlag, dryRunFlag, selectorFlag } from '../common-flags.ts'
import type { DrainOptions, Verdict } from '../drainable-pods.ts'
import { daemonSetOf, isSkipped, podsByMessage, podName, verdict } from '../drainable-pods.ts'
import { parseDuration } from '../duration.ts'
import { Failure, Failures, hasReason, ServerError } from '../failure.ts'
import { boolean, duration, integer, text } from '../flags.ts'
import { logLevel } from '../klog.ts'
import { chunkLimit, listPages } from '../list-pages.ts'
import { pause } from '../pause.ts'
import type { Session } from '../session.ts'
import { checkWords, nodesOf, setUnschedulable } from '../node-scheduling.ts'
import { formatDuration } from '../../../worker/api/duration.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'

/** Cordons a node and evicts its pods. */
export const drain = {
  name: 'drain',
  summary: 'Drain node in preparation for maintenance',
  usage: 'drain NODE',
  examples: [['Drain a node', '{cli} drain node-1 --force']],
  flags: [
    chunkSizeFlag,
    boolean('delete-emptydir-data', 'Continue even if there are pods using emptyDir.'),
    boolean('delete-local-data', 'Continue even if there are pods using emptyDir.', {
      deprecated: 'This option is deprecated and will be deleted. Use --delete-emptydir-data.',
    }),
    boolean('disable-eviction', 'Delete pods instead of evicting them, without regard to disruption budgets.'),
    dryRunFlag,
    boolean('force', 'Continue even if there are pods that do not declare a controller.'),
    integer('grace-period', "Grace period of each pod in seconds. Negative: the pod's own.", { fallback: '-1' }),
    boolean('ignore-daemonsets', 'Ignore DaemonSet-managed pods.'),
    text('pod-selector', 'Label selector to filter pods on the node.'),
    selectorFlag,
    integer('skip-wait-for-delete-timeout', 'Skip pods whose deletion began more than this many seconds ago.', {
      fallback: '0',
    }),
    duration('timeout', 'The length of time to wait before giving up, zero means infinite.', { fallback: '0s' }),
  ],
  async run(session) {
    const { host } = session
    checkWords(session, 'drain')
    const dryRun = dryRunOf(session)
    await session.connection()
    const report = await reporter(session, dryRun)
    requireSelector(session.flags.text('pod-selector'))
    const nodes = await nodesOf(session)
    await setUnschedulable(session, nodes, { unschedulable: true, dryRun, report })
    const failed: [node: string, error: unknown][] = []
    for (const { target, object } of nodes)
      try {
        await empty(session, target.name, dryRun, report)
        report(object, 'drained')
      } catch (error) {
        if (host.signal.aborted) throw error
        const list = errorMessage(error)
        const name = JSON.stringify(target.name)
        host.stderr(`error: unable to drain node ${name} due to error:${list}, continuing command...\n`)
        failed.push([target.name, error])
      }
    if (failed.length === 0) return
    host.stderr(`There are pending nodes to be drained:\n${failed.map(([node]) => ` ${node}\n`).join('')}`)
    throw new Failures(failed.map(([, error]) => error))
  },
} satisfies Command

/** @throws Failure when the value of `--pod-selector` is not a label selector */
function requireSelector(source: string): void {
  try {
    parseLabelSelector(source)
  } catch {
    throw new Failure('--pod-selector=<pod_selector> must be a valid label selector')
  }
}

async function empty(session: Session, node: string, dryRun: DryRun, report: Report): Promise<void> {
  const { flags, host } = session
  const verdicts = await verdictsOf(session, node)
  const faults = podsByMessage(verdicts, 'fault').map((each) => new Failure(`cannot delete ${each}`))
  if (faults.length > 0) throw new Failures(faults)
  const warnings = podsByMessage(verdicts, 'warning')
  if (warnings.length > 0) host.stderr(`Warning: ${warnings.join('; ')}\n`)
  const leaving = verdicts.flatMap(({ pod, isEvicted }) => (isEvicted ? [pod] : []))
  if (dryRun === 'client') {
    for (const pod of leaving) host.stdout(`evicting pod ${podName(pod)} (dry run)\n`)
    return
  }
  const errors = await (flags.boolean('disable-eviction') ? deleteAll : evictAll)(session, leaving, dryRun, report)
  if (errors.length === 0) return
  const error = new Failures(errors)
  const left = (await verdictsOf(session, node)).flatMap(({ pod, isEvicted }) => (isEvicted ? [pod] : []))
  const list = errors.map((each) => errorMessage(each)).join(', ')
  if (left.length > 0)
    host.stderr(
      [
        `There are pending pods in node ${JSON.stringify(node)} when an error occurred: ${errors.length > 1 ? `[${list}]` : list}\n`,
        ...left.map(({ metadata }) => `pod/${metadata?.name ?? ''}\n`),
      ].join(''),
    )
  throw error
}

/** The pods of a node with the decision about each. */
async function verdictsOf(session: Session, node: string): Promise<Verdict[]> {
  const { flags, host } = session
  const options: DrainOptions = {
    force: flags.boolean('force'),
    ignoreDaemonSets: flags.boolean('ignore-daemonsets'),
    deleteLocalData: flags.boolean('delete-emptydir-data') || flags.boolean('delete-local-data'),
    skipDeletedAfter: flags.integer('skip-wait-for-delete-timeout'),
    now: host.now(),
  }
  const found: Verdict[] = []
  for (const item of await podsOn(session, node)) {
    const pod = { ...item, apiVersion: 'v1', kind: 'Pod' }
    found.push(verdict(pod, options, await daemonSetFault(session, pod), (words) => host.dialect.spell(words)))
  }
  return found
}

/** Lists the pods of a node in pages of `--chunk-size` pods. */
async function podsOn(session: Session, node: string): Promise<ApiObject[]> {
  const { flags } = session
  const client = await session.client()
  const query = {
    fieldSelector: `spec.nodeName=${node}`,
    labelSelector: flags.text('pod-selector') || undefined,
    limit: chunkLimit(flags),
  }
  const pods: ApiObject[] = []
  for await (const { items } of listPages(client, { path: '/api/v1/pods', query }))
    for (const item of Array.isArray(items) ? (items as ApiObject[]) : []) pods.push(item)
  return pods
}

async function daemonSetFault(session: Session, pod: ApiObject): Promise<string | undefined> {
  const name = daemonSetOf(pod)
  if (name === undefined) return undefined
  const client = await session.client()
  try {
    await client.json({ path: `/apis/apps/v1/namespaces/${pod.metadata?.namespace ?? ''}/daemonsets/${name}` })
    return undefined
  } catch (error) {
    if (error instanceof ServerError) return error.message
    throw error
  }
}

/** Whether the start of each eviction is printed. */
const isVerbose = ({ flags }: Session): boolean => logLevel(flags, 'drain') >= 2

const RETRY_MS = 5000
const POLL_MS = 1000

type Removal = (session: Session, pods: readonly ApiObject[], dryRun: DryRun, report: Report) => Promise<unknown[]>

/** Evicts all pods in parallel. Resolves with the failures. */
const evictAll: Removal = async (session, pods, dryRun, report) => {
  const errors: unknown[] = []
  const evicted = pods.map((pod) =>
    evict(session, pod, dryRun, report).catch((error: unknown) => void errors.push(error)),
  )
  await Promise.all(evicted)
  return errors
}

/** Deletes pods one after the other, then waits until all are gone. Resolves with the first failure, or with none. */
const deleteAll: Removal = async (session, pods, dryRun, report) => {
  const { host } = session
  const client = await session.client()
  try {
    for (const pod of pods) {
      const body = stringifyJson(deleteOptions(session, dryRun))
      await client.json({ method: 'DELETE', path: pathOf(pod), body }).catch((error: unknown) => {
        if (!hasReason(error, 'NotFound')) throw error
      })
      if (isVerbose(session)) report(pod, 'deletion started')
    }
    if (dryRun === 'server') return []
    const { end } = deadline(session)
    let left = pods
    for (;;) {
      const still: ApiObject[] = []
      for (const pod of left) {
        const removal = await removalOf(session, pod)
        if (removal === 'pending') still.push(pod)
        if (removal === 'done') report(pod, 'deleted')
      }
      if (still.length === 0) return []
      if (host.now() >= end) throw new Failure('timed out waiting for the condition')
      left = still
      await pause(POLL_MS, host)
    }
  } catch (error) {
    return [error]
  }
}

/**
 * The time in milliseconds at which the command gives up, Infinity without `--timeout`, and the error text for that.
 */
function deadline({ flags, host }: Session): { readonly end: number; readonly timedOut: string } {
  const limit = parseDuration(flags.text('timeout')) ?? 0
  return {
    end: limit > 0 ? host.now() + limit : Infinity,
    timedOut: `global timeout reached: ${formatDuration(BigInt(Math.round(limit * 1e6)))}`,
  }
}

const pathOf = ({ metadata }: ApiObject): string =>
  `/api/v1/namespaces/${metadata?.namespace ?? ''}/pods/${metadata?.name ?? ''}`

/**
 * Evicts a pod, retries while a disruption budget forbids it, and, except in a dry run, waits until the pod is gone.
 */
async function evict(session: Session, pod: ApiObject, dryRun: DryRun, report: Report): Promise<void> {
  const { host } = session
  const { name = '', namespace = '' } = pod.metadata ?? {}
  const client = await session.client()
  const path = pathOf(pod)
  const { end, timedOut } = deadline(session)
  const about = `pods/${JSON.stringify(name)} -n ${JSON.stringify(namespace)}`
  for (;;) {
    if (dryRun !== 'server' && isVerbose(session)) report(pod, 'eviction started')
    host.stdout(`evicting pod ${namespace}/${name}${dryRun === 'server' ? ' (server dry run)' : ''}\n`)
    if (host.now() >= end) throw new Failure(`error when evicting ${about}: ${timedOut}`)
    try {
      await client.json(eviction(session, path, pod, dryRun))
      break
    } catch (error) {
      if (hasReason(error, 'NotFound')) return
      if (!(error instanceof ServerError)) throw error
      if (error.status.code !== 429) throw new Failure(`error when evicting ${about}: ${error.message}`)
      host.stderr(`error when evicting ${about} (will retry after 5s): ${error.message}\n`)
      await pause(RETRY_MS, host)
    }
  }
  if (dryRun === 'server') return
  let removal = await removalOf(session, pod)
  for (; removal === 'pending'; removal = await removalOf(session, pod)) {
    if (host.now() >= end)
      throw new Failure(
        `error when waiting for pod ${JSON.stringify(name)} in namespace ${JSON.stringify(namespace)} to terminate: ${timedOut}`,
      )
    await pause(POLL_MS, host)
  }
  if (removal === 'done') report(pod, 'evicted')
}

function deleteOptions({ flags }: Session, dryRun: DryRun) {
  const grace = flags.integer('grace-period')
  return {
    ...(grace >= 0 ? { gracePeriodSeconds: grace } : {}),
    ...(dryRun === 'server' ? { dryRun: ['All'] } : {}),
  }
}

function eviction(session: Session, path: string, { metadata }: ApiObject, dryRun: DryRun) {
  const { name, namespace } = metadata ?? {}
  const body = {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name, namespace },
    deleteOptions: deleteOptions(session, dryRun),
  }
  return { method: 'POST', path: `${path}/eviction`, body: stringifyJson(body) } as const
}

/** `skipped`: the deletion began too long ago to wait for its end. */
type RemovalState = 'pending' | 'done' | 'skipped'

async function removalOf(session: Session, pod: ApiObject): Promise<RemovalState> {
  const { flags, host } = session
  try {
    const client = await session.client()
    const found: ApiObject = await client.json({ path: pathOf(pod) })
    if (found.metadata?.uid !== pod.metadata?.uid) return 'done'
    const skipDeletedAfter = flags.integer('skip-wait-for-delete-timeout')
    if (!isSkipped(found, { skipDeletedAfter, now: host.now() })) return 'pending'
    const name = JSON.stringify(pod.metadata?.name ?? '')
    host.stdout(`pod ${name} has DeletionTimestamp older than ${skipDeletedAfter} seconds, skipping\n`)
    return 'skipped'
  } catch (error) {
    if (hasReason(error, 'NotFound')) return 'done'
    throw error
  }
}
