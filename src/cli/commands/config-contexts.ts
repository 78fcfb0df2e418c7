import type { Command } from '../command.ts'
import { outputFlag } from '../common-flags.ts'
import type { Configuration } from '../configuration.ts'
import { changeConfiguration, exactly } from '../configuration-change.ts'
import { Failure, throwAll } from '../failure.ts'
import { boolean, text } from '../flags.ts'
import { alignColumns } from '../printers/columns.ts'

export const currentContext = {
  name: 'current-context',
  summary: 'Display the current-context',
  usage: 'config current-context',
  async run(session) {
    const { currentContext: name } = await session.configuration()
    if (name === '') throw new Failure('current-context is not set')
    session.host.stdout(`${name}\n`)
  },
} satisfies Command

export const getContexts = {
  name: 'get-contexts',
  summary: 'Describe one or many contexts',
  usage: 'config get-contexts [(-o|--output=)name)]',
  examples: [['List all the contexts', '{cli} config get-contexts']],
  flags: [boolean('no-headers', "Don't print headers."), outputFlag(['name'])],
  async run(session) {
    const { flags, args, host } = session
    const output = flags.text('output')
    if (output !== '' && output !== 'name')
      throw new Failure(
        `--output ${output} is not available in ${session.cli} config get-contexts; resetting to default output format`,
      )
    const { contexts, currentContext: current } = await session.configuration()
    const names = (args.length > 0 ? args : [...contexts.keys()]).filter((name) => contexts.has(name)).sort()
    if (output === 'name') host.stdout(names.map((name) => `${name}\n`).join(''))
    else {
      const rows = names.map((name) => {
        const context = contexts.get(name)
        return [
          name === current ? '*' : '',
          name,
          context?.cluster ?? '',
          context?.user ?? '',
          context?.namespace ?? '',
        ]
      })
      const header = ['CURRENT', 'NAME', 'CLUSTER', 'AUTHINFO', 'NAMESPACE']
      host.stdout(alignColumns(flags.boolean('no-headers') ? rows : [header, ...rows]))
    }
    const missing = args.filter((name) => !contexts.has(name))
    throwAll(missing.map((name) => new Failure(`context ${name} not found`)))
  },
} satisfies Command

const holdsContext =
  (name: string) =>
  ({ contexts }: Configuration): boolean =>
    contexts.has(name)

export const useContext = {
  name: 'use-context',
  aliases: ['use'],
  summary: 'Set the current-context in a configuration file',
  description: 'Set the current-context in a kubeconfig file.',
  usage: 'config use-context CONTEXT_NAME',
  examples: [['Use another cluster', '{cli} config use-context other']],
  async run(session) {
    const [name = ''] = await exactly(session, useContext, 1)
    if (name === '') throw new Failure('empty context names are not allowed')
    if (!(await session.configuration()).contexts.has(name))
      throw new Failure(`no context exists with the name: ${JSON.stringify(name)}`)
    await changeConfiguration(session, (configuration) => {
      configuration.currentContext = name
    })
    session.host.stdout(`Switched to context ${JSON.stringify(name)}.\n`)
  },
} satisfies Command

export const setContext = {
  name: 'set-context',
  summary: 'Set a context entry in the configuration',
  description: 'Set a context entry in kubeconfig.\n\n A field that is not given keeps its value.',
  usage:
    'config set-context [NAME | --current] [--cluster=cluster_nickname] [--user=user_nickname] [--namespace=namespace]',
  examples: [['Change the namespace of what you do next', '{cli} config set-context --current --namespace=shop']],
  flags: [
    text('cluster', 'The cluster for the entry.'),
    boolean('current', 'Modify the current context.'),
    text('namespace', 'The namespace for the entry.'),
    text('user', 'The user for the entry.'),
  ],
  async run(session) {
    const { flags, args, host } = session
    if (args.length > 1) await exactly(session, setContext, 1)
    if (flags.boolean('current') && args.length > 0)
      throw new Failure('you cannot specify both a context name and --current')
    if (!flags.boolean('current') && !args[0])
      throw new Failure('you must specify a non-empty context name or --current')
    const { currentContext: current, contexts } = await session.configuration()
    const name = flags.boolean('current') ? current : (args[0] ?? '')
    if (name === '') throw new Failure('no current context is set')
    await changeConfiguration(
      session,
      (configuration) => {
        const context = { ...configuration.contexts.get(name) }
        for (const field of ['cluster', 'user', 'namespace'] as const)
          if (flags.given(field)) context[field] = flags.text(field)
        configuration.contexts.set(name, context)
      },
      holdsContext(name),
    )
    host.stdout(`Context ${JSON.stringify(name)} ${contexts.has(name) ? 'modified' : 'created'}.\n`)
  },
} satisfies Command

export const renameContext = {
  name: 'rename-context',
  summary: 'Rename a context from the configuration',
  description: 'Renames a context from the kubeconfig file.',
  usage: 'config rename-context CONTEXT_NAME NEW_NAME',
  async run(session) {
    const [from = '', to = ''] = await exactly(session, renameContext, 2)
    if (to === '') throw new Failure('You must specify a new non-empty context name')
    const { contexts, currentContext } = await session.configuration()
    await changeConfiguration(
      session,
      (configuration, file) => {
        const context = configuration.contexts.get(from)
        if (context === undefined)
          throw new Failure(`cannot rename the context ${JSON.stringify(from)}, it's not in ${file}`)
        if (contexts.has(to))
          throw new Failure(
            `cannot rename the context ${JSON.stringify(from)}, the context ${JSON.stringify(to)} already exists in ${file}`,
          )
        configuration.contexts.delete(from)
        configuration.contexts.set(to, context)
      },
      holdsContext(from),
    )
    if (currentContext === from)
      await changeConfiguration(session, (configuration) => void (configuration.currentContext = to))
    session.host.stdout(`Context ${JSON.stringify(from)} renamed to ${JSON.stringify(to)}.\n`)
  },
} satisfies Command

export const deleteContext = {
  name: 'delete-context',
  summary: 'Delete the specified context from the configuration',
  description: 'Delete the specified context from the kubeconfig.',
  usage: 'config delete-context NAME',
  async run(session) {
    const [name, ...more] = session.args
    if (name === undefined || more.length > 0) {
      session.host.stdout(`${deleteContext.description}\n`)
      return
    }
    const { currentContext } = await session.configuration()
    const file = await changeConfiguration(
      session,
      (configuration, path) => {
        if (!configuration.contexts.delete(name)) throw new Failure(`cannot delete context ${name}, not in ${path}`)
        if (currentContext === name)
          session.host.stderr(
            `warning: this removed your active context, use "${session.cli} config use-context" to select a different one\n`,
          )
      },
      holdsContext(name),
    )
    session.host.stdout(`deleted context ${name} from ${file}\n`)
  },
} satisfies Command
