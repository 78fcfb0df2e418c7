import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import type { DryRun, Report } from './changes.ts'
import { dryRunOf, reporter } from './changes.ts'
import type { Command } from './command.ts'
import { dryRunFlag, selectorFlag } from './common-flags.ts'
import { Failure, ServerError, UsageError } from './failure.ts'
import { mergePatched } from './merge-patched.ts'
import type { Target } from './selection.ts'
import { select, selectedObjects } from './selection.ts'
import type { Session } from './session.ts'

/** `cordon` or `uncordon`. */
export function schedulingCommand(name: 'cordon' | 'uncordon', unschedulable: boolean): Command {
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
  const words = args.map((word) => (word.includes('/') ? word : `nodes/${word}`))
  const selection = await select(session, { words: words.length > 0 ? words : ['nodes'], singleType: true })
  const found: FoundNode[] = []
  for await (const { target, load } of selectedObjects(session, selection)) {
    const { group, version, resource } = target.type
    if (group !== '' || resource !== 'nodes')
      throw new Failure(`error: expected resource of type node, got "${group}/${version}, Resource=${resource}"`)
    found.push({ target, object: await load() })
  }
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
