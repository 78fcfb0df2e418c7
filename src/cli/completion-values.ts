import { findCommand } from './command-search.ts'
import { commandsOf } from './completion-commands.ts'
import type { Candidate, Completed, CompletedLine, CompletionSource } from './completion-source.ts'
import { DEFAULT, NO_FILES, NO_SPACE, startingWith } from './completion-source.ts'
import type { Flag } from './flags.ts'

type Complete = (line: CompletedLine, source: CompletionSource) => Promise<Completed>

const offered = (texts: readonly string[], directive = NO_FILES): Completed => ({
  candidates: texts.map((text): Candidate => ({ text })),
  directive,
})

/** The candidates for the value of a flag. */
export async function valueCandidates(flag: Flag, line: CompletedLine, source: CompletionSource): Promise<Completed> {
  const { word, args } = line
  switch (flag.completes) {
    case 'namespace':
      return offered(startingWith(await source.names(line, 'namespaces'), word))
    case 'clusterrole':
      return offered(startingWith(await source.names(line, 'clusterroles'), word))
    case 'cluster':
    case 'context':
    case 'user':
      return offered(startingWith(await source.entries(line, `${flag.completes}s`), word))
    case 'container':
      return offered(args[0] === undefined ? [] : startingWith(await source.containers(line, args[0]), word))
    case 'choices':
      return offered(startingWith(flag.choices ?? [], word))
    case 'fixed':
      return offered(flag.choices ?? [])
    default:
      return offered([], DEFAULT)
  }
}

/**
 * Types, and names of objects after a type, or in the form `TYPE/NAME`.
 * @param allowed the possible types; undefined for all types of the server
 * @param isSingle whether the command takes one object
 */
const objects =
  (allowed?: readonly string[], isSingle = false): Complete =>
  async (line, source) => {
    const { args, word } = line
    const [first] = args
    if (first !== undefined && !first.includes('/')) {
      if (isSingle && args.length > 1) return offered([])
      const names = startingWith(await source.names(line, first), word)
      return offered(names.filter((name) => !args.includes(name, 1)))
    }
    if (isSingle && first !== undefined) return offered([])
    const slash = word.indexOf('/')
    if (slash >= 0) {
      const pairs = await pairsOf(line, source, slash)
      return offered(pairs.filter((pair) => !args.includes(pair)))
    }
    const types = allowed === undefined ? await typesFor(line, source) : startingWith(allowed, word)
    // After a word `TYPE/NAME`, the other words have this form too.
    return first === undefined
      ? offered(types)
      : offered(
          types.map((type) => `${type}/`),
          NO_FILES + NO_SPACE,
        )
  }

async function typesFor(line: CompletedLine, source: CompletionSource): Promise<string[]> {
  const { word } = line
  const list = word.slice(0, word.lastIndexOf(',') + 1)
  return startingWith(await source.types(line), word.slice(list.length)).map((type) => list + type)
}

async function pairsOf(line: CompletedLine, source: CompletionSource, slash: number): Promise<string[]> {
  const type = line.word.slice(0, slash)
  const names = await source.names(line, type)
  return startingWith(names, line.word.slice(slash + 1)).map((name) => `${type}/${name}`)
}

/** The name of an object as the first argument. */
const firstName =
  (type: string): Complete =>
  async (line, source) =>
    offered(line.args.length === 0 ? startingWith(await source.names(line, type), line.word) : [])

/** The name of an entry of the configuration as the first argument. */
const firstEntry =
  (kind: 'clusters' | 'contexts' | 'users'): Complete =>
  async (line, source) =>
    offered(line.args.length === 0 ? startingWith(await source.entries(line, kind), line.word) : [])

const WITH_PODS = 'daemonsets deployments pods jobs replicasets replicationcontrollers services statefulsets'.split(' ')

