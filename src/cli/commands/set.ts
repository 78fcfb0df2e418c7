import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty } from '../../../worker/api/json.ts'
import { dryRunOf } from '../write-options.ts'
import { reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import { entry } from '../command.ts'
import { Failure } from '../failure.ts'
import { text } from '../flags.ts'
import { readApplying } from '../object-changes.ts'
import type { PodChange } from '../pod-templates.ts'
import { MISSING } from '../selection.ts'
import { isNamedBy, withContainers, changePodSpecs } from '../pod-templates.ts'
import { readAmounts } from '../resource-amounts.ts'
import { containersFlag, recordedSetFlags, setAccountFlags } from '../set-flags.ts'

const image = {
  name: 'image',
  summary: 'Update the image of a pod template',
  usage:
    'set image (-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ... CONTAINER_NAME_N=CONTAINER_IMAGE_N',
  examples: [['Set the image of a container', '{cli} set image deployment/nginx busybox=busybox nginx=nginx:1.9.1']],
  flags: recordedSetFlags,
  async run(session) {
    const applying = await readApplying(session)
    await session.namespace()
    const { words, images } = readImages(session.args)
    const how: PodChange = {
      done: 'image updated',
      failure: 'failed to patch image update to pod template:',
      commandLineFaults() {
        if (images.size === 0) return ['at least one image update is required']
        return images.size > 1 && images.has('*')
          ? ['all containers are already specified by *, but saw more than one container_name=container_image pairs']
          : []
      },
      change(spec, _, failures) {
        let changed = spec
        for (const [name, value] of images) {
          const isSelected = (container: string): boolean => name === '*' || container === name
          const found = withContainers(changed, isSelected, (container) => ({ ...container, image: value }))
          if (found === undefined)
            failures.push(new Failure(`error: unable to find container named ${JSON.stringify(name)}`))
          changed = found ?? changed
        }
        return changed
      },
    }
    await changePodSpecs(session, words, how, applying)
  },
} satisfies Command

function readImages(args: readonly string[]) {
  const isPair = (word: string): boolean => word.indexOf('=') > 0 || (word.endsWith('-') && word !== '-')
  const first = args.findIndex(isPair)
  const words = first < 0 ? args : args.slice(0, first)
  const pairs = first < 0 ? [] : args.slice(first)
  const late = pairs.find((word) => !isPair(word))
  if (late !== undefined) throw new Failure(`all resources must be specified before image changes: ${late}`)
  const unset = pairs.filter((word) => word.indexOf('=') <= 0)
  if (unset.length > 0) throw new Failure(`invalid image format: ${unset.join(', ')}`)
  const images = new Map(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)] as const
    }),
  )
  return { words, images }
}

const resources = {
  name: 'resources',
  summary: 'Update resource requests/limits on objects with pod templates',
  usage: 'set resources (-f FILENAME | TYPE NAME) ([--limits=LIMITS & --requests=REQUESTS])',
  examples: [['Set limits', '{cli} set resources deployment nginx --limits=cpu=200m,memory=512Mi']],
  flags: [
    ...recordedSetFlags,
    containersFlag,
    text('limits', 'The resource requirement limits for this container: cpu=100m,memory=256Mi.'),
    text('requests', 'The resource requirement requests for this container: cpu=100m,memory=256Mi.'),
  ],
  async run(session) {
    const { args, flags } = session
    const [limits, requests] = [flags.text('limits'), flags.text('requests')]
    const amounts: [field: string, amounts: JsonObject][] = []
    const pattern = flags.text('containers')
    const applying = await readApplying(session)
    await session.namespace()
    const how: PodChange = {
      done: 'resource requirements updated',
      failure: 'failed to patch resources update to pod template',
      commandLineFaults() {
        if (limits === '' && requests === '')
          return ['you must specify an update to requests or limits (in the form of --requests/--limits)']
        if (limits !== '') amounts.push(['limits', readAmounts(limits)])
        if (requests !== '') amounts.push(['requests', readAmounts(requests)])
        return []
      },
      change(spec, _, failures) {
        const found = withContainers(spec, isNamedBy(pattern), (container) => {
          const before = objectOrEmpty(container.resources)
          const after: JsonObject = { ...before }
          for (const [field, more] of amounts) after[field] = { ...objectOrEmpty(before[field]), ...more }
          return { ...container, resources: after }
        })
        if (found === undefined) failures.push(new Failure(`error: unable to find container named ${pattern}`))
        return found ?? spec
      },
    }
    await changePodSpecs(session, args, how, applying)
  },
} satisfies Command

const serviceAccount = {
  name: 'serviceaccount',
  aliases: ['sa'],
  summary: 'Update the service account of a resource',
  usage: 'set serviceaccount (-f FILENAME | TYPE NAME) SERVICE_ACCOUNT',
  examples: [['Set the service account', '{cli} set serviceaccount deployment nginx-deployment serviceaccount1']],
  flags: setAccountFlags,
  async run(session) {
    const { args, flags } = session
    const dryRun = dryRunOf(session)
    if (flags.boolean('local') && dryRun === 'server')
      throw new Failure('cannot specify --local and --dry-run=server - did you mean --dry-run=client?')
    const report = await reporter(session, dryRun, { typed: true })
    await session.namespace()
    const name = args.at(-1)
    if (name === undefined) throw new Failure('serviceaccount is required')
    const how: PodChange = {
      done: 'serviceaccount updated',
      localWordsError: MISSING,
      failure: 'failed to patch ServiceAccountName',
      commandLineFaults: () => [],
      always: true,
      change: (spec) => ({ ...spec, serviceAccountName: name }),
    }
    await changePodSpecs(session, args.slice(0, -1), how, { dryRun, report })
  },
} satisfies Command

export const set = {
  name: 'set',
  summary: 'Set specific features on objects',
  description:
    'Configure application resources.\n\n These commands help you make changes to existing application resources.',
  usage: 'set SUBCOMMAND',
  commands: [
    { name: 'env', load: () => import('./set-env.ts').then((file) => file.setEnv) },
    entry(image),
    entry(resources),
    { name: 'selector', load: () => import('./set-references.ts').then((file) => file.selector) },
    entry(serviceAccount),
    { name: 'subject', load: () => import('./set-references.ts').then((file) => file.subject) },
  ],
} satisfies Command
