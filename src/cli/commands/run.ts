import type { ApiObject } from '../../../worker/api/object.ts'
import { stringifyJson } from '../../../worker/codec/encode.ts'
import { dryRunOf, fieldManager, reporter } from '../changes.ts'
import type { Command } from '../command.ts'
import { dryRunFlag, fieldManagerFlag, printFlags } from '../common-flags.ts'
import { resourcePath } from '../discovery.ts'
import { Failure, UsageError } from '../failure.ts'
import { array, boolean, list, text } from '../flags.ts'
import { newMetadata } from '../generators/generator.ts'
import type { Session } from '../session.ts'

export const run = {
  name: 'run',
  summary: 'Run a particular image on the cluster',
  description: 'Create and run a particular image in a pod.',
  usage: 'run NAME --image=image [--env="key=value"] [--port=port] [--dry-run=server|client] [-- COMMAND] [args...]',
  examples: [['Start a pod', '{cli} run nginx --image=nginx']],
  flags: [
    array('annotations', 'Annotations to apply to the pod.'),
    boolean('command', 'If true, what stands after -- is the command, not its arguments.'),
    dryRunFlag,
    array('env', 'Environment variables to set in the container.'),
    fieldManagerFlag('{cli}-run'),
    text('image', 'The image for the container to run.', { required: true }),
    text('image-pull-policy', 'The image pull policy for the container.'),
    list('labels', 'Comma separated labels to apply to the pod.', { short: 'l' }),
    text('port', 'The port that this container exposes.'),
    ...printFlags,
    text('restart', 'The restart policy for this pod: Always, OnFailure, Never.', { fallback: 'Always' }),
  ],
  async run(session) {
    const { args, afterDash } = session
    const names = afterDash === undefined ? args : args.slice(0, args.length - afterDash.length)
    const [name, ...words] = names
    if (name === undefined)
      throw new UsageError('NAME is required for run', `See '${session.cli} run -h' for help and examples`)
    const dryRun = dryRunOf(session)
    const report = await reporter(session, dryRun)
    const pod = podOf(session, name, afterDash ?? words)
    if (dryRun === 'client') return report(pod, 'created')
    const type = await session.typeOf(pod)
    if (type === undefined) throw new Failure('the server has no pods')
    const client = await session.client()
    const created = await client.json({
      method: 'POST',
      path: resourcePath(type, await session.namespace()),
      query: { fieldManager: fieldManager(session), dryRun: dryRun === 'server' ? 'All' : undefined },
      body: stringifyJson(pod),
    })
    report(created, 'created')
  },
} satisfies Command

const RESTARTS = ['Always', 'OnFailure', 'Never']

function podOf({ flags }: Session, name: string, words: readonly string[]): ApiObject {
  const restart = flags.text('restart')
  if (!RESTARTS.includes(restart)) throw new Failure(`invalid restart policy: ${restart}`)
  const labels = flags.given('labels') ? pairs(flags.list('labels'), 'label') : { run: name }
  const annotations = flags.given('annotations') ? pairs(flags.list('annotations'), 'annotation') : undefined
  const env = Object.entries(pairs(flags.list('env'), 'env')).map(([key, value]) => ({ name: key, value }))
  const policy = flags.text('image-pull-policy')
  const container = {
    ...(words.length === 0 ? {} : { [flags.boolean('command') ? 'command' : 'args']: [...words] }),
    ...(env.length > 0 ? { env } : {}),
    image: flags.text('image'),
    ...(policy === '' ? {} : { imagePullPolicy: policy }),
    name,
    ...(flags.text('port') === '' ? {} : { ports: [{ containerPort: Number(flags.text('port')) }] }),
    resources: {},
  }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...newMetadata(name, labels), ...(annotations === undefined ? {} : { annotations }) },
    spec: { containers: [container], dnsPolicy: 'ClusterFirst', restartPolicy: restart },
    status: {},
  }
}

function pairs(words: readonly string[], what: string): Record<string, string> {
  return Object.fromEntries(
    words.map((pair) => {
      const at = pair.indexOf('=')
      if (at <= 0) throw new Failure(`invalid ${what}: ${pair}`)
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}
