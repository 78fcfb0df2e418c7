import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { DryRun, Report } from '../changes.ts'
import { dryRunOf, forEach, reporter } from '../changes.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, printFlags, selectorFlag, validateFlag } from '../common-flags.ts'
import { Failure, ServerError, UsageError } from '../failure.ts'
import { boolean } from '../flags.ts'
import { mergePatched } from '../merge-patched.ts'
import type { Target } from '../selection.ts'
import { select, selectedObjects } from '../selection.ts'
import type { Session } from '../session.ts'
import { checkTaints, isTaint, readTaints, taintsAfter } from '../taints.ts'

function schedulingCommand(name: 'cordon' | 'uncordon', unschedulable: boolean): Command {
  return {
    name,
    summary: unschedulable ? 'Mark node as unschedulable' : 'Mark node as schedulable',
    usage: `${name} NODE`,
    examples: [[`${name} a node`, `{cli} ${name} node-1`]],
    flags: [dryRunFlag, selectorFlag],
    async run(session) {
      const dryRun = dryRunOf(session)
      await schedule(session, await nodesOf(session, name), unschedulable, dryRun, await reporter(session, dryRun))
    },
  }
}

/** A node of the command line, as it is. */
interface FoundNode {
  readonly target: Target
  readonly object: ApiObject
}

/** The nodes that a command line names. @throws where one is not there */
export async function nodesOf(session: Session, name: string): Promise<FoundNode[]> {
  const { args, flags, cli } = session
  const hint = `See '${cli} ${name} -h' for help and examples`
  if (args.length === 0 && !flags.given('selector')) throw new UsageError(`USAGE: ${name} NODE [flags]`, hint)
  if (args.length > 0 && flags.given('selector'))
    throw new UsageError('cannot specify both a node name and a --selector option', hint)
  const found: FoundNode[] = []
  for await (const { target, load } of selectedObjects(session, await select(session, { words: ['nodes', ...args] })))
    found.push({ target, object: await load() })
  return found
}

/** Lets pods come to nodes, or not; what is refused is told, and the others are done. */
export async function schedule(
  session: Session,
  nodes: readonly FoundNode[],
  unschedulable: boolean,
  dryRun: DryRun,
  report: Report,
): Promise<void> {
  const verb = unschedulable ? 'cordon' : 'uncordon'
  for (const { target, object } of nodes) {
    const spec = isObject(object.spec) ? object.spec : {}
    if ((spec.unschedulable === true) === unschedulable) {
      report(object, `already ${verb}ed`)
      continue
    }
    try {
      if (dryRun !== 'client')
        await mergePatched(session, target, { spec: { unschedulable: unschedulable || null } }, dryRun)
      report(object, `${verb}ed`)
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      session.host.stderr(`error: unable to ${verb} node ${JSON.stringify(target.name)}: ${error.message}\n`)
    }
  }
}

export const cordon = schedulingCommand('cordon', true)
export const uncordon = schedulingCommand('uncordon', false)

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
    validateFlag,
  ],
  async run(session) {
    const { flags } = session
    const { type, names, wanted } = readWords(session)
    const selection = await select(session, { words: [type, ...names], all: flags.boolean('all') })
    const dryRun = dryRunOf(session)
    // No words about a dry run here, oddly, in the real client.
    const report = await reporter(session, 'none', { typed: true })
    await forEach(selectedObjects(session, selection), async ({ target, load }) => {
      const before = await load()
      const { taints, done } = taintsAfter(target.name, before, wanted, flags.boolean('overwrite'))
      const spec = { taints: taints.length === 0 ? null : taints }
      if (dryRun !== 'client') return report(await mergePatched(session, target, { spec }, dryRun), done)
      const { taints: _, ...rest } = isObject(before.spec) ? before.spec : {}
      report({ ...before, spec: taints.length === 0 ? rest : { ...rest, taints } }, done)
    })
  },
} satisfies Command

/** The nodes and the taints of a command line. */
function readWords({ args, flags, cli }: Session) {
  const first = args.findIndex(isTaint)
  const [type, ...names] = first < 0 ? args : args.slice(0, first)
  const words = first < 0 ? [] : args.slice(first)
  const late = words.find((word) => !isTaint(word))
  if (late !== undefined) throw new Failure(`all resources must be specified before taint changes: ${late}`)
  if (type === undefined) throw new Failure('one or more resources must be specified as <resource> <name>')
  if (words.length === 0) throw new Failure('at least one taint update is required')
  const wanted = readTaints(words, `See '${cli} taint -h' for help and examples`)
  if (!['node', 'nodes', 'no'].includes(type.toLowerCase()))
    throw new Failure(`invalid resource type ${type.toLowerCase()}, only node types are supported`)
  checkTaints(wanted)
  const selected = flags.boolean('all') || flags.given('selector')
  if (flags.boolean('all') && flags.given('selector'))
    throw new Failure("setting 'all' parameter with a non empty selector is prohibited")
  if (!selected && names.length === 0)
    throw new Failure("at least one resource name must be specified since 'all' parameter is not set")
  return { type, names: selected ? [] : names, wanted }
}
