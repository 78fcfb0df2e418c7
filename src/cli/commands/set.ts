import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { Command } from '../command.ts'
import { entry } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, filenameFlags, printFlags, selectorFlag } from '../common-flags.ts'
import { Failure, UsageError } from '../failure.ts'
import { array, boolean, list, text } from '../flags.ts'
import { containersOf, namesContainer } from '../pod-specs.ts'
import { changePodSpecs } from '../pod-templates.ts'
import type { Session } from '../session.ts'

const setFlags = [
  boolean('all', 'Select all resources of the given types in the namespace.'),
  dryRunFlag,
  fieldManagerFlag('{cli}-set'),
  ...filenameFlags('identifying the resource to get from a server'),
  boolean('local', 'If true, nothing is sent to the server.'),
  ...printFlags,
  selectorFlag,
]

const containersFlag = text('containers', "The names of containers to update; '*' stands for anything.", {
  short: 'c',
  fallback: '*',
})

const isSetting = (word: string): boolean => word.includes('=') || (word.endsWith('-') && word.length > 1)

function split({ args }: Session): { resources: string[]; settings: string[] } {
  return { resources: args.filter((word) => !isSetting(word)), settings: args.filter(isSetting) }
}

/** Changes the containers that a pattern names. @throws Failure where it names none */
function withContainers(spec: JsonObject, pattern: string, change: (container: JsonObject) => JsonObject): JsonObject {
  let found = 0
  const changed = (field: string): JsonObject => {
    const all = containersOf(spec, field)
    if (all.length === 0) return {}
    return {
      [field]: all.map((container) => {
        if (!namesContainer(pattern, String(container.name))) return container
        found++
        return change(container)
      }),
    }
  }
  const result = { ...spec, ...changed('initContainers'), ...changed('containers') }
  if (found === 0) throw new Failure(`unable to find container named ${JSON.stringify(pattern)}`)
  return result
}

const image = {
  name: 'image',
  summary: 'Update the image of a pod template',
  usage:
    'set image (-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ... CONTAINER_NAME_N=CONTAINER_IMAGE_N',
  examples: [['Set the image of a container', '{cli} set image deployment/nginx busybox=busybox nginx=nginx:1.9.1']],
  flags: setFlags,
  async run(session) {
    const { resources, settings } = split(session)
    if (settings.length === 0 && (resources.length > 0 || session.flags.given('filename')))
      throw new Failure('at least one image update is required')
    await changePodSpecs(session, resources, 'image updated', (spec) =>
      settings.reduce((at, setting) => {
        const [name = '', ...value] = setting.split('=')
        return withContainers(at, name, (container) => ({ ...container, image: value.join('=') }))
      }, spec),
    )
  },
} satisfies Command

const env = {
  name: 'env',
  summary: 'Update environment variables on a pod template',
  usage: 'set env RESOURCE/NAME KEY_1=VAL_1 ... KEY_N=VAL_N',
  examples: [['Set a variable', '{cli} set env deployment/registry STORAGE_DIR=/local']],
  flags: [
    ...setFlags,
    containersFlag,
    array('env', 'Specify a key-value pair for an environment variable to set into each container.', { short: 'e' }),
    boolean('list', 'If true, display the environment and any changes in the standard format.'),
    boolean('overwrite', 'If true, allow environment to be overwritten.', { fallback: 'true' }),
  ],
  async run(session) {
    const { flags, host } = session
    const { resources, settings } = split(session)
    const wanted = [...settings, ...flags.list('env')]
    await changePodSpecs(session, resources, 'env updated', (spec, object) => {
      if (!flags.boolean('list'))
        return withContainers(spec, flags.text('containers'), (container) => withVariables(session, container, wanted))
      for (const container of containersOf(spec)) {
        host.stdout(`# ${object.kind ?? ''} ${object.metadata?.name ?? ''}, container ${String(container.name)}\n`)
        for (const variable of Array.isArray(container.env) ? container.env.filter(isObject) : [])
          host.stdout(
            'valueFrom' in variable
              ? `# ${String(variable.name)} from elsewhere\n`
              : `${String(variable.name)}=${String(variable.value ?? '')}\n`,
          )
      }
      return spec
    })
  },
} satisfies Command

