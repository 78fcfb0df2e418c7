import type { Arguments } from './arguments.ts'
import { parseArguments } from './arguments.ts'
import type { Command } from './command.ts'
import { findCommand, firstArgument, isSoughtAsPlugin } from './command-search.ts'
import { suggestedNames } from './commands.ts'
import { ConfigurationFailure } from './configuration-faults.ts'
import { errorText, Exit, Failure, failuresOf, faultText, INTERRUPTED, logAnswers, UsageError } from './failure.ts'
import type { Flag } from './flags.ts'
import { globalFlags, PROFILES } from './global-flags.ts'
import { commandHelp } from './help.ts'
import { globalOptions, mainHelp } from './main-help.ts'
import type { Host } from './host.ts'
import { logLevel } from './klog.ts'
import type { RunPlugin } from './plugins.ts'
import { Session } from './session.ts'
import { DiscoveryCache } from './session.ts'
import { logsStructs } from './struct-commands.ts'
import { suggestions } from './suggestions.ts'

/**
 * Runs one command line (without the client's own name) and resolves to its exit code. A shell passes the same cache
 * to all of its commands.
 */
export async function runCli(words: readonly string[], host: Host, cache = new DiscoveryCache()): Promise<number> {
  const name = host.dialect.cliNames[0] ?? ''
  try {
    return await dispatch(words, host, cache)
  } catch (error) {
    if (error instanceof Exit) return error.code
    if (host.signal.aborted) return INTERRUPTED
    host.stderr(explain(error).replaceAll('{cli}', name))
    return error instanceof Failure ? error.code : 1
  }
}

function explain(error: unknown): string {
  if (error instanceof UsageError)
    return `error: ${error.message}\n${error.hint === undefined ? '' : `${error.hint}\n`}`
  if (error instanceof ConfigurationFailure) return `Error in configuration: ${error.message}\n`
  // kubectl also prints this prefix when one of several failures is a ConfigurationFailure.
  const failures = failuresOf(error)
  if (failures.some((each) => each instanceof ConfigurationFailure))
    return `Error in configuration: \n${failures.map((each) => `* ${faultText(each)}\n`).join('')}`
  return errorText(error)
}

async function dispatch(words: readonly string[], host: Host, cache: DiscoveryCache): Promise<number> {
  if (words.find((word) => !word.startsWith('-'))?.startsWith('__complete')) {
    const code = await (await import('./completion-command.ts')).runCompletion(words, host, cache)
    if (code !== undefined) return code
  }
  if (words[0]?.startsWith('-') === true && (await isSoughtAsPlugin(words))) return misplacedFlag(words[0], host)
  const found = await findCommand(words)
  if (found.command === undefined) return withoutCommand(found.rest, host)
  const { command, path, rest } = found
  if (command.hasPlugins === true && rest[0]?.startsWith('-') === false) {
    const code = await runPlugin([...path, ...rest], host, path.length + 1)
    if (code !== undefined) return code
  }
  const called = `{cli} ${path.join(' ')}`
  const prefix = (host.dialect.cliNames[0] ?? '').toUpperCase()
  const isEnabled = ({ enabledBy }: Flag) =>
    enabledBy === undefined || host.environment[`${prefix}_${enabledBy}`] === 'true'
  const ownFlags = (command.flags ?? []).filter(isEnabled)
  const own = new Set(ownFlags.map((flag) => flag.name))
  const flags = [...ownFlags, ...globalFlags.filter((flag) => !own.has(flag.name))]
  const given = parse(rest, flags, called, command.flagErrorCode)
  for (const { name, deprecated } of given.written)
    if (deprecated !== undefined) host.stderr(`Flag --${name} has been deprecated, ${deprecated}\n`)
  if (given.flags.boolean('help')) {
    host.stdout(spell(await commandHelp(command, path), host))
    return 0
  }
  const missing = flags.filter((flag) => flag.required && !given.flags.given(flag.name))
  if (missing.length > 0)
    throw new Failure(`required flag(s) ${missing.map((flag) => `"${flag.name}"`).join(', ')} not set`)
  const profile = given.flags.text('profile')
  if (!own.has('profile') && !PROFILES.includes(profile)) throw new Failure(`unknown profile '${profile}'`)
  if (command.run === undefined) return printGroupHelp(command, path, given, host)
  const session = new Session(host, { path, ownFlags: command.flags ?? [], given, pathOf }, cache)
  let code = 0
  try {
    code = (await command.run(session)) ?? 0
  } catch (error) {
    if (logLevel(given.flags, 'helpers') >= 4) logAnswers(host, error, { isTyped: logsStructs(path, given.flags) })
    throw error
  } finally {
    // An open watch would keep the process alive.
    await session.close()
  }
  const warnings = (await session.startedClient())?.warnings ?? 0
  if (warnings === 0 || !session.flags.boolean('warnings-as-errors')) return code
  throw new Failure(`${warnings} ${warnings === 1 ? 'warning' : 'warnings'} received`)
}