/** A pod, or an object that has pods, as the first argument. */
const firstPod: Complete = async (line, source) => {
  const { args, word } = line
  if (args.length > 0) return offered([])
  const slash = word.indexOf('/')
  if (slash >= 0) return offered(await pairsOf(line, source, slash))
  const pods = startingWith(await source.names(line, 'pods'), word)
  const types = startingWith(WITH_PODS, word).map((type) => `${type}/`)
  return offered([...pods, ...types], pods.length === 0 ? NO_FILES + NO_SPACE : NO_FILES)
}

const podAndContainer: Complete = async (line, source) => {
  const [pod, ...more] = line.args
  if (pod === undefined || more.length > 0) return firstPod(line, source)
  return offered(startingWith(await source.containers(line, pod), line.word))
}

/** `NAMESPACE/`, `NAMESPACE/POD:`, `POD:` or a file of this machine. */
const copySource: Complete = async (line, source) => {
  const { args, word } = line
  if (args.length > 0 || /^[/.~]/.test(word) || word.includes(':')) return offered([], NO_SPACE)
  const slash = word.indexOf('/')
  if (slash > 0) {
    const namespace = word.slice(0, slash)
    const pods = (await source.names(line, 'pods', namespace)).map((name) => `${namespace}/${name}:`)
    return offered(startingWith(pods, word), NO_SPACE)
  }
  const namespaces = startingWith(await source.names(line, 'namespaces'), word).map((name) => `${name}/`)
  const found = [...namespaces, ...startingWith(await source.names(line, 'pods'), word).map((name) => `${name}:`)]
  if (word === '') return offered([...found, './', '/'], NO_SPACE)
  const files = found.length === 0 ? [] : startingWith([...(await source.files(''))].sort(), word)
  return offered([...found, ...files], NO_SPACE)
}

const shells: Complete = ({ args, word }) =>
  Promise.resolve(
    args.length === 0 ? offered(startingWith(['bash', 'zsh', 'fish', 'powershell'], word)) : offered([], DEFAULT),
  )

/** The commands that `help` describes. */
const helpTopics: Complete = async ({ args, word }) => {
  const { command } = await findCommand(args)
  if (command === undefined && args.length > 0) return offered([])
  const commands = (await commandsOf(command)).filter(({ name }) => name.startsWith(word))
  return {
    candidates: commands.map(({ name, summary }) => ({ text: name, description: summary })),
    directive: NO_FILES,
  }
}

const rolledOut = ['deployment', 'daemonset', 'statefulset']
const scaled = ['deployment', 'replicaset', 'replicationcontroller', 'statefulset']

/** The arguments that kubectl completes, by command. */
const ARGUMENTS: ReadonlyMap<string, Complete> = new Map(
  (
    [
      ['annotate|apply edit-last-applied|apply view-last-applied|delete|describe|edit|get|label|patch', objects()],
      ['rollout history|rollout restart|rollout undo', objects(rolledOut)],
      ['rollout status', objects(rolledOut, true)],
      ['rollout pause|rollout resume', objects(['deployment'])],
      ['autoscale|scale', objects(scaled)],
      ['expose', objects(['pod', 'service', 'replicationcontroller', 'deployment', 'replicaset'])],
      ['taint', objects(['node'])],
      ['cordon|drain|top node|uncordon', firstName('nodes')],
      ['top pod', firstName('pods')],
      ['create token', firstName('serviceaccounts')],
      ['attach|exec|port-forward', firstPod],
      ['logs', podAndContainer],
      ['cp', copySource],
      ['config delete-cluster', firstEntry('clusters')],
      ['config delete-user', firstEntry('users')],
      ['config delete-context|config rename-context|config set-context|config use-context', firstEntry('contexts')],
      ['completion', shells],
      ['help', helpTopics],
    ] as const
  ).flatMap(([paths, complete]) => paths.split('|').map((path) => [path, complete] as const)),
)

/** The candidates for an argument of a command; undefined when kubectl does not complete its arguments. */
export const argumentCandidates = async (
  line: CompletedLine,
  source: CompletionSource,
): Promise<Completed | undefined> => ARGUMENTS.get(line.path.join(' '))?.(line, source)

/** All types and names, for a command whose arguments kubectl does not complete. */
export const objectCandidates: Complete = objects()
