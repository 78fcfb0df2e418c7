import { objectOrEmpty } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { DryRun } from './write-options.ts'
import type { Report } from './reporter.ts'
import { dryRunOf } from './write-options.ts'
import { reporter } from './reporter.ts'
import type { Command } from './command.ts'
import { dryRunFlag, selectorFlag } from './common-flags.ts'
import { Failure, ServerError, UsageError } from './failure.ts'
import type { Target } from './selection.ts'
import { selectedObjects } from './selected-objects.ts'
import { MISSING, select } from './selection.ts'
import type { Session } from './session.ts'
import { strategicPatched } from './strategic-patched.ts'

/** The command `cordon` or `uncordon`. */
export function schedulingCommand(name: 'cordon' | 'uncordon', unschedulable: boolean): Command {
  return {
    name,
    summary: unschedulable ? 'Mark node as unschedulable' : 'Mark node as schedulable',
    usage: `${name} NODE`,
    examples: [[`${name} a node`, `{cli} ${name} node-1`]],
    flags: [dryRunFlag, selectorFlag],
    async run(session) {
      checkWords(session, name)
      const dryRun = dryRunOf(session)
      await session.connection()
      const nodes = await nodesOf(session)
      await setUnschedulable(session, nodes, { unschedulable, dryRun, report: await reporter(session, dryRun) })
    },
  }
}

/** A node that the command line names or selects, as the server returned it. */
interface FoundNode {
  readonly target: Target
  readonly object: ApiObject
}

/** @throws UsageError without nodes, and for names together with a selector */
export function checkWords({ args, flags, cli }: Session, name: string): void {
  const hint = `See '${cli} ${name} -h' for help and examples`
  if (args.length === 0 && !flags.given('selector')) throw new UsageError(`USAGE: ${name} NODE [flags]`, hint)
  if (args.length > 0 && flags.text('selector') !== '')
    throw new UsageError('cannot specify both a node name and a --selector option', hint)
}

/** The nodes that a command line names or selects. @throws when a named node does not exist, and for an object of another kind */
export async function nodesOf(session: Session): Promise<FoundNode[]> {
  const { args, flags } = session
  if (args.includes('')) throw new Failure('resource name may not be empty')
  if (args.length === 0 && flags.text('selector') === '') throw new Failure(MISSING)
  const words = args.map((word) => (word.includes('/') ? word : `nodes/${word}`))
  const selection = await select(session, {
    words: words.length > 0 ? words : ['nodes'],
    singleType: true,
    typed: true,
  })
  const found: FoundNode[] = []
  for await (const { target, load } of selectedObjects(session, selection)) {
    const object = await load()
    const { group, version, resource } = target.type
    if (group !== '' || resource !== 'nodes')
      throw new Failure(`error: expected resource of type node, got "${group}/${version}, Resource=${resource}"`)
    found.push({ target, object })
  }
  return found
}

interface CordonOptions {
  readonly unschedulable: boolean
  readonly dryRun: DryRun
  readonly report: Report
}

/** Cordons or uncordons nodes. A refusal is printed to stderr, and the command continues with the next node. */
export async function setUnschedulable(
  session: Session,
  nodes: readonly FoundNode[],
  { unschedulable, dryRun, report }: CordonOptions,
): Promise<void> {
  const verb = unschedulable ? 'cordon' : 'uncordon'
  for (const { target, object } of nodes) {
    const spec = objectOrEmpty(object.spec)
    if ((spec.unschedulable === true) === unschedulable) {
      report(object, `already ${verb}ed`)
      continue
    }
    try {
      const { unschedulable: _, ...rest } = spec
      const after = { ...object, spec: unschedulable ? { ...rest, unschedulable } : rest }
      if (dryRun !== 'client') await strategicPatched(session, target, { before: object, after }, dryRun)
      report(object, `${verb}ed`)
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      session.host.stderr(`error: unable to ${verb} node ${JSON.stringify(target.name)}: ${error.message}\n`)
    }
  }
}
