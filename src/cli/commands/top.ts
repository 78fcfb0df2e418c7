import { parseFieldSelector, parseLabelSelector } from '../../../worker/api/selector.ts'
import type { Command } from '../command.ts'
import { entry } from '../command.ts'
import { allNamespacesFlag, fieldSelectorFlag, selectorFlag } from '../common-flags.ts'
import { Failure, ServerError, UsageError } from '../failure.ts'
import type { Flag } from '../flags.ts'
import { boolean, text } from '../flags.ts'
import type { Session } from '../session.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'

const sharedFlags: readonly Flag[] = [
  selectorFlag,
  text('sort-by', 'Sort by this resource: cpu or memory.', { choices: ['cpu', 'memory'] }),
  boolean('no-headers', "If present, don't print headers."),
  boolean('use-protocol-buffers', 'Ask for metrics in protocol buffers.', { fallback: 'true' }),
]

interface Noun {
  readonly name: 'pod' | 'node'
  readonly aliases: readonly string[]
  readonly flags: readonly Flag[]
  /** The name of `--selector` in the error for a command line with a name and a selector. */
  readonly selector: string
}

const pods: Noun = {
  name: 'pod',
  aliases: ['pods', 'po'],
  flags: [
    fieldSelectorFlag,
    boolean('containers', 'Print the usage of each container.'),
    allNamespacesFlag,
    boolean('sum', 'Print the sum of the usage.'),
  ],
  selector: 'selector',
}

const nodes: Noun = {
  name: 'node',
  aliases: ['nodes', 'no'],
  flags: [boolean('show-capacity', 'Compare with the capacity of nodes instead of the allocatable amounts.')],
  selector: '--selector',
}

const resourceUsage = (noun: Noun): Command => ({
  name: noun.name,
  aliases: noun.aliases,
  summary: `Display resource (CPU/memory) usage of ${noun.name}s`,
  usage: `top ${noun.name} [NAME | -l label]`,
  flags: [...sharedFlags, ...noun.flags],
  run: (session) => refuse(session, noun),
})

/**
 * Checks the command line and the credentials, then reports that the metrics API is missing, because no Tabplane serves
 * it.
 */
async function refuse(session: Session, { name, selector }: Noun): Promise<never> {
  const { args, flags, cli } = session
  if (args.length > 1)
    throw new UsageError(`${name} [NAME | -l label]`, `See '${cli} top ${name} -h' for help and examples`)
  if (name === 'pod') await session.namespace()
  await session.connection()
  const sortBy = flags.text('sort-by')
  if (sortBy !== '' && sortBy !== 'cpu' && sortBy !== 'memory')
    throw new Failure('--sort-by accepts only cpu or memory')
  if (args.length > 0 && (flags.text('selector') !== '' || flags.text('field-selector') !== ''))
    throw new Failure(`only one of NAME or ${selector} can be provided`)
  const [selected, fields] = [flags.text('selector'), flags.text('field-selector')]
  withFailures(() => selected === '' || parseLabelSelector(selected))
  withFailures(() => parseFieldSelector(fields))
  // kubectl reads the groups without its cache.
  await session.freshDiscovery().catch((error: unknown) => {
    if (!(error instanceof ServerError) || error.status.code !== 401) throw error
    throw new ServerError({ ...error.status, message: 'the server has asked for the client to provide credentials' })
  })
  throw new Failure('Metrics API not available')
}

/** Calls `parse`. @throws Failure with the message of the error that `parse` throws */
function withFailures(parse: () => unknown): void {
  try {
    parse()
  } catch (error) {
    throw new Failure(errorMessage(error))
  }
}

export const top = {
  name: 'top',
  summary: 'Display resource (CPU/memory) usage',
  description:
    'Display resource (CPU/memory) usage.\n\n The top command allows you to see the resource consumption for nodes or pods.\n\n This command requires Metrics Server to be correctly configured and working on the server.',
  usage: 'top',
  commands: [entry(resourceUsage(nodes)), entry(resourceUsage(pods))],
} satisfies Command
