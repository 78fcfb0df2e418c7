import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { Command } from '../command.ts'
import { Failure, ServerError } from '../failure.ts'
import { array, boolean, list, text } from '../flags.ts'
import { ONE_STDIN, readAllManifests } from '../manifests.ts'
import { containersOf, podSpecOf } from '../pod-specs.ts'
import { readApplying } from '../object-changes.ts'
import type { PodChange } from '../pod-templates.ts'
import { changePodSpecs, isNamedBy, withContainers } from '../pod-templates.ts'
import { decoding } from '../typed-objects.ts'
import { fetchTarget, selectedObjects } from '../selected-objects.ts'
import { MISSING, select } from '../selection.ts'
import type { Session } from '../session.ts'
import { containersFlag, setFlags } from '../set-flags.ts'
import type { Settings } from '../variables.ts'
import {
  fieldValue,
  isSetting,
  originText,
  readSettings,
  resourceValue,
  variablesFrom,
  variablesOf,
  withVariables,
} from '../variables.ts'
import { fromForgivingBase64Text } from '../../../worker/runtime/bytes.ts'

export const setEnv = {
  name: 'env',
  summary: 'Update environment variables on a pod template',
  usage: 'set env RESOURCE/NAME KEY_1=VAL_1 ... KEY_N=VAL_N',
  examples: [
    ['Set a variable', '{cli} set env deployment/registry STORAGE_DIR=/local'],
    ['Take the keys of a config map', '{cli} set env --from=configmap/settings --prefix=APP_ deployment/registry'],
  ],
  flags: [
    ...setFlags,
    containersFlag,
    array('env', 'Specify a key-value pair for an environment variable to set into each container.', { short: 'e' }),
    text('from', 'The name of a config map or secret to take variables from.'),
    list('keys', 'The keys that are taken with --from; by default all.'),
    boolean('list', 'If true, display the environment and any changes in the standard format.'),
    boolean('overwrite', 'If true, allow environment to be overwritten.', { fallback: 'true' }),
    text('prefix', 'The prefix of the names of the variables.'),
    boolean('resolve', 'If true, show the values of references when listing variables.'),
  ],
  async run(session) {
    const { flags } = session
    if (flags.boolean('all') && flags.text('selector') !== '')
      throw new Failure('cannot set --all and --selector at the same time')
    const words = split(session)
    const applying = await readApplying(session)
    await session.connection()
    await session.namespace()
    if (flags.boolean('local') && applying.dryRun === 'server')
      throw new Failure('cannot specify --local and --dry-run=server - did you mean --dry-run=client?')
    if (words.resources.length === 0 && flags.list('filename').length === 0)
      throw new Failure('one or more resources must be specified as <resource> <name> or <resource>/<name>')
    if (flags.boolean('list') && flags.text('output') !== '')
      throw new Failure('--list and --output may not be specified together')
    if (flags.list('keys').length > 0 && flags.text('from') === '')
      throw new Failure('when specifying --keys, a configmap or secret must be provided with --from')
    const settings = await settingsOf(session, words.settings)
    if (flags.boolean('list')) return listAll(session, words.resources, settings)
    const pattern = flags.text('containers')
    const how: PodChange = {
      done: 'env updated',
      localWordsError: MISSING,
      failure: 'failed to patch env update to pod template:',
      commandLineFaults: () => [],
      // Only after its first patch, kubectl refuses a command line that sets no variable and has no words for variables.
      patched() {
        if (settings.set.length === 0 && words.settings.length === 0)
          throw new Failure('at least one environment variable must be provided')
      },
      change(spec, object) {
        const overwrite = flags.boolean('overwrite')
        const found = withContainers(spec, isNamedBy(pattern), (container) =>
          withVariables(container, settings, overwrite),
        )
        if (found === undefined) warnOfNoContainer(session, object)
        return found ?? spec
      },
    }
    await changePodSpecs(session, words.resources, how, applying)
  },
} satisfies Command

function split({ args }: Session) {
  const first = args.findIndex(isSetting)
  const resources = first < 0 ? args : args.slice(0, first)
  const settings = first < 0 ? [] : args.slice(first)
  if (!settings.every(isSetting))
    throw new Failure(`all resources must be specified before environment changes: ${args.join(' ')}`)
  return { resources, settings }
}