const pathOf = async (words: readonly string[]): Promise<readonly string[]> => (await findCommand(words)).path

const runPlugin: RunPlugin = async (...given) => (await import('./plugins.ts')).runPlugin(...given)

const spell = (text: string, host: Host): string => text.replaceAll('{cli}', host.dialect.cliNames[0] ?? '')

function parse(words: readonly string[], flags: readonly Flag[], called: string, code?: number): Arguments {
  try {
    return parseArguments(words, flags)
  } catch (error) {
    if (error instanceof UsageError && error.hint === undefined)
      throw code === undefined
        ? new UsageError(error.message, `See '${called} --help' for usage.`)
        : new UsageError(error.message, `See '${called} -h' for help and examples`, code)
    throw error
  }
}

/** @throws UsageError for a flag that is not global */
function readGlobalFlags(words: readonly string[], name: string): Arguments {
  try {
    return parseArguments(words, globalFlags)
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(error.message, `Run '${name} options' without flags.`) : error
  }
}

/**
 * Runs a command line without a command: prints the help or the list of options, runs a plugin, or refuses an unknown
 * word.
 */
async function withoutCommand(words: readonly string[], host: Host): Promise<number> {
  const name = host.dialect.cliNames[0] ?? ''
  const word = words[firstArgument(words, globalFlags)]
  if (word === 'options') {
    // kubectl has no help text for `options`.
    if (!readGlobalFlags(words, name).flags.boolean('help')) host.stdout(spell(globalOptions(), host))
  } else if (word === 'help')
    return help(
      words.filter((each) => each !== 'help'),
      host,
    )
  else if (word !== undefined) {
    if (words[0]?.startsWith('-')) return misplacedFlag(words[0], host)
    const code = await runPlugin(words, host)
    if (code !== undefined) return code
    host.stderr(`error: unknown command ${JSON.stringify(word)} for "${name}"\n${suggestions(word, suggestedNames)}`)
    return 1
  } else {
    parse(words, globalFlags, '{cli}')
    host.stdout(spell(await mainHelp(), host))
  }
  return 0
}

function misplacedFlag(flag: string, host: Host): number {
  host.stderr(`Error: flags cannot be placed before plugin name: ${flag}\n`)
  return 1
}

/** Prints the help of a command. For an unknown topic, prints the help of the client. The exit code is 0. */
async function help(topic: readonly string[], host: Host): Promise<number> {
  if (topic[0] === 'options') return 0
  const isKnown = topic.length === 0 || (await findCommand(topic)).command !== undefined
  if (!isKnown) host.stderr(`Unknown help topic [${topic.map((word) => `\`${word}\``).join(' ')}]\n`)
  return dispatch(isKnown ? [...topic, '--help'] : ['--help'], host, new DiscoveryCache())
}

async function printGroupHelp(
  command: Command,
  path: readonly string[],
  given: Arguments,
  host: Host,
): Promise<number> {
  const called = `{cli} ${path.join(' ')}`
  const { stream, code } = command.alone ?? { stream: 'stderr', code: 1 }
  if (given.positional.length > 0 && code !== 0)
    throw new UsageError(
      `unknown command ${JSON.stringify(given.positional.join(' '))}`,
      `See '${called} -h' for help and examples`,
    )
  host[stream](spell(await commandHelp(command, path), host))
  return code
}
