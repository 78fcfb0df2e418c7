import { objectOrEmpty } from '../../../worker/api/json.ts'
import { dryRunOf, fieldValidation } from '../write-options.ts'
import { forEach, reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, printFlags, selectorFlag, validateFlag } from '../common-flags.ts'
import { NoSuchType } from '../discovery.ts'
import { BareFailure, Failure } from '../failure.ts'
import { boolean } from '../flags.ts'
import { selectedObjects } from '../selected-objects.ts'
import { select } from '../selection.ts'
import type { Session } from '../session.ts'
import { strategicPatched } from '../strategic-patched.ts'
import { checkTaints, isTaint, readTaints, taintsAfter } from '../taints.ts'

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
    await session.namespace()
    await session.connection()
    const dryRun = dryRunOf(session)
    fieldValidation(flags.text('validate'))
    const { type, names, changes } = await readWords(session)
    const selection = await select(session, { words: [type, ...names], all: flags.boolean('all') })
    // kubectl prints nothing about a dry run here.
    const report = await reporter(session, 'none', { typed: true, isApart: true, isLate: true })
    await forEach(selectedObjects(session, selection), async ({ target, load }) => {
      const before = await load()
      const { taints, done } = taintsAfter(target.name, before, changes, flags.boolean('overwrite'))
      const { taints: _, ...rest } = objectOrEmpty(before.spec)
      const after = { ...before, spec: taints.length === 0 ? rest : { ...rest, taints } }
      if (dryRun === 'client') report(after, done)
      else report(await strategicPatched(session, target, { before, after }, dryRun), done)
    })
  },
} satisfies Command

const isNode = (type: string): boolean => ['node', 'nodes', 'no'].includes(type.toLowerCase())

/** Throws the error. kubectl prints the error about an unknown type without `error: `. */
function alone(error: unknown): never {
  throw error instanceof NoSuchType ? new BareFailure(error.message) : error
}

/** The nodes and the taints of a command line. */
async function readWords(session: Session) {
  const { args, flags, cli } = session
  const first = args.findIndex(isTaint)
  const [type, ...names] = first < 0 ? args : args.slice(0, first)
  const words = first < 0 ? [] : args.slice(first)
  const late = words.find((word) => !isTaint(word))
  if (late !== undefined) throw new Failure(`all resources must be specified before taint changes: ${late}`)
  if (type === undefined) throw new Failure('one or more resources must be specified as <resource> <name>')
  if (words.length === 0) throw new Failure('at least one taint update is required')
  const changes = readTaints(words, `See '${cli} taint -h' for help and examples`)
  if (!isNode(type)) await session.type(type).catch(alone)
  if (!isNode(type)) throw new Failure(`invalid resource type ${type.toLowerCase()}, only node types are supported`)
  checkTaints(changes)
  const selected = flags.boolean('all') || flags.given('selector')
  if (flags.boolean('all') && flags.given('selector'))
    throw new Failure("setting 'all' parameter with a non empty selector is prohibited")
  if (!selected && names.length === 0)
    throw new Failure("at least one resource name must be specified since 'all' parameter is not set")
  return { type, names: selected ? [] : names, changes }
}