async function settingsOf(session: Session, given: readonly string[]): Promise<Settings> {
  const { flags, host } = session
  const words = [...flags.list('env'), ...given]
  const { set, remove } = readSettings(words, words.includes('-') ? await host.stdin() : '')
  const taken: JsonObject[] = []
  // kubectl applies the selector of the command line to `--from` too, and refuses a selector beside a name.
  if (flags.text('from') !== '' && flags.text('selector') !== '')
    throw new Failure('selectors and the all flag cannot be used when passing resource/name arguments')
  if (flags.text('from') !== '')
    for (const target of (await select(session, { words: [flags.text('from')], selectors: false })).targets)
      for (const { key, variable } of variablesFrom(await fetchTarget(session, target), flags.list('keys'))) {
        if (variable.name !== key) host.stderr(`Warning: key ${key} transferred to ${String(variable.name)}\n`)
        taken.push(variable)
      }
  if (words.includes('-') && flags.list('filename').includes('-')) throw new Failure(ONE_STDIN)
  const prefixed = [...set, ...taken].map((each) => ({ ...each, name: flags.text('prefix') + String(each.name) }))
  return { set: prefixed, remove }
}

async function listAll(session: Session, words: readonly string[], settings: Settings): Promise<void> {
  const { flags } = session
  if (flags.boolean('local')) {
    const decode = await decoding(session.host.dialect)
    const decoded = (await readAllManifests(session.host, flags, { typed: true })).map(({ object, source }) =>
      decode(object, source),
    )
    for (const object of decoded) await listOne(session, object, settings)
    return
  }
  const selection = await select(session, { words, bareTypeMeansAll: flags.boolean('all'), typed: true })
  const objects: ApiObject[] = []
  for await (const { load } of selectedObjects(session, selection)) objects.push(await load())
  for (const object of objects) await listOne(session, object, settings)
}

function warnOfNoContainer({ flags, host }: Session, { kind, metadata }: ApiObject): void {
  const pattern = JSON.stringify(flags.text('containers'))
  host.stderr(`Warning: ${kind ?? ''}/${metadata?.name ?? ''} does not have any containers matching ${pattern}\n`)
}

async function listOne(session: Session, object: ApiObject, settings: Settings): Promise<void> {
  const { flags, host } = session
  const spec = podSpecOf(object)
  const isSelected = isNamedBy(flags.text('containers'))
  const containers = [...containersOf(spec ?? {}), ...containersOf(spec ?? {}, 'initContainers')]
  const selected = containers.filter(({ name }) => isSelected(String(name)))
  if (spec !== undefined && selected.length === 0) warnOfNoContainer(session, object)
  for (const container of selected) {
    host.stdout(`# ${object.kind ?? ''} ${object.metadata?.name ?? ''}, container ${String(container.name)}\n`)
    const unresolved = new Map<string, string[]>()
    for (const variable of variablesOf(withVariables(container, settings, flags.boolean('overwrite')))) {
      const { name, value, valueFrom } = variable
      const origin = isObject(valueFrom) ? valueFrom : undefined
      try {
        if (origin === undefined) host.stdout(`${String(name)}=${String(value ?? '')}\n`)
        else if (flags.boolean('resolve'))
          host.stdout(`${String(name)}=${await resolved(session, origin, object, container)}\n`)
        else host.stdout(`# ${String(name)} from ${originText(origin)}\n`)
      } catch (error) {
        if (!(error instanceof Failure || error instanceof ServerError)) throw error
        host.stdout(`# ${String(name)} from ${originText(origin ?? {})}\n`)
        unresolved.set(error.message, [...(unresolved.get(error.message) ?? []), String(name)])
      }
    }
    const notes = [...unresolved].map(
      ([why, names]) => `error retrieving reference for ${names.sort().join(', ')}: ${why}`,
    )
    for (const line of notes.sort()) host.stderr(`${line}\n`)
  }
}

async function resolved(
  session: Session,
  { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef }: JsonObject,
  object: ApiObject,
  container: JsonObject,
): Promise<string> {
  if (isObject(fieldRef)) return fieldValue(object, String(fieldRef.fieldPath))
  if (isObject(resourceFieldRef)) return resourceValue(container, resourceFieldRef)
  const secret = secretKeyRef !== undefined
  const reference = secret ? secretKeyRef : configMapKeyRef
  if (!isObject(reference)) throw new Failure('invalid valueFrom')
  const [name, key] = [String(reference.name), String(reference.key)]
  const client = await session.client()
  const path = `/api/v1/namespaces/${await session.namespace()}/${secret ? 'secrets' : 'configmaps'}/${name}`
  const { data } = await client.json({ path })
  const value = isObject(data) ? data[key] : undefined
  if (typeof value !== 'string')
    throw new Failure(`key ${key} not found in ${secret ? 'secret' : 'config map'} ${name}`)
  return secret ? fromForgivingBase64Text(value) : value
}