function withVariables({ flags }: Session, container: JsonObject, settings: readonly string[]): JsonObject {
  let all = Array.isArray(container.env) ? container.env.filter(isObject) : []
  for (const setting of settings) {
    const at = setting.indexOf('=')
    const name = at < 0 ? setting.slice(0, -1) : setting.slice(0, at)
    const known = all.some((variable) => variable.name === name)
    if (at < 0) all = all.filter((variable) => variable.name !== name)
    else if (known && !flags.boolean('overwrite'))
      throw new Failure(`${name} already has a value and --overwrite is false`)
    else {
      const variable = { name, value: setting.slice(at + 1) }
      all = known ? all.map((each) => (each.name === name ? variable : each)) : [...all, variable]
    }
  }
  const { env: _, ...rest } = container
  return all.length === 0 ? rest : { ...rest, env: all }
}

const resources = {
  name: 'resources',
  summary: 'Update resource requests/limits on objects with pod templates',
  usage: 'set resources (-f FILENAME | TYPE NAME) ([--limits=LIMITS & --requests=REQUESTS])',
  examples: [['Set limits', '{cli} set resources deployment nginx --limits=cpu=200m,memory=512Mi']],
  flags: [
    ...setFlags,
    containersFlag,
    list('limits', 'The resource requirement limits for this container: cpu=100m,memory=256Mi.'),
    list('requests', 'The resource requirement requests for this container: cpu=100m,memory=256Mi.'),
  ],
  async run(session) {
    const { args, flags } = session
    const [limits, requests] = [amounts(flags.list('limits')), amounts(flags.list('requests'))]
    if (limits === undefined && requests === undefined)
      throw new Failure('you must specify an update to requests or limits (in the form of --requests/--limits)')
    await changePodSpecs(session, args, 'resource requirements updated', (spec) =>
      withContainers(spec, flags.text('containers'), (container) => {
        const before = isObject(container.resources) ? container.resources : {}
        const merged = (field: string, more: JsonObject | undefined): JsonObject =>
          more === undefined ? {} : { [field]: { ...(isObject(before[field]) ? before[field] : {}), ...more } }
        return { ...container, resources: { ...before, ...merged('limits', limits), ...merged('requests', requests) } }
      }),
    )
  },
} satisfies Command

function amounts(words: readonly string[]): JsonObject | undefined {
  if (words.length === 0) return undefined
  return Object.fromEntries(
    words.map((word) => {
      const [name = '', amount, ...more] = word.split('=')
      if (amount === undefined || more.length > 0)
        throw new Failure(`invalid argument syntax ${word}, expected <resource>=<value>`)
      return [name, amount]
    }),
  )
}

const serviceAccount = {
  name: 'serviceaccount',
  aliases: ['sa'],
  summary: 'Update the service account of a resource',
  usage: 'set serviceaccount (-f FILENAME | TYPE NAME) SERVICE_ACCOUNT',
  examples: [['Set the service account', '{cli} set serviceaccount deployment nginx-deployment serviceaccount1']],
  flags: setFlags,
  async run(session) {
    const { args } = session
    const name = args.at(-1)
    if (name === undefined) throw new UsageError('serviceaccount is required')
    await changePodSpecs(session, args.slice(0, -1), 'serviceaccount updated', (spec) => ({
      ...spec,
      serviceAccountName: name,
      serviceAccount: name,
    }))
  },
} satisfies Command

export const set = {
  name: 'set',
  summary: 'Set specific features on objects',
  description:
    'Configure application resources.\n\n These commands help you make changes to existing application resources.',
  usage: 'set SUBCOMMAND',
  commands: [
    entry(env),
    entry(image),
    entry(resources),
    { name: 'selector', load: () => import('./set-references.ts').then((file) => file.selector) },
    entry(serviceAccount),
    { name: 'subject', load: () => import('./set-references.ts').then((file) => file.subject) },
  ],
} satisfies Command
