import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import type { DryRun } from '../changes.ts'
import { dryRunOf, forEach, reporter } from '../changes.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, printFlags, selectorFlag } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { Failure, UsageError } from '../failure.ts'
import { boolean, integer, text } from '../flags.ts'
import { mergePatched } from '../merge-patched.ts'
import { readTaints, taintsAfter } from '../taints.ts'
import type { Target } from '../selection.ts'
import { select, selectedObjects } from '../selection.ts'
import type { Session } from '../session.ts'

const partOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

const patchNode = (session: Session, target: Target, spec: JsonObject, dryRun: DryRun): Promise<ApiObject> =>
  mergePatched(session, target, { spec }, dryRun)

function schedulingCommand(name: 'cordon' | 'uncordon', unschedulable: boolean): Command {
  return {
    name,
    summary: unschedulable ? 'Mark node as unschedulable' : 'Mark node as schedulable',
    usage: `${name} NODE`,
    examples: [[`${name} a node`, `{cli} ${name} node-1`]],
    flags: [dryRunFlag, selectorFlag],
    run: (session) => schedule(session, name, unschedulable),
  }
}

/** Marks the nodes that the command line names, and resolves to them. */
async function schedule(session: Session, name: string, unschedulable: boolean): Promise<void> {
  const dryRun = dryRunOf(session)
  const report = await reporter(session, dryRun)
  for await (const { target, load } of nodes(session, name)) {
    const before = await load()
    const word = unschedulable ? 'cordoned' : 'uncordoned'
    if ((partOf(before.spec).unschedulable === true) === unschedulable) report(before, `already ${word}`)
    else if (dryRun === 'client') report(before, word)
    else report(await patchNode(session, target, { unschedulable: unschedulable || null }, dryRun), word)
  }
}

async function* nodes(session: Session, name: string) {
  const { args, flags, cli } = session
  if (args.length === 0 && !flags.given('selector'))
    throw new UsageError(`USAGE: ${name} NODE [flags]`, `See '${cli} ${name} -h' for help and examples`)
  yield* selectedObjects(session, await select(session, { words: ['nodes', ...args] }))
}

export const cordon = schedulingCommand('cordon', true)
export const uncordon = schedulingCommand('uncordon', false)

/** Takes a node out of service: no new pods, and those that are there are evicted. */
export const drain = {
  name: 'drain',
  summary: 'Drain node in preparation for maintenance',
  usage: 'drain NODE',
  examples: [['Drain a node', '{cli} drain node-1 --force']],
  flags: [
    boolean('delete-emptydir-data', 'Continue even if there are pods using emptyDir.'),
    boolean('disable-eviction', 'Delete pods instead of evicting them, which passes by disruption budgets.'),
    dryRunFlag,
    boolean('force', 'Continue even if there are pods that do not declare a controller.'),
    integer('grace-period', 'Seconds each pod is given to end. Negative: its own.', { fallback: '-1' }),
    boolean('ignore-daemonsets', 'Ignore DaemonSet-managed pods.'),
    text('pod-selector', 'Label selector to filter pods on the node.'),
    selectorFlag,
    text('timeout', 'The length of time to wait before giving up, zero means infinite.', { fallback: '0s' }),
  ],
  async run(session) {
    const dryRun = dryRunOf(session)
    await schedule(session, 'drain', true)
    const report = await reporter(session, dryRun)
    for await (const { target, load } of nodes(session, 'drain')) {
      await evictAll(session, target.name, dryRun)
      report(await load(), 'drained')
    }
  },
} satisfies Command

async function evictAll(session: Session, node: string, dryRun: DryRun): Promise<void> {
  const { flags, host } = session
  const type = await session.typeOf({ apiVersion: 'v1', kind: 'Pod' })
  if (type === undefined) throw new Failure('the server has no pods')
  const client = await session.client()
  const query = { fieldSelector: `spec.nodeName=${node}`, labelSelector: flags.text('pod-selector') || undefined }
  const { items } = await client.json({ path: resourcePath(type, undefined), query })
  const pods = (Array.isArray(items) ? (items as ApiObject[]) : []).filter((pod) => !isDaemon(pod))
  const orphans = pods.filter((pod) => pod.metadata?.ownerReferences?.some((owner) => owner.controller) !== true)
  const fullName = ({ metadata }: ApiObject): string => `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`
  if (orphans.length > 0 && !flags.boolean('force'))
    throw new Failure(
      `unable to drain node ${JSON.stringify(node)} due to error:cannot delete Pods that declare no controller (use --force to override): ${orphans.map(fullName).join(', ')}, continuing command...`,
    )
  if (orphans.length > 0)
    host.stderr(`Warning: deleting Pods that declare no controller: ${orphans.map(fullName).join(', ')}\n`)
  await forEach(pods, async ({ metadata }) => {
    const { name = '', namespace } = metadata ?? {}
    host.stdout(`evicting pod ${namespace ?? ''}/${name}\n`)
    if (dryRun === 'client') return
    const path = resourcePath(type, namespace, name)
    const grace = flags.integer('grace-period')
    const deleteOptions = {
      ...(grace >= 0 ? { gracePeriodSeconds: grace } : {}),
      ...(dryRun === 'server' ? { dryRun: ['All'] } : {}),
    }
    await client.json(
      flags.boolean('disable-eviction')
        ? { method: 'DELETE', path, body: stringifyJson(deleteOptions) }
        : {
            method: 'POST',
            path: `${path}/eviction`,
            body: stringifyJson({
              apiVersion: 'policy/v1',
              kind: 'Eviction',
              metadata: { name, namespace },
              deleteOptions,
            }),
          },
    )
    host.stdout(`pod/${name} evicted\n`)
  })
}

const isDaemon = ({ metadata }: ApiObject): boolean =>
  metadata?.ownerReferences?.some((owner) => owner.controller && owner.kind === 'DaemonSet') === true

export const taint = {
  name: 'taint',
  summary: 'Update the taints on one or more nodes',
  usage: 'taint NODE NAME KEY_1=VAL_1:TAINT_EFFECT_1 ... KEY_N=VAL_N:TAINT_EFFECT_N',
  examples: [['Keep pods away from a node', '{cli} taint nodes foo dedicated=special-user:NoSchedule']],
  flags: [
    boolean('all', 'Select all nodes in the cluster.'),
    dryRunFlag,
    fieldManagerFlag('{cli}-taint'),
    boolean('overwrite', 'If true, allow taints to be overwritten.'),
    ...printFlags,
    selectorFlag,
  ],
  async run(session) {
    const { args, flags, cli } = session
    const isTaint = (word: string): boolean => /[=:]/.test(word) || word.endsWith('-')
    const wanted = readTaints(args.filter(isTaint), `See '${cli} taint -h' for help and examples`)
    if (wanted.length === 0) throw new Failure('at least one taint update is required')
    const dryRun = dryRunOf(session)
    const report = await reporter(session, 'none')
    const words = args.filter((word) => !isTaint(word))
    const selection = await select(session, { words, all: flags.boolean('all') })
    await forEach(selectedObjects(session, selection), async ({ target, load }) => {
      const before = await load()
      const taints = taintsAfter(target.name, before, wanted, flags.boolean('overwrite'))
      const done = wanted.every(({ removed }) => removed)
        ? 'untainted'
        : wanted.some(({ removed }) => removed)
          ? 'modified'
          : 'tainted'
      if (dryRun === 'client') report({ ...before, spec: { ...partOf(before.spec), taints } }, done)
      else report(await patchNode(session, target, { taints: taints.length === 0 ? null : taints }, dryRun), done)
    })
  },
} satisfies Command
